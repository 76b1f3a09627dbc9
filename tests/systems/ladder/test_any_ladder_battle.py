"""What holds after every step of any battle of ladder, under the numbers of the catalog and under others."""

import numpy as np
import pytest
from anybattle import AnyBattle
from laddermix import laddered

from fireteam.env.battle import Battle
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.record import DEAD, DOWN, NOBODY, UP
from fireteam.systems.ladder.rules.plan import FREE
from fireteam.systems.ladder.rules.record import IN_HANDS, LAPSED, MOST_ITEMS, ON_ARM
from fireteam.systems.ladder.rules.tables import BUCKLER, OUT, SHIELD

BATTLES, PARTS = 60, 3
CLOSE = (
    "grapple", "garrote", "feint", "hold_on", "strap_shield", "shield_strike", "strike_through", "shield_parry", "await",
)  # fmt: skip


def check_units(battle: Battle) -> None:
    """Assert that nothing is counted out of its bounds, and that holds, hands and plans are as they can be."""
    row, arena = battle.record[0], battle.field.arena[0]
    units = row["units"][: len(battle.field.roster)]
    for name in ("level", "items", "actions", "metres", "aim", "strangles", "gripped", "warded"):
        assert (units[name] >= 0).all(), f"{name} below zero"
    assert (units["level"][units["status"] == UP] < OUT).all()
    assert (units["level"][units["status"] == DOWN] >= OUT).all()
    assert (units["level"][units["status"] == DEAD] >= OUT).all()
    assert (units["aim"] <= arena["rules"]["aim_most"]).all()
    assert ((units["aim"] > 0) <= (units["aim_at"] >= 0)).all()
    assert (units["items"] <= MOST_ITEMS).all()
    for who, unit in enumerate(units):
        check_ties(units, who)
        check_hands(arena, unit, arena["sheets"][who])
        plan = unit["plan"][: unit["items"]]
        assert unit["actions"] == sum(int(item["verb"]) not in FREE for item in plan)
        assert all(0 <= item["state"] <= LAPSED for item in plan)
    shams = sum(int(item["sham"] != 0) for unit in units for item in unit["plan"][: unit["items"]])
    assert row["shams"] == shams


def check_ties(units: np.ndarray, who: int) -> None:
    """Assert that who holds is held by nobody unless it was grappled in turn, and that both sides of a hold agree."""
    unit = units[who]
    if unit["holds"] != NOBODY:
        assert units[unit["holds"]]["held_by"] == who
        assert (unit["status"], units[unit["holds"]]["status"]) == (UP, UP)
    if unit["held_by"] != NOBODY:
        assert units[unit["held_by"]]["holds"] == who
        assert unit["holds"] == NOBODY
    assert unit["pinned"] <= (unit["held_by"] != NOBODY)
    assert (unit["strangles"] > 0) <= (unit["holds"] != NOBODY)


def check_hands(arena: np.void, unit: np.void, sheet: np.void) -> None:
    """Assert that nobody has more in its hands than they hold."""
    in_hands = [int(sheet["weapons"][slot]) for slot in (unit["hand"], unit["off_hand"]) if slot != BARE_HANDS]
    weapons = arena["weapons"]
    assert all(model >= 0 and weapons[model]["shield"] != SHIELD for model in in_hands)
    busy = sum(2 if weapons[model]["two_handed"] else 1 for model in in_hands)
    busy += {ON_ARM: 1, IN_HANDS: 2}.get(int(unit["bearing"]), 0)
    assert busy <= 2, "more in its hands than two"
    assert unit["hand"] == BARE_HANDS or weapons[sheet["weapons"][unit["hand"]]]["shield"] != BUCKLER
    assert len({int(unit["hand"]), int(unit["off_hand"])} - {BARE_HANDS}) == len(in_hands), "one weapon in both hands"


ANY = AnyBattle("ladder", laddered, check_units, CLOSE)


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("part", range(PARTS))
def test_any_battle_of_ladder_is_played_to_its_end(part: int, drawn: bool) -> None:
    """Random units on random ground, with the catalog's numbers or others: each step is sound, and it ends."""
    taken = ANY.play(range(part, BATTLES, PARTS), drawn)
    assert {"shoot", "punch", "strike", "walk", "step", "grapple", "feint", "dodge_attacks", "strap_shield"} <= taken


@pytest.mark.parametrize("drawn", [False, True])
def test_the_seed_of_ladder_shows_nowhere(drawn: bool) -> None:
    """What a unit sees and may do is the same whatever dice are to come."""
    ANY.check_seed_is_hidden(drawn)
