"""Holds: who has whom in a grapple, and how a hold ends (ladder LD-G1). How one is won and broken: `grapple.py`."""

from ... import log as tells
from ...kernel import kernel
from ...log import tell
from ...record import FREE_OF_HOLD, NOBODY


@kernel
def end_hold(battle, log, holder):
    """End the hold a unit has on another."""
    held = battle.units[holder].holds
    battle.units[holder].holds = NOBODY
    battle.units[holder].kept_hold = 0
    battle.units[held].held_by = NOBODY
    battle.units[held].hold = FREE_OF_HOLD
    tell(battle, log, tells.HOLD_ENDS, holder, held, 0, 0, 0)


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
