"""What bots expect of an attack is what odds quote of it: at random moments of every system, whatever is open there."""

from itertools import islice
from typing import Any

import numpy as np
import pytest
from thrown import attacks, pair

from fireteam.agents.doctrine.d10_pool.values import dice_beside, harm_taken, life_taken, model_at, slot_of
from fireteam.agents.doctrine.ladder.values import MAY_EVADE, harm_share
from fireteam.agents.doctrine.swan_song.called_shots import attack_of
from fireteam.agents.doctrine.swan_song.values import expected
from fireteam.env.analysis.odds import quote_attack
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.d10_pool.attack.chance import difficulty_now
from fireteam.env.rules.d10_pool.attack.hands import NO_SLOT
from fireteam.env.rules.d10_pool.tables import INCAPACITATED, LEVELS
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.ladder.plan.plan import BLOWS, SHOTS
from fireteam.env.rules.ladder.tables import LEVELS as RUNGS
from fireteam.env.rules.ladder.tables import OUT
from fireteam.env.rules.verbs import BRAWL_WITH, DODGE_WITH, PARRY_WITH, PASS, SINGLE_SHOT, TAKE_COVER

SEED, COUNT = 38, 60


@entry
def points_expected(battles, arenas, logs, attacker, target, verb):
    """Return the points of damage that a bot of Swan Song expects of an attack that is open, by its verb."""
    battle = battles[0]
    arena = arenas[battle.variant]
    model, firing = attack_of(battle, arena, attacker, verb)
    return expected(battle, arena, logs[0], attacker, target, model, firing, PASS, 0)


@entry
def points_left_by(battles, arenas, logs, reply):
    """Return the points of damage that a bot of Swan Song expects of the attack that it has to answer, if it does so."""
    battle = battles[0]
    frame = battle.stack[battle.depth - 1]
    arena = arenas[battle.variant]
    return expected(battle, arena, logs[0], frame.unit, frame.target, frame.weapon, frame.firing, reply, 0)


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
def life_left_by(battles, arenas, logs, dice):
    """Return the share of life that a bot of d10_pool expects the attack to take that it answers with so many dice."""
    battle = battles[0]
    frame = battle.stack[battle.depth - 1]
    return harm_taken(battle, arenas[battle.variant], logs[0], frame, frame.target, dice)


@entry
def share_expected(battles, arenas, logs, who, target, verb, actions):
    """Return the share of life that a bot of ladder expects an attack to take, one of so many actions."""
    return harm_share(battles[0], arenas[battles[0].variant], logs[0], who, target, verb, actions)


def share_of(levels: dict[str, float], names: tuple[str, ...], out: int, now: int) -> float:
    """Return the share of what a target has left, in wound levels, that odds take of it."""
    rises = sum(chance * (min(names.index(name), out) - now) for name, chance in levels.items())
    return float(min(rises / max(out - now, 1), 1))


def is_plain(battle: Battle, who: int, target: int) -> bool:
    """Return whether nothing stands between two units of Swan Song, and neither does anything that bots leave aside."""
    units, names = battle.record[0]["units"], [fighter.name for fighter in battle.field.roster]
    marks = ("called", "push", "last_stand", "prone")
    marked = any(units[one][name] for one in (who, target) for name in marks) or units["aboard"].max() >= 0
    open_ground = battle.cover(names[target], names[who]) == "none" and not battle.field.arena[0]["glassy"]
    return bool(open_ground and not marked and units[target]["carries"] < 0)


def told_and_quoted(system: str, battle: Battle, action: Action, odds: Any) -> tuple[float, float] | None:
    """Return what a bot expects of an attack or an answer, and what the odds of it are; None for what it leaves."""
    who, target = pair(battle, action)
    row, twin = battle.record[0], battle.copy()
    level = int(row["units"][target]["level"]) if system != "swan_song" else 0
    answers = battle.decision is not None and battle.decision.kind == "defend"
    if system == "swan_song":
        if not is_plain(battle, who, target):
            return None
        if answers:
            return points_left_by(*twin.arrays, action.verb), odds.expected
        return points_expected(*twin.arrays, who, target, action.verb), odds.expected
    if system == "d10_pool":
        quoted = share_of(odds.levels, LEVELS, INCAPACITATED, level)
        if odds.dodged is not None or (answers and action.verb not in (PASS, DODGE_WITH, PARRY_WITH, BRAWL_WITH)):
            return None
        if answers:
            return life_left_by(*twin.arrays, action.argument if action.verb != PASS else 0), quoted
        return life_expected(*twin.arrays, who, target, action.verb, int(action.verb == SINGLE_SHOT)), quoted
    if action.verb not in (*SHOTS, *BLOWS) or TAKE_COVER in row["units"][who]["plan"]["verb"]:
        return None
    quoted = share_of(odds.levels, RUNGS, OUT, level)
    if odds.may_answer:
        dodged = share_of(quote_attack(battle, action, "dodge").levels, RUNGS, OUT, level)
        quoted += MAY_EVADE * (dodged - quoted)
    return share_expected(*twin.arrays, who, target, action.verb, int(row["units"][who]["actions"]) + 1), quoted


@pytest.mark.parametrize("system", ["d10_pool", "ladder", "swan_song"])
def test_what_bots_expect_is_what_is_quoted(system: str) -> None:
    """Of every attack and answer that is open.

    Bots of Swan Song leave aside what stands between, and what a called shot, a pushed roll or a posture changes; those of
    ladder forget that a shooter which has declared to take cover shoots from behind it.
    """
    off, compared = [], 0
    for battle, action, odds in islice(attacks(system, np.random.default_rng(SEED)), COUNT):
        found = told_and_quoted(system, battle, action, odds)
        if found is None:
            continue
        compared += 1
        if found[0] != pytest.approx(found[1], abs=1e-5):
            off.append(f"{battle.field.scenario.title}, {battle.words(action)} of {battle.decision}: {found} {odds}")
    assert off == []
    assert compared > COUNT // 8
