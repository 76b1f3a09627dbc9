"""What holds after every step of every battle, whoever plays it: random play, with choices that hypothesis draws."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from motley import motley

from fireteam.content.errors import BattleOver, IllegalAction
from fireteam.env.battle import Battle, seed_words
from fireteam.env.observe.actions import Action, decode, encode, from_words, layout
from fireteam.env.observe.features import sizes_of
from fireteam.env.observe.observation import describe, observation_size
from fireteam.env.observe.window import PLANES
from fireteam.env.rules import kernel
from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.record import ABSENT, ENDINGS, MAX_UNITS, NOBODY, UP
from fireteam.env.rules.systems import port_of
from fireteam.env.rules.verbs import MOST_VERBS, REPLY
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.env.seats.bots import look
from fireteam.env.seats.match import Match
from fireteam.systems.d10_pool.rules.tables import INCAPACITATED, LAST_LEVEL
from fireteam.systems.ladder.rules.damage import MOST_LEVEL
from fireteam.systems.ladder.rules.plan import FREE
from fireteam.systems.ladder.rules.record import MOST_ITEMS
from fireteam.systems.ladder.rules.tables import OUT
from fireteam.systems.ladder.words.verbs import FEINT
from fireteam.systems.swan_song.words.verbs import VERBS
from tabletop import *

SEEDS = st.integers(0, 2**64 - 1)
# Scenarios by another rule system than their own.
OF_OTHERS = [f"{name}@{system}" for system in ("d10_pool", "ladder") for name in ("yard", "ambush", "breakout")]
NAMES = st.sampled_from([*scenario_names(), *["motley"] * 4, *OF_OTHERS])
CHOICES = st.lists(st.integers(0, 2**20), min_size=40, max_size=160)
MOST_DECISIONS = 60  # per unit and round; random play comes to nine
ATTACKS = {VERBS.numbers[name] for name in ("shoot", "volley", "strike", "punch", "charge")}
play_settings = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def begin(name: str, seed: int, fog: bool = False) -> Battle:
    """Return the battle of a scenario, in fog if asked for; few seeds where its map is drawn, so that maps are kept.

    Behind an @ stands the rule system, if it is not the scenario's own.
    """
    name, _, system = name.partition("@")
    scenario = motley(seed % 300) if name == "motley" else load_scenario(name, system)
    if fog:
        scenario = scenario.model_copy(update={"fog": True})
    return Battle(scenario, seed % 8 if scenario.draw else seed)


def slots_of(battle: Battle) -> tuple[int, int]:
    """Return how many slots a battle needs, own and others: eight each, unless it is a large one."""
    sizes = battle.field.arena[0]["goals"]["count"][: battle.field.arena[0]["teams"]].tolist()
    return max(8, *sizes), max(8, sum(sizes) - min(sizes))


def chosen(legal: list[Action], choice: int) -> Action:
    """Return one of the legal actions: a verb first, so that rare ones get their turn, every third time an attack."""
    verbs = sorted({action.verb for action in legal})
    if choice % 3 == 0:
        verbs = [verb for verb in verbs if verb in ATTACKS] or verbs
    verb = verbs[choice // 3 % len(verbs)]
    actions = [action for action in legal if action.verb == verb]
    return actions[choice // 128 % len(actions)]


def seen_by(battle: Battle, who: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the observation and the mask of a unit, looked at anew; the arrays are dirty before."""
    system = battle.field.scenario.system
    numbering = layout(*slots_of(battle), system)
    observation = np.full(observation_size(*slots_of(battle), system), 9.0, np.float32)
    mask = np.full(int(numbering[0]["size"]), 9, np.int8)
    look(*battle.arrays, kernel.plain(numbering), who, observation, mask)
    return observation, mask


def check_units(battle: Battle) -> None:
    """Assert that units stand where one can stand, each on its own tile, and that nothing is counted out of bounds."""
    row, arena = battle.record[0], battle.field.arena[0]
    count = len(battle.field.roster)
    units, sheets = row["units"][:count], arena["sheets"][:count]
    up = units[(units["status"] == UP) & (units["aboard"] < 0)]
    tiles = up["y"].astype(int) * int(arena["width"]) + up["x"]
    assert len(set(tiles.tolist())) == len(up), "two units on one tile"
    terrain = arena["tiles"]["terrain"][: arena["size"]].copy()
    changes = row["changes"][: row["changed"]]
    terrain[changes["tile"]] = changes["terrain"]
    assert arena["terrains"]["passable"][terrain[tiles]].all(), "a unit where nobody can stand"
    assert (units["held"]["ammo"] >= 0).all()
    assert (units["held"]["spare"] >= 0).all()
    for slot in range(MAX_WEAPONS):
        armed = sheets["weapons"][:, slot] >= 0
        magazines = arena["weapons"]["magazine"][sheets["weapons"][armed, slot]]
        assert (units["held"]["ammo"][armed, slot] <= magazines).all()
    assert battle.log[0]["lost"] == 0, "the log ran over"
    if battle.field.scenario.system == "ladder":
        assert row["shams"] == (units["plan"]["sham"] != 0).sum(), "feints that deceive are miscounted"
    CHECKS[battle.field.scenario.system](units, sheets, up)


