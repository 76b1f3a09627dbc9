"""What bots expect of an attack is what odds quote of it: at random moments of every system, whatever is open there."""

from itertools import islice
from typing import Any

import icepool
import numpy as np
import pytest
from thrown import attacks, pair

from fireteam.env.analysis.odds import quote_attack
from fireteam.env.battle import Battle
from fireteam.env.catalog import load_catalog
from fireteam.env.observe.actions import Action
from fireteam.env.rules.ground.sight import cover_of
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.verbs import DODGE, FULL_DEFENSE, PASS, SHOOT
from fireteam.systems.d10_pool.doctrine.values import dice_beside, harm_taken, life_taken, model_at, slot_of
from fireteam.systems.d10_pool.rules.attack.chance import difficulty_now
from fireteam.systems.d10_pool.rules.attack.hands import NO_SLOT
from fireteam.systems.d10_pool.rules.rolls import pool_of
from fireteam.systems.d10_pool.rules.tables import DEXTERITY, DODGING, INCAPACITATED, LEVELS
from fireteam.systems.d10_pool.words.verbs import SINGLE_SHOT
from fireteam.systems.ladder.doctrine.clinch import hold_chance
from fireteam.systems.ladder.doctrine.values import MAY_EVADE, harm_share, share_met
from fireteam.systems.ladder.rules.plan import BLOWS, CLINCHES, EVASIONS, SHOTS
from fireteam.systems.ladder.rules.tables import LEVELS as RUNGS
from fireteam.systems.ladder.rules.tables import OUT
from fireteam.systems.swan_song.doctrine.called_shots import attack_of
from fireteam.systems.swan_song.doctrine.reactions import harm_after
from fireteam.systems.swan_song.rules.odds import MOST_DAMAGE, expected_points
from fireteam.systems.swan_song.rules.record import PUSH_LIMIT, PUSH_SIX
from tabletop import *

SEED, COUNT = 38, 60


@entry
def points_expected(battles, arenas, logs, attacker, target, verb):
    """Return the points of damage that a bot of Swan Song expects of an attack that is open, by its verb."""
    battle = battles[0]
    arena = arenas[battle.variant]
    model, firing = attack_of(battle, arena, attacker, verb)
    seen_cover = cover_of(battle, arena, battle.units[target], battle.units[attacker])
    return expected_points(battle, arena, logs[0], attacker, target, model, firing, PASS, seen_cover, 0, MOST_DAMAGE)


@entry
def points_left_by(battles, arenas, logs, reply):
    """Return the points of damage that a bot of Swan Song expects of the attack that it has to answer, if it does so."""
    battle = battles[0]
    arena = arenas[battle.variant]
    frame = battle.stack[battle.depth - 1]
    seen_cover = cover_of(battle, arena, battle.units[frame.target], battle.units[frame.unit])
    return harm_after(battle, arena, logs[0], frame, reply, seen_cover)


@entry
def life_expected(battles, arenas, logs, who, target, verb, single):
    """Return the share of life that a bot of d10_pool expects an attack to take that nobody answers."""
    battle = battles[0]
    arena = arenas[battle.variant]
    unit = battle.units[who]
    slot = slot_of(arena, who, unit, verb)
    model = model_at(arena, who, slot)
    off_hand = slot != NO_SLOT and slot != unit.hand
    difficulty = difficulty_now(battle, arena, logs[0], who, target, model, single, off_hand)
    dice = dice_beside(battle, arena, who, verb, unit.kept, unit.kept_for)
    return life_taken(battle, arena, who, target, model, difficulty, dice, 0, single)


@entry
def life_left_by(battles, arenas, logs, verb, dice):
    """Return the share of life that a bot of d10_pool expects the attack to take that it answers by a verb, with dice."""
    battle = battles[0]
    arena = arenas[battle.variant]
    frame = battle.stack[battle.depth - 1]
    if verb in (DODGE, FULL_DEFENSE):
        dice = pool_of(battle, arena, frame.target, DEXTERITY, DODGING)
    return harm_taken(battle, arena, logs[0], frame, frame.target, dice)


