"""House rules in a file, from the file to the battle: what holds of them in every system."""

from pathlib import Path
from typing import Any

import pytest
from commanded import good, refused

from fireteam.content.errors import ContentError
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog, load_house
from fireteam.env.replay.replay import Replay
from fireteam.env.scenario.options import manned


def check_one_battle_is_changed(house: Path, system: str, number: str, changed: int, plain: int) -> None:
    """Assert that a number, and a needler that is new, are those of the house in its battle alone."""
    here, there = Battle(manned("duel", catalog=house, system=system)), Battle(manned("duel", system=system))
    assert (here.field.arena[0]["rules"][number], there.field.arena[0]["rules"][number]) == (changed, plain)
    assert load_catalog(system=system).numbers[number].value == plain
    assert "needler" not in load_catalog(system=system).weapons
    assert list(here.field.catalog.weapons)[-1] == "needler"


def verified_from_its_replay(house: Path, system: str, path: Path) -> dict[str, Any]:
    """Return the house rules in the replay of a fight, checked by the command when their file is gone."""
    good("check", str(house), "--system", system)
    good("fight", "duel", "--system", system, "--catalog", str(house), "--seed", "5", "--replay", str(path))
    house.unlink()
    assert "play again as recorded" in good("replay", "verify", str(path))
    header = Replay.load(path).header
    assert header.scenario.system == system
    return header.scenario.catalog


def check_refusal(system: str, path: Path, line: int, text: str, says: str) -> None:
    """Assert that a bad file is refused with its line, when it is loaded and before a fight."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_house(path, system)
    assert says in str(caught.value)
    assert str(caught.value).startswith(f"{path}:{line}"), str(caught.value)
    assert says in refused("fight", "duel", "--system", system, "--catalog", str(path))
