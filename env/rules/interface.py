"""The rules interface: the kernels that shared code calls in every rule system. Each system has them in its `port`.

A system may leave out an `overridable` kernel: then the body in this file runs.

Bots, observations, search, reward and pictures are written against it. A kernel's first argument is the battle: the type of
its record says which system is asked. `battle`, `arena` and `log` are single records of the system; units are numbers.
"""

from .kernel import Array, Record, by_system, entry, kernel, overridable

DONE, ILLEGAL, FINISHED = range(3)  # what step returns
START = -1  # the verb with which a battle that was just set up begins


@entry
def step_row(battles: Array, arenas: Array, logs: Array, verb: int, argument: int) -> int:
    """Step the battle in the first row of an array. Python calls this one, since arrays pass faster than single records."""
    battle = battles[0]
    return step(battle, arenas[battle.variant], logs[0], verb, argument)


@by_system
def step(battle: Record, arena: Record, log: Record, verb: int, argument: int) -> int:
    """Resolve the pending decision and run to the next one; return DONE, or leave all as it is and return why not."""


@by_system
def faces(battle: Record) -> int:
    """Return how many faces a die of the system has, FACES of its port: they show the numbers from 1 to that."""


@by_system
def life(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the points of life that a unit has left, 0 or below for none, and those of a fresh one."""


@kernel
def life_share(battle: Record, arena: Record, who: int) -> float:
    """Return the life a unit has left as a share of what it has when fresh; below 0 for one that is dying."""
    left, full = life(battle, arena, who)
    return left / full


@overridable
def buffer(battle: Record, arena: Record, who: int) -> int:
    """Return the points that a unit loses before it loses life."""
    return 0


@overridable
def hand(battle: Record, who: int) -> int:
    """Return the slot of the weapon in hand: its place in `arena.harm[who]`."""
    return 0


@by_system
def weapon_in_hand(battle: Record, arena: Record, who: int) -> int:
    """Return the weapon in hand as `fights_close` and `in_range` take it: a number of the system's own, below 0 for none."""


@overridable
def fights_close(battle: Record, arena: Record, weapon: int) -> bool:
    """Return whether a weapon, or bare hands, harms only by touch."""
    return weapon < 0


@by_system
def in_range(battle: Record, arena: Record, weapon: int, metres: int) -> bool:
    """Return whether a weapon, or none, reaches `metres` metres."""


@by_system
def walk_rate(battle: Record, arena: Record, who: int) -> int:
    """Return the metres that a unit walks in a round."""


@by_system
def reach(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the metres that a unit can go in this phase at a walk, and the metres that it can go when it hurries."""


@overridable
def pace_to_declare(battle: Record, arena: Record, who: int, metres: int) -> int:
    """Return the verb that a unit declares before it goes `metres` metres; -1 if none is needed, or none is open."""
    return -1


@overridable
def deceives(battle: Record) -> bool:
    """Return whether a team is deceived though nothing is hidden from it: it believes a feint."""
    return False


@overridable
def is_blind(battle: Record, who: int) -> bool:
    """Return whether a unit sees nothing, whatever stands before it."""
    return False


@overridable
def is_deaf(battle: Record, who: int) -> bool:
    """Return whether a unit hears nothing."""
    return False


@by_system
def make_ready(battle: Record, arena: Record, who: int, other: int) -> None:
    """Make unit `other`, of which nothing is known, ready to act: with the initiative that it is expected to have.

    Args:
        who: the unit that decides; `other` counts as having acted already if its turn would have come before.
    """


@overridable
def forget_means(battle: Record, arena: Record, who: int) -> None:
    """Replace an enemy's means, plans and orders by those that it entered the battle with."""


@by_system
def forget_condition(battle: Record, arena: Record, who: int) -> None:
    """Make an enemy unhurt and rested, with no ailments; one that is down does not get worse."""


@by_system
def forget_unknown(battle: Record, arena: Record, team: int, unknown: int) -> None:
    """Remove every hint at what a team does not know from a battle: pending business, fire, relations between units.

    Args:
        unknown: units that the team does not know, a bit each. They are ABSENT already.
    """


@by_system
def metres_left(battle: Record, arena: Record, who: int) -> int:
    """Return the metres that a unit may still go in this phase without another declaration."""


@overridable
def metres_to_declare(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the metres that a unit gains by declaring its walk, 0 if it has, and those it gains by each run."""
    return 0, 0


@overridable
def strike_reach(battle: Record, arena: Record, who: int) -> int:
    """Return the metres within which a unit may strike at somebody who moves past."""
    return arena.scale


@overridable
def in_zone(battle: Record, arena: Record, zone: int, x: int, y: int) -> bool:
    """Return whether the tile (x, y) lies in a zone of fire, a number."""
    return False
