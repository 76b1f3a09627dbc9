"""Surprise (DP-T3): hidden units may strike those who did not notice them, before initiative is rolled."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit, term
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import know_unit

from ...words import events, purposes
from .. import clauses
from ..record import FREE_PHASE
from ..rolls import log_pool, pool_of, roll
from ..stack import push
from ..tables import ALERTNESS, ASLEEP, AWAKE, DEXTERITY, MEDITATING, PERCEPTION, STEALTH


@kernel
def test_surprise(battle, arena, log):
    """Roll Stealth for hidden units and Alertness for their enemies; give a free attack to units that surprise anybody."""
    hiding = 0
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status != UP or arena.sheets[who].inanimate:
            continue
        if unit.hidden:
            hiding |= 1 << unit.team
            unit.stealth = roll_mind(battle, arena, log, who, purposes.STEALTH, DEXTERITY, STEALTH)
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status == UP and arena.sheets[who].inanimate == 0 and hiding & ~(1 << unit.team):
            unit.alert = roll_mind(battle, arena, log, who, purposes.ALERTNESS, PERCEPTION, ALERTNESS)
    wake_the_alert(battle, arena, log)
    who = next_surpriser(battle, arena, NOBODY)
    if who != NOBODY:
        push(battle, FREE_PHASE, who, NOBODY)


@kernel
def wake_the_alert(battle, arena, log):
    """Wake units that sleep or meditate, if nobody has surprised them: they noticed, and can defend themselves."""
    for who in range(arena.units):
        if battle.units[who].status != UP or battle.units[who].mind == AWAKE:
            continue
        surprised = False
        for other in range(arena.units):
            enemy = battle.units[other]
            if enemy.status == UP and enemy.team != battle.units[who].team and surprises(battle, other, who):
                surprised = True
        if not surprised:
            battle.units[who].mind = AWAKE
            emit(battle, log, events.STARTLED, NOBODY, who, 0, 0, 0)


@kernel
def next_surpriser(battle, arena, after):
    """Return the first unit beyond number `after` that surprises anybody, NOBODY if there is none."""
    for who in range(after + 1, arena.units):
        unit = battle.units[who]
        if unit.status == UP and unit.stealth >= 0 and surprises_anybody(battle, arena, who):
            return who
    return NOBODY


@kernel
def roll_mind(battle, arena, log, who, purpose, attribute, ability):
    """Roll and return the successes of Stealth or Alertness; sleepers and those who meditate notice less (DP-T3)."""
    pool = pool_of(battle, arena, who, attribute, ability)
    log_pool(battle, arena, log, who, attribute, ability, pool)
    difficulty = term(log, clauses.BASE, arena.rules.surprise_difficulty)
    if battle.units[who].mind == ASLEEP and purpose == purposes.ALERTNESS:
        difficulty += term(log, clauses.ASLEEP, arena.rules.asleep)
    elif battle.units[who].mind == MEDITATING and purpose == purposes.ALERTNESS:
        difficulty += term(log, clauses.MEDITATING, arena.rules.meditating)
    successes, _ = roll(battle, arena, log, who, NOBODY, purpose, pool, difficulty)
    return successes


@kernel
def surprises(battle, who, other):
    """Return whether a unit has surprised another: it has more successes of Stealth than the other has of Alertness."""
    return battle.units[who].stealth > battle.units[other].alert


@kernel
def surprises_anybody(battle, arena, who):
    """Return whether a unit has surprised any enemy."""
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.status == UP and enemy.team != battle.units[who].team and arena.sheets[other].inanimate == 0:
            if surprises(battle, who, other):
                return True
    return False


@kernel
def end_surprise(battle, arena, log):
    """End the surprise: all are awake, nobody hides any longer, and the dice of the first round are whole."""
    for who in range(arena.units):
        unit = battle.units[who]
        unit.mind = AWAKE
        unit.stealth = -1
        unit.alert = 0
        if unit.hidden:
            unit.hidden = 0
            know_unit(battle, who, 1)
            emit(battle, log, events.REVEALED, NOBODY, who, 0, 0, 0)
