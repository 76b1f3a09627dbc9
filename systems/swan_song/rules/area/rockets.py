"""Rockets (SS-A4, SS-B6): a shot that harms by its blast."""

from fireteam.env.rules.ground.sight import TOTAL, cover_of, lane
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit_at
from fireteam.env.rules.record import NOBODY

from ...words import events, purposes
from ...words.verbs import SHOOT
from .. import clauses
from ..attack.attack import accuracy, attack_pool, spend_attack, turn_to
from ..attack.glitches import suffer_glitch
from ..karma import hold_test
from ..pools import NO_GLITCH, roll
from ..tables import NO_FIRING
from .explosions import set_off
from .scatter import end_of_flight, stray


@kernel
def launch(battle, arena, log, who, target, model):
    """Fire a rocket at an enemy: an ordinary shot, but to land on its mark it needs as many hits as a throw does.

    It goes off at once, at the first barrier on its way where the enemy is hidden; the defense is against its blast.
    """
    unit = battle.units[who]
    other = battle.units[target]
    turn_to(battle, who, target)
    cite(log, clauses.ATTACK_OF_THE_PHASE)
    unit.held[unit.hand].ammo -= 1
    hidden = cover_of(battle, arena, other, unit) == TOTAL
    pool = attack_pool(battle, arena, log, who, target, model, NO_FIRING, hidden)
    hits, glitch = roll(battle, arena, log, who, target, purposes.ATTACK, pool, accuracy(arena, who, model))
    hold_test(battle, who, NOBODY, SHOOT, target, hits, glitch, 0)


@kernel
def land_rocket(battle, arena, log, who, target, hits, glitch):
    """Let a fired rocket land; the effects of a glitch of the shot come last."""
    unit = battle.units[who]
    other = battle.units[target]
    model = arena.sheets[who].weapons[unit.hand]
    hidden = cover_of(battle, arena, other, unit) == TOTAL
    start, mark = lane(battle, arena, unit, other)
    tile, barrier = end_of_flight(battle, arena, start, mark, hidden)
    astray = 0
    if hits < arena.rules.throw_threshold:
        tile, barrier, astray = stray(battle, arena, log, who, model, tile, hits)
    emit_at(battle, log, events.THROWN, who, tile, model, astray)
    set_off(battle, arena, log, who, model, tile, barrier, hits)
    spend_attack(arena, unit, model, NO_FIRING)
    unit.shot = 1  # everybody hears it
    if glitch != NO_GLITCH:
        suffer_glitch(battle, arena, log, who, battle.units[who].hand, glitch)
