"""What ailments keep a unit from (SS-C3): actions that they close in its mask."""

from fireteam.env.rules.arena import BARE_HANDS, MAX_WEAPONS
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.verbs import HANDS

from ...words.verbs import (
    AIM,
    BREACH,
    CALL_OUT,
    CHARGE,
    OBSERVE,
    OFF_HAND,
    PICK_UP,
    RELOAD,
    SHOOT,
    SPRINT,
    STAND_UP,
    SWITCH,
    VERBS,
    VOLLEY,
)
from ..pairs import BOTH, is_blind, lost_arms
from ..tables import BUCKLED, MUTE, NO_FIRING, SHOOT_OF_MODE, SLOWED, VOLLEY_OF_MODE, WINDED
from .hands import is_one_handed, weapon_lying_here, wields

HANDIWORK = VERBS.with_traits(HANDS)
COMPLEX = 2  # action points from which on an action is complex (SS-A1)


@kernel
def close_for_the_ailing(battle, arena, who):
    """Close the actions that a unit's ailments prevent (SS-C3).

    Winded: complex actions, and Remedy is one. Slowed: sprints. Buckled: standing up. Without eyes nobody observes or
    aims, without speech nobody calls out, and lost hands hold nothing.
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
    if lost_arms(unit):
        close_for_lost_hands(battle, arena, who)
    if is_blind(unit):
        battle.open[OBSERVE] = battle.open[AIM] = 0
    if ailing >> MUTE & 1:
        battle.open[CALL_OUT] = 0


@kernel
def close_for_lost_hands(battle, arena, who):
    """Close the actions for which a unit lacks hands (SS-C3): with one, what takes two; with none, all handiwork.

    Actions of the weapon in hand are never opened if a hand for it is missing (`hands.wields`).
    """
    unit = battle.units[who]
    battle.open[OFF_HAND] = 0
    if lost_arms(unit) == BOTH:
        for verb in HANDIWORK:
            battle.open[verb] = 0
        return
    for slot in range(MAX_WEAPONS):
        if not is_one_handed(arena, who, slot):
            battle.open[SWITCH] &= ~(1 << slot)
    slot = weapon_lying_here(arena, who, unit)
    if slot >= 0 and not is_one_handed(arena, who, slot):
        battle.open[PICK_UP] = 0
    if not wields(arena, unit, arena.sheets[who]):
        battle.open[BREACH] = 0


@kernel
def close_complex(battle, arena, who):
    """Close all that costs two action points or more; a shot costs what its way of firing costs (SS-A1, SS-C3)."""
    unit = battle.units[who]
    for verb in range(len(battle.open)):
        if arena.cost[verb] >= COMPLEX:
            battle.open[verb] = 0
    if unit.hand == BARE_HANDS:
        return
    model = arena.sheets[who].weapons[unit.hand]
    if arena.weapons[model].reload_cost >= COMPLEX:
        battle.open[RELOAD] = 0
    if arena.weapons[model].firearm:
        mode = unit.held[unit.hand].mode
        if is_complex(arena, SHOOT_OF_MODE[mode]):
            battle.open[SHOOT] = 0
        if is_complex(arena, VOLLEY_OF_MODE[mode]):
            battle.open[VOLLEY] = 0


@kernel
def is_complex(arena, firing):
    """Return whether a way of firing is a complex action."""
    return firing != NO_FIRING and arena.firings[firing].cost >= COMPLEX
