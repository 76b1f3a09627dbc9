"""The dice of a round (DP-A3, DP-A4): a unit splits the smallest of its pools over what it does.

`unit.cap` is the smallest pool of what the unit has done or planned in the round, `unit.spent` the dice spent so far. A
further action brings in its own pool, and takes at least two of the unspent dice of the smallest. So the result is the same
as if the unit had planned all its actions at the beginning of the round. It plans ahead only for a defense: by the dice that
it keeps when it attacks.
"""

from fireteam.env.rules.kernel import kernel

from ..words.verbs import DICE
from .record import UNSPLIT

MOST_SHARE = len(DICE) - 1


@kernel
def can_act(unit):
    """Return whether a unit may do anything at all in this round."""
    return unit.stunned == 0 and unit.committed == 0


@kernel
def dice_left(unit, pool):
    """Return the dice of a pool that a unit may still use in this round: the unspent ones of its smallest pool."""
    return min(unit.cap, pool, MOST_SHARE) - unit.spent if can_act(unit) else 0


@kernel
def is_share(arena, unit, dice, pool):
    """Return whether an action with a pool may get `dice` dice: at least two, or the whole pool if it is the only action.

    A pool of three dice or fewer cannot be split: two dice go to one action, and the rest is too small (DP-A3).
    """
    left = dice_left(unit, pool)
    if dice > left or dice < 1:
        return False
    return dice >= arena.rules.least_share or (unit.spent == 0 and dice == left)


@kernel
def shares(arena, unit, pool):
    """Return the numbers of dice, a bit each, that a unit may put into an action with a pool (DP-A3)."""
    dice = 0
    for share in range(1, MOST_SHARE + 1):
        if is_share(arena, unit, share, pool):
            dice |= 1 << share
    return dice


@kernel
def can_afford(arena, unit, dice):
    """Return whether a unit can pay `dice` dice for an action without a roll; any number if it does nothing else."""
    if unit.spent == 0 and unit.kept == 0:
        return can_act(unit)
    return dice_left(unit, arena.rules.handling_pool) - unit.kept >= dice


@kernel
def take_share(arena, unit, dice):
    """Take dice out of the round's pool for an action without a roll, which counts as handling (DP-A3)."""
    take_dice(unit, dice, arena.rules.handling_pool)


@kernel
def take_dice(unit, dice, pool):
    """Take dice for an action; its pool becomes the smallest if it is (DP-A3). No more dice are kept than are left."""
    unit.cap = min(unit.cap, pool)
    unit.spent += dice
    unit.kept = min(unit.kept, max(unit.cap - unit.spent, 0))


@kernel
def commit(unit):
    """Take all dice of the round for one action (DP-A4)."""
    unit.committed = 1
    unit.kept = 0


@kernel
def begin_with_whole_pools(unit):
    """Give a unit all its dice back, as a round begins."""
    unit.cap = UNSPLIT
    unit.spent = 0
    unit.kept = 0
    unit.planned = 0
    unit.committed = 0
    unit.dedicated = 0
    unit.begun = 0


@kernel
def attack_dice(arena, unit, pool):
    """Return the dice that an attack with a pool takes: all that are left but the kept ones; 0 if too few (DP-A3)."""
    dice = dice_left(unit, pool) - unit.kept
    if unit.kept == 0:
        return dice if is_share(arena, unit, dice, pool) else 0
    return dice if dice >= arena.rules.least_share else 0


@kernel
def lose_dice(unit):
    """Take away the dice that a unit has left in this round, since it has botched an attack (DP-D1)."""
    unit.committed = 1