def check_counts(units: np.ndarray, sheets: np.ndarray, up: np.ndarray) -> None:
    """Assert that nothing that Swan Song counts is out of bounds."""
    for pool in ("flesh", "armored", "shield", "strain"):
        assert (units[pool] <= sheets[pool]).all(), pool
    for name in (
        "shield",
        "strain",
        "ap",
        "recoil",
        "aim",
        "free_used",
        "walk_left",
        "run_left",
        "runs",
        "defended",
        "injuries",
    ):
        assert (units[name] >= 0).all(), f"{name} below zero"
    assert (units["wounds"] <= 0).all()
    clings = (up["last_stand"] > 0) | (up["falling"] > 0)
    fleshy = sheets["flesh"][(units["status"] == UP) & (units["aboard"] < 0)] > 0
    assert (clings | (up["flesh"] > 0))[fleshy].all(), "somebody without life left is up"


def check_dice(units: np.ndarray, sheets: np.ndarray, up: np.ndarray) -> None:
    """Assert that nobody has spent or kept more dice than its smallest pool has, and that who is up can stand its wounds."""
    for name in ("spent", "kept", "level", "stunned", "aim", "scars", "metres"):
        assert (units[name] >= 0).all(), f"{name} below zero"
    assert (up["level"] < INCAPACITATED).all(), "somebody incapacitated is up"
    assert (units["level"] <= LAST_LEVEL).all()
    free = up[up["committed"] == 0]
    assert (free["spent"] + free["kept"] <= free["cap"])[free["kept"] > 0].all(), "more dice kept than there are"


def check_plans(units: np.ndarray, sheets: np.ndarray, up: np.ndarray) -> None:
    """Assert that plans and wound levels are within bounds, and that holds are the same from both ends."""
    for name in ("level", "items", "actions", "metres", "aim", "warded", "strangles", "gripped"):
        assert (units[name] >= 0).all(), f"{name} below zero"
    assert (units["level"] <= MOST_LEVEL).all()
    assert (up["level"] < OUT).all(), "somebody who is out is up"
    assert (units["items"] <= MOST_ITEMS).all()
    assert (units["actions"] <= units["items"]).all()
    assert set(units["pinned"].tolist()) <= {0, 1}
    for who, body in enumerate(units):
        if body["holds"] != NOBODY:
            assert units[body["holds"]]["held_by"] == who, "a hold that nobody feels"
            assert body["status"] == units[body["holds"]]["status"] == UP, "a hold of or on somebody who is not up"
        if body["held_by"] != NOBODY:
            assert units[body["held_by"]]["holds"] == who, "somebody is held by nobody"
        assert body["held_by"] != NOBODY or body["pinned"] == 0, "pinned by nobody"
        assert body["holds"] != NOBODY or body["strangles"] == 0, "strangles nobody"
        assert body["holds"] != who, "holds itself"
        items = body["plan"][: body["items"]]
        assert sum(int(item["verb"]) not in FREE for item in items) == body["actions"], "actions miscounted"
        assert not body["plan"][body["items"] :]["verb"].any(), "something beyond the end of a plan"
        assert all(item["verb"] == FEINT for item in items[items["sham"] != 0]), "what is no feint deceives"
        assert body["off_hand"] == BARE_HANDS or body["off_hand"] != body["hand"], "one weapon in both hands"


CHECKS = {"swan_song": check_counts, "d10_pool": check_dice, "ladder": check_plans}


def check_refusals(battle: Battle, dice: random.Random, count: int) -> None:
    """Assert that actions which are not in legal() are refused and change nothing."""
    legal = set(battle.legal())
    before = battle.snapshot()
    for _ in range(count):
        action = Action(dice.randrange(-2, MOST_VERBS + 2), dice.choice([0, dice.randrange(-2, MAX_UNITS + 3), 2**31]))
        if action not in legal:
            with pytest.raises(IllegalAction, match=" can "):
                battle.step(action)
    assert battle.snapshot() == before


