"""Every scenario plays as it did when its transcript was written."""

from pathlib import Path

import pytest
from transcribe import FOLDER, transcript, transcripts

FILES = transcripts()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FOLDER).with_suffix("").as_posix())
def test_transcript(path: Path) -> None:
    """The battle of the transcript comes out the same; `python tests/transcribe.py` writes new ones after a change."""
    name, system = FILES[path]
    assert path.exists(), f"no transcript of {name}: run python tests/transcribe.py"
    golden, here = path.read_text(encoding="utf-8").splitlines(), transcript(name, system).splitlines()
    for number, (old, new) in enumerate(zip(golden, here, strict=False), start=1):
        assert old == new, f"{path.name}, line {number}: was {old!r}, is {new!r}"
    assert len(golden) == len(here)


def test_no_transcript_is_left_over() -> None:
    """Whatever is kept is told of something."""
    assert set(FOLDER.rglob("*.txt")) == set(FILES)
