"""The drawings of "How it works", and the output of its experiments: each is run while the pages are built."""

import runpy
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from ..pages import save
from .drawings import DRAWINGS

SCRIPTS = Path(__file__).parents[2] / "how"


def write(folder: Path) -> None:
    """Write a drawing and the output of the experiment for every page."""
    for name, drawing in DRAWINGS.items():
        save(folder / "how" / f"{name}.svg", drawing())
        save(folder / "how" / f"{name}.txt", output_of(name))


def output_of(name: str) -> str:
    """Run the experiment of a page and return what it prints."""
    with redirect_stdout(StringIO()) as said:
        runpy.run_path(str(SCRIPTS / f"{name}.py"))
    return said.getvalue()
