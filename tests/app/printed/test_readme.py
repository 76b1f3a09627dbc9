"""The README: each of its commands works as typed, in an empty folder."""

import re
from pathlib import Path

import pytest
from blocks import run
from sourced import ROOT

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def commands() -> dict[str, list[str]]:
    """Return the commands of every chapter, as they are typed; what installs and tests is the business of `.ci/run`."""
    found: dict[str, list[str]] = {}
    for chapter in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]:
        title = chapter.splitlines()[0]
        lines = re.findall(r"^\$ (fireteam .*?)(?:\s{2,}#.*)?$", chapter, re.MULTILINE)
        if lines:
            found[title] = lines
    return found


@pytest.mark.slow
@pytest.mark.parametrize("chapter", commands())
def test_every_command_works_as_typed(chapter: str, tmp_path: Path) -> None:
    """One after the other: no command fails, and none that was interrupted had failed."""
    for line in commands()[chapter]:
        code, said, interrupted = run(line, tmp_path)
        assert "Traceback" not in said, f"{line}\n{said}"
        assert code in ((0, 130) if interrupted else (0,)), f"{line}: exit code {code}\n{said}"


def test_the_readme_has_what_is_looked_for() -> None:
    """The test above would pass if nothing were found."""
    assert set(commands()) == {"For game masters", "For researchers", "For viewers"}
    assert sum(map(len, commands().values())) >= 25
    assert not re.findall(r"^```toml$", TEXT, re.MULTILINE), "a file to save is followed in the handbook's ways"