@entry
def share_expected(battles, arenas, logs, who, target, verb, actions):
    """Return the share of life that a bot of ladder expects an attack to take, one of so many actions."""
    return harm_share(battles[0], arenas[battles[0].variant], logs[0], who, target, verb, actions)


@entry
def share_left_by(battles, arenas, logs, attacker, target, place, verb, actions):
    """Return the share of life that a bot of ladder expects an attack of a plan, by its place, to take that it evades so."""
    battle = battles[0]
    attack = battle.units[attacker].plan[place].verb
    return share_met(battle, arenas[battle.variant], logs[0], target, attacker, attack, place, verb, actions)


@entry
def hold_expected(battles, arenas, logs, who, target, verb, actions):
    """Return the chance that a bot of ladder sees to hold somebody, in one of so many actions."""
    return hold_chance(battles[0], arenas[battles[0].variant], logs[0], who, target, verb, actions)


def share_of(levels: dict[str, float], names: tuple[str, ...], out: int, now: int) -> float:
    """Return the share of what a target has left, in wound levels, that odds take of it."""
    rises = sum(chance * (min(names.index(name), out) - now) for name, chance in levels.items())
    return float(min(rises / max(out - now, 1), 1))


def logged_and_quoted(system: str, battle: Battle, action: Action, odds: Any) -> tuple[float, float] | None:
    """Return what a bot expects of an attack or an answer, and what the odds of it are; None for what it leaves."""
    who, target = pair(battle, action)
    row, twin = battle.record[0], battle.copy()
    level = int(row["units"][target]["level"]) if system != "swan_song" else 0
    answers = battle.decision is not None and battle.decision.kind == "defend"
    if system == "swan_song":
        if answers:
            return points_left_by(*twin.arrays, action.verb), odds.expected
        return points_expected(*twin.arrays, who, target, action.verb), odds.expected
    if system == "d10_pool":
        quoted = share_of(odds.levels, LEVELS, INCAPACITATED, level)
        if answers:
            return life_left_by(*twin.arrays, action.verb, action.argument), quoted
        return life_expected(*twin.arrays, who, target, action.verb, int(action.verb == SINGLE_SHOT)), quoted
    actions = int(row["units"][row["decider"]]["actions"]) + 1
    if action.verb in CLINCHES:
        if odds.may_answer and not odds.defended:  # it resists if it may
            odds = quote_attack(battle, action, "dodge")
        return (hold_expected(*twin.arrays, who, target, action.verb, actions), odds.hit) if odds.defended < 2 else None
    quoted = share_of(odds.levels, RUNGS, OUT, level)
    if action.verb in EVASIONS:
        plan = [(int(item["verb"]), int(item["argument"])) for item in row["units"][who]["plan"]]
        place = next(place for place, (verb, aimed) in enumerate(plan) if verb in (*SHOTS, *BLOWS) and aimed == target)
        return share_left_by(*twin.arrays, who, target, place, action.verb, actions), quoted
    if odds.may_answer:
        dodged = share_of(quote_attack(battle, action, "dodge").levels, RUNGS, OUT, level)
        quoted += MAY_EVADE * (dodged - quoted)
    return share_expected(*twin.arrays, who, target, action.verb, actions), quoted


@pytest.mark.parametrize("system", ["d10_pool", "ladder", "swan_song"])
def test_what_bots_expect_is_what_is_quoted(system: str) -> None:
    """Of every attack and answer that is open.

    One is left out: of a hold of ladder that is met by two rolls, bots know the chance but roughly.
    """
    off, compared = [], 0
    for battle, action, odds in islice(attacks(system, np.random.default_rng(SEED)), COUNT):
        found = logged_and_quoted(system, battle, action, odds)
        if found is None:
            continue
        compared += 1
        if found[0] != pytest.approx(found[1], abs=1e-5):
            off.append(f"{battle.field.scenario.title}, {battle.words(action)} of {battle.decision}: {found} {odds}")
    assert off == []
    assert compared > COUNT // 8


