"""How it works: every experiment runs, and shows what its page says of it; every drawing is one."""

import sys
from ast import literal_eval
from xml.etree import ElementTree

import pytest
from blocks import blocks
from sourced import ROOT

sys.path.insert(0, str(ROOT / "docs"))

from generate.how import output_of
from generate.how.drawings import DRAWINGS

PAGES = ROOT / "docs" / "how"
SHOWS = {
    "record": "as before: True",
    "ports": "ladder:",
    "stack": "PHASE > MOVE > ATTACK",
    "dice": "aim blue_1, shoot blue_1",
    "sight": "100% 100% 100% 100% 100%",
    "knowledge": "to the smugglers they are the same\nto the customs they differ",
    "odds": "thrown:",
}


def test_every_page_has_its_drawing_and_its_experiment() -> None:
    """The pages, the drawings, the experiments and this list are the same seven."""
    pages = {page.stem for page in PAGES.glob("*.md")} - {"index"}
    assert pages == set(DRAWINGS) == set(SHOWS) == {script.stem for script in PAGES.glob("*.py")}
    for name in pages:
        text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
        assert f"_generated/how/{name}.svg" in text
        assert [block.name for block in blocks(PAGES / f"{name}.md") if block.name] == [f"{name}.py"]


@pytest.mark.parametrize("name", sorted(SHOWS))
def test_an_experiment_shows_what_it_is_for(name: str) -> None:
    """It runs to its end and prints that."""
    assert SHOWS[name] in output_of(name)


def test_aiming_first_throws_the_same_dice_and_one_more() -> None:
    """The page on dice says so; the output has the three throws below each other."""
    plain, aimed, prone = output_of("dice").splitlines()
    dice = plain[plain.index("[") + 1 : plain.index("]")]
    assert f"[{dice}, " in aimed
    assert f"[{dice}]" in prone


def test_thrown_shares_come_near_the_exact_ones() -> None:
    """Within four percent of 2000 throws: more than three standard deviations of any share."""
    exact, thrown = (literal_eval(line.partition(":")[2].strip()) for line in output_of("odds").splitlines())
    for way, chance in exact.items():
        assert abs(float(chance[:-1]) - float(thrown[way][:-1])) < 4


@pytest.mark.parametrize("name", ["dice", "odds", "sight"])
def test_a_drawing_is_svg_with_shapes(name: str) -> None:
    """It can be read as XML, says what it shows, and has more than a frame."""
    root = ElementTree.fromstring(DRAWINGS[name]())
    assert len(root) > 10
    assert root[0].text
