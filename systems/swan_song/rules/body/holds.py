"""Holds: which unit holds which in a grapple, and how a hold ends (ladder LD-G1).

How one is won and broken: `grapple.py`.
"""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit
from fireteam.env.rules.record import NOBODY

from ...words import events
from ..record import FREE_OF_HOLD


@kernel
def lose_grip(unit):
    """Let a unit hold nobody any more."""
    unit.holds = NOBODY
    unit.kept_hold = 0


@kernel
def come_free(unit):
    """Let a unit be held by nobody any more."""
    unit.held_by = NOBODY
    unit.hold = FREE_OF_HOLD


@kernel
def end_hold(battle, log, holder):
    """End the hold that unit `holder` has on another."""
    held = battle.units[holder].holds
    lose_grip(battle.units[holder])
    come_free(battle.units[held])
    emit(battle, log, events.HOLD_ENDS, holder, held, 0, 0, 0)


@kernel
def end_holds(battle, log, who):
    """End the hold a unit has and the one it is in: it has fallen, or lost its grip."""
    if battle.units[who].holds != NOBODY:
        end_hold(battle, log, who)
    if battle.units[who].held_by != NOBODY:
        end_hold(battle, log, battle.units[who].held_by)


@kernel
def is_in_a_hold(unit):
    """Return whether a unit holds somebody or is held: it cannot move, nor act out of turn (LD-G1)."""
    return unit.holds != NOBODY or unit.held_by != NOBODY