CALLED = {name: number for number, name in enumerate(load_catalog().locations, 1)}


def shootout(ground: str = "", weapon: str = "light_pistol", marks: tuple[Any, ...] = (), **more: Any) -> Battle:
    """Return a battle of two, the second four metres east of the first, with fields (unit, name, value) set as marked."""
    skills = dict.fromkeys(("pistols", "archery", "longarms"), more.pop("rank", 4))
    battle = table(
        [unit((1, 1), weapons=[weapon], skills=skills)],
        [unit((5, 1), facing=more.pop("facing", "west"), armour=more.pop("armour", []), skills={"acrobatics": 3})],
        "\n".join([ground or "." * 12] * 3),
        dice=[1, 1] if "options" in more else None,
        blue_team={"alert": more.pop("alert", True)},
        **more,
    )
    for name, field, value in marks:
        battle.unit(name)[field] = value
    return battle


@pytest.mark.parametrize("weapon", ["light_pistol", "riot_pistol", "bow", "shotgun"])
@pytest.mark.parametrize(
    "rarity",
    [
        {"facing": "east", "alert": False},
        {"ground": "..=........."},
        {"ground": "....%.......", "marks": [("blue_1", "covered", 1)]},
        {"ground": "...P........", "legend": {"P": "partition"}},
        {"ground": "..PP........", "legend": {"P": "partition"}},
        {"marks": [("red_1", "called", CALLED["ankle"])], "rank": 14},
        {"marks": [("red_1", "called", CALLED["neck"])], "rank": 14},
        {"marks": [("red_1", "push", PUSH_LIMIT)]},
        {"marks": [("red_1", "push", PUSH_SIX), ("blue_1", "push", PUSH_SIX)]},
        {"marks": [("blue_1", "last_stand", 1)]},
        {"marks": [("blue_1", "prone", 1)]},
        {"armour": ["hardshell"]},
        {"options": {"dice": "bought"}},
    ],
    ids=lambda rarity: " ".join(map(str, rarity.values())),
)
def test_what_is_rare_is_expected_as_it_is_quoted(weapon: str, rarity: dict[str, Any]) -> None:
    """Swan Song: who is unaware, glass, cover, a wall, a called shot, karma, a last stand, who lies, armor, bought dice."""
    said = []
    for battle in (shootout(weapon=weapon), shootout(weapon=weapon, **rarity)):
        shot = next(action for action in battle.legal() if action.verb == SHOOT)
        found = logged_and_quoted("swan_song", battle, shot, quote_attack(battle, shot))
        assert found is not None
        assert found[0] == pytest.approx(found[1], abs=1e-9)
        said.append(found[0])
    assert said[0] != said[1]


@pytest.mark.rule("SS-C2")
@pytest.mark.parametrize(
    ("location", "penalty", "most"), [("gut", 6, 8), ("neck", 8, 10), ("sternum", 10, 10), ("hip", 6, 3)]
)
def test_no_more_is_expected_of_a_called_shot_than_its_location_takes(location: str, penalty: int, most: int) -> None:
    """A pistol's 6 and the net hits of 17 dice, less those of the call, against 6, less a die of soak, up to the limit."""
    battle = shootout(marks=(("red_1", "called", CALLED[location]),), rank=14)
    one = icepool.d6.map(lambda face: int(face >= 5))
    net = ((17 - penalty) @ one).map(lambda hits: min(hits, 6)) - 6 @ one
    points = icepool.map(lambda hits, soaked: min(6 + hits - soaked, most) if hits > 0 else 0, net, one)
    assert points_expected(*battle.arrays, 0, 1, SHOOT) == pytest.approx(float(points.mean()), abs=1e-9)
