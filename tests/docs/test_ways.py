"""The ways of the handbook: each is followed from an empty folder, block after block, as a reader would."""

from pathlib import Path

import pytest
from blocks import blocks, follow
from sourced import ROOT

WAYS = sorted((ROOT / "docs" / "ways").glob("*.md"))


@pytest.mark.slow
@pytest.mark.parametrize("page", WAYS, ids=lambda page: page.stem)
def test_a_way_can_be_followed_to_its_end(page: Path, tmp_path: Path) -> None:
    """Every file is saved and every command run, in their order; none fails."""
    assert follow(page, tmp_path)


@pytest.mark.parametrize("page", WAYS, ids=lambda page: page.stem)
def test_no_block_of_a_way_is_left_out(page: Path) -> None:
    """Every block of a way is one that is done: a file with a name, commands, or text that shows what is printed."""
    found = blocks(page)
    assert len(found) == page.read_text(encoding="utf-8").count("```") / 2
    assert len([line for block in found for line in block.commands()]) >= 5
    for block in found:
        assert block.name or block.commands() or block.language == "text", block
