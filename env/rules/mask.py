"""The mask of the pending decision, `battle.open`: a number for each verb, in it a bit for each legal argument."""

from .kernel import kernel
from .record import MAX_UNITS


@kernel
def close_all(battle):
    """Close every action."""
    for verb in range(len(battle.open)):
        battle.open[verb] = 0


@kernel
def only_choice(battle, verb):
    """Return whether a verb without argument is all that is open."""
    for other in range(len(battle.open)):
        if battle.open[other] != 0 and other != verb:
            return False
    return True


@kernel
def is_open(battle, verb, argument):
    """Return whether an action is legal for the pending decision."""
    if verb < 0 or verb >= len(battle.open) or argument < 0 or argument >= MAX_UNITS:
        return False
    return battle.open[verb] >> argument & 1 == 1
