"""What an attack does to a body (LD-H): damage less armor, wound levels, being out."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import DEAD, DOWN, NOBODY, UP

from ..words import events
from . import clauses
from .aim import lose_aim
from .plan import drop_plan
from .tables import ADDED, CRITICAL, OUT

MOST_LEVEL = 100


@kernel
def hurt(battle, arena, log, attacker, target, outcome, bonus, shield, cover):
    """Apply an attack that hit with an outcome; return the damage: outcome + bonus - armor, which all adds up (LD-H1).

    `shield` and `cover` are the armor in the way of the attack. The example of the source: a roll of 0 with Ranged 3 hits
    for 3; a weapon of 3 makes it 6, armor takes 1 off: five levels, critically wounded (LD-H3).
    """
    damage = log_damage(arena, log, target, outcome, bonus, shield, cover)
    emit(battle, log, events.HIT, attacker, target, outcome, max(damage, 0), 0)
    carry_terms(log)
    if damage <= 0:
        emit(battle, log, events.NO_EFFECT, attacker, target, 0, 0, 0)
        return 0
    wound(battle, arena, log, attacker, target, damage)
    return damage


@kernel
def log_damage(arena, log, target, outcome, bonus, shield, cover):
    """Return the damage of a hit, and log its terms (LD-H1)."""
    damage = term(log, clauses.OUTCOME, outcome) + term(log, clauses.BONUS, bonus)
    damage += term(log, clauses.ARMOR, -arena.sheets[target].armor)
    return damage + term(log, clauses.THROUGH_SHIELD, -shield) + term(log, clauses.THROUGH_COVER, -cover)


@kernel
def carry_terms(log):
    """Attach the terms logged since the last roll to the last event."""
    if log.count == 0 or log.terms_count == log.terms_from:
        return
    event = log.events[log.count - 1]
    event.terms_from = log.terms_from
    event.terms_count = log.terms_count - log.terms_from
    log.terms_from = log.terms_count


@kernel
def wound(battle, arena, log, attacker, target, damage):
    """Raise a wound level by damage (LD-H2), and emit the events that follow."""
    unit = battle.units[target]
    cite(log, clauses.WOUND_LEVEL)
    battle.quiet = 0
    emit(battle, log, events.DAMAGE, attacker, target, damage, 0, 0)
    unit.level = level_after(arena, unit.level, damage)
    lose_aim(unit)
    if unit.level < OUT:
        emit(battle, log, events.WOUNDED, NOBODY, target, unit.level, 0, 0)
        if unit.level == CRITICAL and arena.rules.no_walking:
            unit.metres = 0
        return
    fall(battle, arena, log, attacker, target)


@kernel
def level_after(arena, level, damage):
    """Return the wound level after damage: levels add up; by the option `wounds` only the worst counts (LD-H2)."""
    if arena.rules.option_wounds == ADDED:
        return min(level + damage, MOST_LEVEL)
    return min(max(level, damage), MOST_LEVEL)


@kernel
def fall(battle, arena, log, attacker, target):
    """Take a unit out of the fight: it drops what it holds; with enough damage it dies, and things are destroyed (LD-H2)."""
    unit = battle.units[target]
    if unit.holds != NOBODY:
        undo_hold(battle, target)
    if unit.held_by != NOBODY:
        undo_hold(battle, unit.held_by)
    unit.awaits = NOBODY
    unit.metres = 0
    drop_plan(battle, unit)
    if unit.level >= arena.rules.dead_at or arena.sheets[target].inanimate:
        unit.status = DEAD
        emit(battle, log, events.DEAD, attacker, target, 0, 0, 0)
    elif unit.status == UP:
        unit.status = DOWN
        emit(battle, log, events.UNCONSCIOUS, attacker, target, 0, 0, 0)


@kernel
def undo_hold(battle, holder):
    """Clear the hold of a unit, on both sides."""
    unit = battle.units[holder]
    other = battle.units[unit.holds]
    other.held_by = NOBODY
    other.pinned = 0
    unit.holds = NOBODY
    unit.strangles = 0


@kernel
def drop_hold(battle, log, who):
    """Let a unit release its hold."""
    target = battle.units[who].holds
    undo_hold(battle, who)
    emit(battle, log, events.HOLD_ENDS, who, target, 0, 0, 0)
