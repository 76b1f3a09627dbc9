"""Notes on a watched battle: life and places by round, each unit's fate, every attack."""

import numpy as np

from fireteam.env.rules import record
from fireteam.env.rules.events import (
    AIMS,
    ATTACKS,
    BY_BLAST,
    BY_EFFORT,
    BY_RAMMING,
    BY_WEAPON,
    DEAD,
    HURTS,
    NO_WAY,
    PHASE_BEGINS,
    PINS,
    ROUND,
    STEP,
    TAKE_COVER,
    UNCONSCIOUS,
    UNTOLD,
)
from fireteam.env.rules.interface import life_share
from fireteam.env.rules.kernel import Array, Record, entry, kernel
from fireteam.env.rules.record import MAX_UNITS, NOBODY, NOWHERE
from fireteam.env.rules.verbs import PASS

MAX_SHOTS = 512  # attacks of a battle that are written down
KINDS_OF_DECISIONS = 16

FATE = np.dtype(
    [
        ("dealt", "i4"),  # points of health and Strain it cost its enemies
        ("taken", "i4"),
        ("steps", "i4"),
        ("phases", "i2"),
        ("covers", "i2"),  # times it took cover
        ("attacks", "i2"),
        ("fired_on", "i2"),  # attacks made at it
        ("pinned", "i2"),  # times that suppressive fire kept it down
        ("decisions", "i4", KINDS_OF_DECISIONS),  # by kind, a number of the system's
        ("declined", "i4", KINDS_OF_DECISIONS),  # those of them that were answered by letting the moment pass
        ("fell", "i2"),  # round of its first fall, unconscious or dead, 0 for none
        ("died", "i2"),  # round
        ("place", "i2"),  # 1 for the first of the battle to fall
        ("fell_on", "i2"),  # tile
        ("felled_by", "i1"),
        ("cause", "i1"),  # BY_WEAPON to UNTOLD, of `events.py`
        ("weapon", "i2"),  # of the cause: model, below 0 for bare hands
        # what is followed from event to event
        ("here", "i2"),
        ("way", "i1"),  # how it does harm, since its last attack
        ("armed", "i2"),
        ("hurt_by", "i1"),
        ("hurt_way", "i1"),
        ("hurt_with", "i2"),
    ],
    align=True,
)

SHOT = np.dtype([("start", "i2"), ("end", "i2"), ("actor", "i1"), ("target", "i1")], align=True)

WATCH = np.dtype(
    [
        ("fates", FATE, MAX_UNITS),
        ("shots", SHOT, MAX_SHOTS),
        ("shot_count", "i4"),
        ("lost", "i4"),  # attacks that found no room
        ("falls", "i2"),
        ("now", "i2"),  # round
    ],
    align=True,
)


@kernel
def note_step(battle: Record, arena: Record, log: Record, watch: Record, who: int, decision: int, verb: int) -> None:
    """Write down a decision and the events it led to.

    Args:
        who: the unit that decided, NOBODY when the battle has just begun.
        decision: the number of the kind of decision. verb: the verb that was chosen.
    """
    if who != NOBODY:
        kind = min(decision, KINDS_OF_DECISIONS - 1)
        watch.fates[who].decisions[kind] += 1
        if verb == PASS:
            watch.fates[who].declined[kind] += 1
    for row in range(log.count):
        event = log.events[row]
        if event.kind == ROUND:
            watch.now = event.value
        elif event.target != NOBODY and (event.kind == UNCONSCIOUS or event.kind == DEAD):
            note_fall(watch, event.kind, event.actor, event.target)
        elif event.target != NOBODY and log.kinds[event.kind].traits & HURTS:
            note_harm(battle, watch, log.kinds[event.kind].way, event.actor, event.target, event.value)
        elif event.actor != NOBODY:
            note_deed(watch, log.kinds[event.kind], event.kind, event.actor, event.target, event.tile, event.value)
    for number in range(arena.units):
        watch.fates[number].here = battle.units[number].y * arena.width + battle.units[number].x


@kernel
def note_deed(watch: Record, known: Record, kind: int, who: int, target: int, tile: int, value: float) -> None:
    """Record what a unit does: steps, phases, cover, attacks, and its current way of doing harm.

    `known` is the entry of the kind, a record of KIND.
    """
    fate = watch.fates[who]
    if kind == STEP:
        fate.here = tile
        fate.steps += 1
    elif kind == PHASE_BEGINS:
        fate.phases += 1
    elif kind == TAKE_COVER:
        fate.covers += 1
    elif known.traits & PINS:
        fate.pinned += 1
    if known.way >= BY_WEAPON and known.way <= BY_RAMMING:
        fate.way = known.way
        if known.way == BY_WEAPON or known.way == BY_BLAST:
            fate.armed = value
    if known.traits & ATTACKS and target != NOBODY:
        watch.fates[target].fired_on += 1
    if known.traits & AIMS:
        note_shot(watch, who, target, watch.fates[target].here if known.traits & ATTACKS and target != NOBODY else tile)


