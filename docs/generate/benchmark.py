"""The benchmark's own description as a page of the handbook: `training/BENCHMARK.md`, with links that work here."""

import re
from pathlib import Path

from .pages import save

SOURCE = Path(__file__).parents[2] / "training" / "BENCHMARK.md"
LINK = re.compile(r"\[`[^`\]]+`\]\(([^)\s:]+)\)")  # to a place in the repository, named as code
HERE = "benchmark"


def write(folder: Path) -> None:
    """Write the page; linked files are copied beside it, linked folders become paths in the repository."""

    def linked(found: re.Match[str]) -> str:
        path = (SOURCE.parent / found[1]).resolve()
        named = path.relative_to(SOURCE.parents[1]).as_posix()
        if path.is_file():
            save(folder / HERE / path.name, path.read_bytes())
            return f"{{download}}`{named} <{HERE}/{path.name}>`"
        return f"`{named}`"

    save(folder / f"{HERE}.md", LINK.sub(linked, SOURCE.read_text(encoding="utf-8")))
