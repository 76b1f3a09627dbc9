"""Every scenario plays as it did when its transcript was written."""

import pytest
from transcribe import FOLDER, transcript

from fireteam.env.scenario.reading import scenario_names


@pytest.mark.parametrize("name", scenario_names())
def test_transcript(name: str) -> None:
    """The battle of the transcript comes out the same; `python tests/transcribe.py` writes new ones after a change."""
    path = FOLDER / f"{name}.txt"
    assert path.exists(), f"no transcript of {name}: run python tests/transcribe.py"
    golden, here = path.read_text(encoding="utf-8").splitlines(), transcript(name).splitlines()
    for number, (old, new) in enumerate(zip(golden, here, strict=False), start=1):
        assert old == new, f"{path.name}, line {number}: was {old!r}, is {new!r}"
    assert len(golden) == len(here)


def test_no_transcript_is_left_over() -> None:
    """There is a scenario for every transcript."""
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(scenario_names())