def check_numbers(battle: Battle) -> None:
    """Assert that the mask is legal(), and that each action is the same as number, as (verb, argument) and in words."""
    legal = battle.legal()
    decision = battle.decision
    assert decision is not None
    assert legal, "nothing is open to the decider"
    kind = battle.asked
    for action in legal:
        verb = battle.field.system.VERBS[action.verb]
        assert action.verb in kind.answers if kind.answers else not verb.traits & REPLY, f"{kind.name}: {verb.name}"
    who = int(battle.record[0]["decider"])
    team = battle.field.roster[who].team
    _, mask = seen_by(battle, who)
    numbering = layout(*slots_of(battle), battle.field.scenario.system)
    numbers = [encode(battle.field, team, action, numbering) for action in legal]
    assert sorted(numbers) == np.flatnonzero(mask).tolist()
    assert set(mask.tolist()) <= {0, 1}
    for action, number in zip(legal, numbers, strict=True):
        assert decode(battle.field, team, number, numbering) == action
        assert from_words(battle.field, who, battle.words(action)) == action


def check_observations(battle: Battle) -> None:
    """Assert that everybody sees numbers from -1 to 1, and the same whatever dice are to come."""
    other = battle.copy()
    other.record[0]["seed"] = seed_words(2**64 - 1 - int(battle.record[0]["decisions"]))
    for who in range(len(battle.field.roster)):
        observation, mask = seen_by(battle, who)
        assert np.isfinite(observation).all()
        assert np.abs(observation).max() <= 1
        assert mask.any()
        again = seen_by(other, who)
        assert (again[0] == observation).all(), "the seed shows in the observation"
        assert (again[1] == mask).all(), "the seed shows in the mask"


@play_settings
@given(name=NAMES, seed=SEEDS, fog=st.booleans(), choices=CHOICES)
def test_every_step(name: str, seed: int, fog: bool, choices: list[int]) -> None:
    """After every step of a random battle: units, refusals, numbers and observations are as they should be."""
    battle = begin(name, seed, fog)
    for choice in choices:
        check_units(battle)
        if battle.over:
            break
        check_refusals(battle, random.Random(choice), 4)
        check_numbers(battle)
        check_observations(battle)
        decisions = int(battle.record[0]["decisions"])
        battle.step(chosen(battle.legal(), choice))
        assert battle.record[0]["decisions"] == decisions + 1


@play_settings
@given(name=NAMES, seed=SEEDS, choices=CHOICES)
def test_numbers_do_what_actions_do(name: str, seed: int, choices: list[int]) -> None:
    """A step by number, by action and by words lead to the same battle to the byte."""
    battle = begin(name, seed)
    match = Match(battle.field.scenario, slots=slots_of(battle))
    match.start(seed)
    for choice in choices:
        if match.over:
            break
        battle = match.battle
        action = chosen(battle.legal(), choice)
        by_action, by_words = battle.copy(), battle.copy()
        by_action.step(action)
        by_words.step(battle.words(action))
        match.step(encode(battle.field, battle.field.roster[match.decider].team, action, match.numbering))
        assert match.battle.snapshot() == by_action.snapshot() == by_words.snapshot()


@play_settings
@given(name=NAMES, seed=SEEDS, fog=st.booleans(), choices=st.randoms(use_true_random=False))
def test_battles_end(name: str, seed: int, fog: bool, choices: random.Random) -> None:
    """A battle ends within the round limit and a bounded number of decisions; after that nothing is open."""
    battle = begin(name, seed, fog)
    limit = int(battle.field.arena[0]["limit"])
    most = MOST_DECISIONS * limit * len(battle.field.roster)
    while not battle.over:
        battle.step(chosen(battle.legal(), choices.randrange(2**20)))
        assert battle.record[0]["decisions"] < most
        assert battle.log[0]["lost"] == 0
    check_units(battle)
    assert 1 <= battle.round <= limit
    assert battle.ending in ENDINGS[1:]
    assert battle.winner in [None, *(team.name for team in battle.field.scenario.teams)]
    assert battle.decision is None
    assert battle.legal() == []
    over = battle.snapshot()
    for action in ("end", "pass", Action(0), Action(-1)):
        with pytest.raises(BattleOver):
            battle.step(action)
    assert battle.snapshot() == over
    check_observations(battle)


@pytest.mark.parametrize("name", [*scenario_names(), "motley", *OF_OTHERS])
def test_every_illegal_action_is_refused(name: str) -> None:
    """In a few states of each scenario, all verbs with all arguments: what is not legal is refused and changes nothing."""
    battle = begin(name, 3)
    dice = random.Random(3)
    for _ in range(4):
        if battle.over:
            break
        legal = set(battle.legal())
        before = battle.snapshot()
        for verb in range(-1, MOST_VERBS + 1):
            for argument in range(-1, MAX_UNITS + 2):
                if (verb, argument) not in legal:
                    with pytest.raises(IllegalAction):
                        battle.step(Action(verb, argument))
        assert battle.snapshot() == before
        for _ in range(6):
            if not battle.over:
                battle.step(chosen(battle.legal(), dice.randrange(2**20)))


