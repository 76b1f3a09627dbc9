"""What ailments keep a unit from (SS-C3): actions that they close in its mask."""

from ..kernel import kernel
from ..verbs import CALL_OUT, CHARGE, MAX_VERBS, OFF_HAND, PICK_UP, RELOAD, SHOOT, SPRINT, STAND_UP, SWITCH, VOLLEY
from .tables import (
    BARE_HANDS,
    BROKEN_GRIP,
    BUCKLED,
    MUTE,
    NO_FIRING,
    SHOOT_OF_MODE,
    SLOWED,
    VOLLEY_OF_MODE,
    WINDED,
)

COMPLEX = 2  # action points from which on an action is complex (SS-A1)


@kernel
def close_for_the_ailing(battle, arena, who):
    """Close what a unit's ailments keep it from (SS-C3).

    Winded: complex actions, and Remedy is one. Slowed: sprints. Buckled: standing up. Broken grip: taking anything in hand.
    One without speech cannot call out.
    """
    unit = battle.units[who]
    ailing = unit.ailing
    if ailing >> WINDED & 1:
        close_complex(battle, arena, who)
    if ailing >> SLOWED & 1:
        battle.open[SPRINT] = 0
        if unit.runs > 0:
            battle.open[CHARGE] = 0
    if ailing >> BUCKLED & 1:
        battle.open[STAND_UP] = 0
    if ailing >> BROKEN_GRIP & 1:
        battle.open[SWITCH] = 0
        battle.open[OFF_HAND] = 0
        battle.open[PICK_UP] = 0
    if ailing >> MUTE & 1:
        battle.open[CALL_OUT] = 0


@kernel
def close_complex(battle, arena, who):
    """Close all that costs two action points or more; a shot costs what its way of firing costs (SS-A1, SS-C3)."""
    unit = battle.units[who]
    for verb in range(MAX_VERBS):
        if arena.cost[verb] >= COMPLEX:
            battle.open[verb] = 0
    if unit.hand == BARE_HANDS:
        return
    row = arena.sheets[who].weapons[unit.hand]
    if arena.weapons[row].reload_cost >= COMPLEX:
        battle.open[RELOAD] = 0
    if arena.weapons[row].firearm:
        mode = unit.held[unit.hand].mode
        if is_complex(arena, SHOOT_OF_MODE[mode]):
            battle.open[SHOOT] = 0
        if is_complex(arena, VOLLEY_OF_MODE[mode]):
            battle.open[VOLLEY] = 0


@kernel
def is_complex(arena, firing):
    """Return whether a way of firing is a complex action."""
    return firing != NO_FIRING and arena.firings[firing].cost >= COMPLEX
