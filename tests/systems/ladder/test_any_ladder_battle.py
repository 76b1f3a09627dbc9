"""What holds after every step of any battle of ladder, under the numbers of the catalog and under others."""

import random

import numpy as np
import pytest
from laddermix import laddered

from fireteam.content.errors import BattleOver, IllegalAction
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action, decode, encode, from_words, layout
from fireteam.env.observe.observation import observation_size
from fireteam.env.rules import kernel
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.record import DEAD, DOWN, MAX_UNITS, NOBODY, UP
from fireteam.env.seats.match import look
from fireteam.systems.ladder.rules.plan import FREE
from fireteam.systems.ladder.rules.record import IN_HANDS, LAPSED, MOST_ITEMS, ON_ARM
from fireteam.systems.ladder.rules.tables import BUCKLER, OUT, SHIELD

BATTLES, PARTS = 60, 3
MOST_DECISIONS = 4000
CLOSE = (
    "grapple",
    "garrote",
    "feint",
    "hold_on",
    "strap_shield",
    "shield_strike",
    "strike_through",
    "shield_parry",
    "await",
)
NUMBERING = layout(8, 8, "ladder")


def check_units(battle: Battle) -> None:
    """Assert that each unit stands on its own tile, and that nothing is counted out of its bounds."""
    row, arena = battle.record[0], battle.field.arena[0]
    count = len(battle.field.roster)
    units, sheets = row["units"][:count], arena["sheets"][:count]
    up = units[units["status"] == UP]
    tiles = up["y"].astype(int) * int(arena["width"]) + up["x"]
    assert len(set(tiles.tolist())) == len(up), "two units on one tile"
    for name in ("level", "items", "actions", "metres", "aim", "strangles", "gripped", "warded"):
        assert (units[name] >= 0).all(), f"{name} below zero"
    assert (up["level"] < OUT).all()
    assert (units["level"][units["status"] == DOWN] >= OUT).all()
    assert ((units["level"] >= OUT)[units["status"] == DEAD]).all()
    assert (units["aim"] <= arena["rules"]["aim_most"]).all()
    assert ((units["aim"] > 0) <= (units["aim_at"] >= 0)).all()
    assert (units["items"] <= MOST_ITEMS).all()
    armed = sheets["weapons"] >= 0
    magazines = arena["weapons"]["magazine"][sheets["weapons"]]
    assert (units["held"]["ammo"] >= 0).all()
    assert (units["held"]["spare"] >= 0).all()
    assert (units["held"]["ammo"] <= magazines)[armed].all()
    assert battle.log[0]["lost"] == 0, "the log ran over"
    for who in range(count):
        check_ties(units, who)
        check_hands(arena, units[who], sheets[who])
        plan = units[who]["plan"][: units[who]["items"]]
        assert units[who]["actions"] == sum(int(item["verb"]) not in FREE for item in plan)
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


def check_actions(battle: Battle, dice: random.Random) -> None:
    """Assert that the mask is what is legal, by number, action and words, and that all else is refused."""
    legal = battle.legal()
    assert legal, "nothing is open to the decider"
    who = int(battle.record[0]["decider"])
    team = battle.field.roster[who].team
    numbers = [encode(battle.field, team, action, NUMBERING) for action in legal]
    assert sorted(numbers) == np.flatnonzero(seen_by(battle, who)[1]).tolist()
    for action, number in zip(legal, numbers, strict=True):
        assert decode(battle.field, team, number, NUMBERING) == action
        assert from_words(battle.field, who, battle.words(action)) == action
    before = battle.snapshot()
    for _ in range(4):
        action = Action(dice.randrange(-2, 120), dice.choice([0, dice.randrange(-2, MAX_UNITS + 3), 2**31]))
        if action not in legal:
            with pytest.raises(IllegalAction, match=" can "):
                battle.step(action)
    assert battle.snapshot() == before


def seen_by(battle: Battle, who: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the observation and the mask of a unit, looked at anew; the arrays are dirty before."""
    observation = np.full(observation_size(8, 8, "ladder"), 9.0, np.float32)
    mask = np.full(int(NUMBERING[0]["size"]), 9, np.int8)
    look(*battle.arrays, kernel.plain(NUMBERING), who, observation, mask)
    return observation, mask


def chosen(battle: Battle, dice: random.Random) -> Action:
    """Return a legal action: a verb first, so that rare ones get their turn, every third time what is done close by."""
    legal = battle.legal()
    verbs = sorted({battle.words(action).split()[0] for action in legal})
    if dice.random() < 1 / 3:
        verbs = [verb for verb in verbs if verb in CLOSE] or verbs
    verb = dice.choice(verbs)
    return dice.choice([action for action in legal if battle.words(action).split()[0] == verb])


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("part", range(PARTS))
def test_any_battle_of_ladder_is_played_to_its_end(part: int, drawn: bool) -> None:
    """Random units on random ground, with the catalog's numbers or others: each step is sound, and it ends."""
    fought: set[str] = set()
    for seed in range(part, BATTLES, PARTS):
        dice = random.Random(seed)
        battle = Battle(laddered(seed, drawn), seed)
        while not battle.over:
            check_units(battle)
            check_actions(battle, dice)
            for who in range(len(battle.field.roster)):
                observation, mask = seen_by(battle, who)
                assert np.abs(observation).max() <= 1
                assert mask.any()
            action = chosen(battle, dice)
            fought.add(battle.words(action).split()[0])
            battle.step(action)
            assert battle.record[0]["decisions"] < MOST_DECISIONS
        check_units(battle)
        assert 1 <= battle.round <= int(battle.field.arena[0]["limit"])
        with pytest.raises(BattleOver):
            battle.step("end")
    assert {"shoot", "punch", "strike", "walk", "step", "grapple", "feint", "dodge_attacks", "strap_shield"} <= fought


@pytest.mark.parametrize("drawn", [False, True])
def test_the_seed_of_ladder_shows_nowhere(drawn: bool) -> None:
    """What a unit sees and may do is the same whatever dice are to come."""
    for seed in range(10):
        battle, dice = Battle(laddered(seed, drawn), seed), random.Random(seed)
        for _ in range(20):
            if battle.over:
                break
            other = battle.copy()
            other.record[0]["seed"] = dice.randrange(2**31), dice.randrange(2**31)
            for who in range(len(battle.field.roster)):
                ones, others = seen_by(battle, who), seen_by(other, who)
                assert (ones[0] == others[0]).all()
                assert (ones[1] == others[1]).all()
            battle.step(chosen(battle, dice))