@kernel
def note_shot(watch: Record, who: int, target: int, end: int) -> None:
    """Write down an attack, from the tile where the unit stands to the tile `end`."""
    watch.fates[who].attacks += 1
    if watch.shot_count == MAX_SHOTS or end == NOWHERE:
        watch.lost += 1
        return
    shot = watch.shots[watch.shot_count]
    watch.shot_count += 1
    shot.start = watch.fates[who].here
    shot.end = end
    shot.actor = who
    shot.target = target


@kernel
def note_harm(battle: Record, watch: Record, way: int, actor: int, target: int, amount: int) -> None:
    """Note who harmed a unit and how; the event that puts it down later may name nobody.

    `way` is the way in which the kind of the event harms, NO_WAY if the kind has none.
    """
    fate = watch.fates[target]
    fate.taken += amount
    fate.hurt_by = actor
    if actor != NOBODY:
        fate.hurt_way = watch.fates[actor].way
        fate.hurt_with = watch.fates[actor].armed
        if battle.units[actor].team != battle.units[target].team:
            watch.fates[actor].dealt += amount
    elif way != NO_WAY:
        fate.hurt_way = way
    elif fate.hurt_way != BY_EFFORT:  # what is too much for the effort goes into health
        fate.hurt_way = UNTOLD


@kernel
def note_fall(watch: Record, kind: int, actor: int, target: int) -> None:
    """Write down that a unit falls, the first time, and that it dies."""
    fate = watch.fates[target]
    if kind == DEAD and fate.died == 0:
        fate.died = watch.now
    if fate.fell != 0:
        return
    watch.falls += 1
    fate.fell = watch.now
    fate.place = watch.falls
    fate.fell_on = fate.here
    fate.felled_by = actor if actor != NOBODY else fate.hurt_by
    if actor != NOBODY and actor != fate.hurt_by:
        fate.hurt_way = watch.fates[actor].way
        fate.hurt_with = watch.fates[actor].armed
    fate.cause = fate.hurt_way
    fate.weapon = fate.hurt_with


@kernel
def note_round(battle: Record, arena: Record, before: Record, lives: Array, places: Array) -> None:
    """Record the life of every team and everybody's tile, if a round, or the battle, has just ended.

    Args:
        before: number of the round before the last step, 0 before the battle began.
        lives: float32, shape (rounds + 1, MAX_TEAMS): `life_of_team` at the start, then at the end of each round. Written.
        places: int16, shape (rounds + 1, MAX_UNITS): tiles of those who are up, NOWHERE for others. Written.
    """
    if battle.round_number == before and battle.over == 0:
        return
    for number in range(before, max(battle.round_number, before + 1)):
        for team in range(arena.teams):
            lives[number, team] = life_of_team(battle, arena, team)
        for who in range(arena.units):
            unit = battle.units[who]
            places[number, who] = unit.y * arena.width + unit.x if unit.status == record.UP else NOWHERE


@kernel
def life_of_team(battle: Record, arena: Record, team: int) -> float:
    """Return the share of life that a team has left, 0 to 1: the mean over its units, machines apart.

    A unit that is down or dead, or has surrendered, counts 0. A unit that has left the map, or has yet to come, counts with
    the life that it has.
    """
    left, units = 0.0, 0
    for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
        if arena.sheets[who].inanimate == 0:
            units += 1
            if battle.units[who].status not in (record.DOWN, record.DEAD, record.SURRENDERED):
                left += min(max(life_share(battle, arena, who), 0.0), 1.0)
    return left / max(units, 1)


@entry
def watch_row(
    battles: Array, arenas: Array, logs: Array, before: Array, who: int, decision: int, verb: int, lives: Array,
    places: Array, watches: Array,
) -> None:  # fmt: skip
    """Do `note_step` and `note_round` for the battle in the first row, from Python."""
    battle = battles[0]
    arena = arenas[battle.variant]
    note_step(battle, arena, logs[0], watches[0], who, decision, verb)
    note_round(battle, arena, before, lives[0], places[0])
