"""What shared code asks of the toy: the small kernels of the rules interface; of the others the defaults do."""

from fireteam.env.rules.kernel import kernel

from .record import POINTS


@kernel
def life(battle, arena, who):
    """Return the points left, and those of a fresh unit."""
    return battle.units[who].life, arena.sheets[who].life


@kernel
def make_ready(battle, arena, who, other):
    """Let a unit of which nothing is known act after the one that decides."""
    battle.units[other].score = battle.units[who].score - 1


@kernel
def forget_means(battle, arena, who):
    """Take away nothing: what units of the toy have in hand is plain to see."""


@kernel
def forget_condition(battle, arena, who):
    """Make an enemy unhurt."""
    battle.units[who].life = arena.sheets[who].life


@kernel
def forget_unknown(battle, arena, team, unknown):
    """Forget nothing more: who asks for an answer is known."""


@kernel
def weapon_in_hand(battle, arena, who):
    """Return the reach of the weapon, in metres; -1 for a knife."""
    return arena.sheets[who].reach if arena.sheets[who].reach > arena.scale else -1


@kernel
def in_range(battle, arena, weapon, metres):
    """Return whether a weapon reaches so far."""
    return metres <= max(weapon, arena.scale)


@kernel
def walk_rate(battle, arena, who):
    """Return the metres of a phase that is spent on steps."""
    return POINTS * arena.scale


@kernel
def reach(battle, arena, who):
    """Return the metres of the points that are left, twice: nobody runs."""
    metres = battle.units[who].ap * arena.scale
    return metres, metres
