"""The dice of the round that an action takes, as buttons show them (DP-A3)."""

from fireteam.env.rules.kernel import entry

from ..words.verbs import (
    DOOR,
    FULL_DEFENSE,
    JOG,
    OFF_HAND,
    PUNCH,
    RELOAD,
    RUN,
    SHOOT,
    SINGLE_SHOT,
    SPRAY,
    STRIKE,
    SWITCH,
)
from .attack.attack import dice_of_attack
from .attack.hands import NO_SLOT, slot_that_shoots, slot_that_strikes
from .rolls import pool_of
from .tables import DEXTERITY, DODGING, UNARMED


@entry
def dice_for(battles, arenas, who, verb):
    """Return the dice that an open verb of the unit's own turn takes, in the battle of the first row; 0 for none."""
    battle = battles[0]
    arena = arenas[battle.variant]
    unit = battle.units[who]
    if verb in (DOOR, RELOAD, SWITCH, OFF_HAND):
        return arena.rules.handling_dice
    if verb in (JOG, RUN):
        return arena.rules.pace_dice
    if verb == FULL_DEFENSE:
        return pool_of(battle, arena, who, DEXTERITY, DODGING)
    if verb == PUNCH:
        return dice_of_attack(battle, arena, who, UNARMED, False)
    if verb == STRIKE or verb in (SHOOT, SINGLE_SHOT, SPRAY):
        slot = slot_that_strikes(arena, who, unit) if verb == STRIKE else slot_that_shoots(arena, who, unit)
        if slot != NO_SLOT:
            return dice_of_attack(battle, arena, who, arena.sheets[who].weapons[slot], verb == SPRAY)
    return 0