def unknown_enemies(battle: Battle, team: int) -> list[int]:
    """Return the enemies still standing that a team does not know of."""
    row = battle.record[0]
    roster = battle.field.roster
    known = int(row["teams"][team]["known"])
    return [
        who
        for who, fighter in enumerate(roster)
        if fighter.team != team and row["units"][who]["status"] == UP and not known >> who & 1
    ]


def slots_of_others(battle: Battle, team: int, observation: np.ndarray) -> dict[int, np.ndarray]:
    """Return the part of an observation about each unit of other teams."""
    goal = battle.field.arena[0]["goals"][team]
    slots = [who for who in range(len(battle.field.roster)) if not goal["first"] <= who < goal["first"] + goal["count"]]
    sizes = sizes_of(battle.field.scenario.system)
    size = sizes.slot
    first = sizes.context + slots_of(battle)[0] * size
    return {who: observation[first + slot * size :][:size] for slot, who in enumerate(slots)}


@play_settings
@given(name=NAMES, seed=SEEDS, choices=CHOICES)
def test_fog_hides(name: str, seed: int, choices: list[int]) -> None:
    """In fog an enemy a team does not know of is all zeros to it, cannot be attacked, and may be anywhere unnoticed."""
    battle = begin(name, seed, fog=True)
    for choice in choices:
        if battle.over:
            break
        who = int(battle.record[0]["decider"])
        team = battle.field.roster[who].team
        observation, _ = seen_by(battle, who)
        rows = slots_of_others(battle, team, observation)
        hidden = unknown_enemies(battle, team)
        for enemy in hidden:
            assert not rows[enemy].any()
            assert not any(action.argument == enemy and action.verb in ATTACKS for action in battle.legal())
        absent = np.flatnonzero(battle.record[0]["units"]["status"] == ABSENT)
        found = int(battle.record[0]["teams"][team]["known"] | battle.record[0]["teams"][team]["fallen"])
        for enemy in set(rows) - set(absent.tolist()):  # whom a third team fells out of sight is in neither set
            assert rows[enemy].any() == bool(found >> enemy & 1), "who is known, or known to be down, leaves a trace"
        elsewhere = battle.copy()
        for enemy in set(hidden) - {int(battle.record[0]["opponent"])}:  # whose attack, out of the dark, is being answered
            body = elsewhere.record[0]["units"][enemy]
            body["x"], body["y"], body["hand"], body["prone"] = 0, 0, MAX_WEAPONS, 1
            body[battle.field.system.HEALTH[0]] = 1
        assert (seen_by(elsewhere, who)[0] == observation).all()
        battle.step(chosen(battle.legal(), choice))


def test_fog_hides_somebody() -> None:
    """The test above is not empty: behind a wall nobody is known, in the open everybody is."""
    ground = "..#..\n..#..\n..#.."
    for fog, wall, expected in ((True, ground, [1]), (False, ground, []), (True, ground.replace("#", "."), [])):
        wide = "\n".join(row[:2] + "." * 30 + row[2:] for row in wall.split("\n"))
        battle = table([unit((0, 1))], [unit((34, 1))], ground=wide, fog=fog)
        assert unknown_enemies(battle, 0) == expected


@pytest.mark.parametrize("system", CHECKS)
def test_every_number_of_an_observation_is_documented(system: str) -> None:
    """The documented table has a row for every index, in order, each with a name of its own and a meaning."""
    table_of: list[tuple[Any, ...]] = list(describe(8, 8, system))
    sizes = sizes_of(system)
    assert [row[0] for row in table_of] == list(range(observation_size(8, 8, system)))
    assert len({row[1] for row in table_of}) == len(table_of)
    assert all(row[2] for row in table_of)
    assert len(table_of) == sizes.context + 16 * sizes.slot + 49 * len(PLANES)


@pytest.mark.parametrize("system", CHECKS)
def test_numbers_never_change_their_meaning(system: str) -> None:
    """Every number of the flat action space is one (verb, argument), and the system's verbs follow each other."""
    numbering = layout(system=system)
    row = numbering[0]
    pairs = [(int(row["verb"][number]), int(row["argument"][number])) for number in range(row["size"])]
    assert pairs == sorted(set(pairs))
    assert [verb for verb, _ in pairs if _ == 0] == sorted(port_of(system).VERBS)
    battle = begin(f"yard@{system}", 0)
    for number in (-1, int(row["size"]), 10**9):
        with pytest.raises(IllegalAction, match="does not exist"):
            decode(battle.field, 0, number, numbering)
