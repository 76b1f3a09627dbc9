"""The worth of a position to a team: a few numbers that every rule system has; chances to win are computed from them.

Luck is the worth of the position that the dice led to, less the average over other dice. It is 0 on average for any
definition of worth. So these numbers decide only how much of the luck is seen; the result is always unbiased.
"""

from fireteam.env.rules.arena import EXIT, HOLD, PROTECT
from fireteam.env.rules.interface import life_share
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import NOBODY, UP

TRAITS = ("end", "life", "force", "edge", "numbers", "goal")
"""What is told of a position, each from -1 to 1, above 0 where it is good for the team:

end: the battle is over, and how; all others are 0 then.
life, force, edge: its life a against that of the others b: a - b, and (a^n - b^n) / (a^n + b^n) with n = 2 and n = 6, since
    a small lead in strength is a large one in the end (Lanchester, 1916).
numbers: its share of units that are up, less the others'.
goal: how near it is to its objective, less how near they are to theirs.
"""
COUNT = len(TRAITS)


@kernel
def write_worth(battle: Record, arena: Record, team: int, traits: Array) -> None:
    """Write TRAITS of a position, from the view of a team, float64 of shape (COUNT,)."""
    for number in range(COUNT):
        traits[number] = 0.0
    others = arena.teams - 1
    if battle.over:
        if battle.winner != NOBODY:
            traits[0] = 1.0 if battle.winner == team else -1.0 / others
        return
    own, their, up, their_up, goal, their_goal = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for other in range(arena.teams):
        life, standing = strength(battle, arena, other)
        if other == team:
            own, up, goal = life, standing, progress(battle, arena, other)
        else:
            their += life / others
            their_up += standing / others
            their_goal = max(their_goal, progress(battle, arena, other))
    traits[1] = own - their
    traits[2] = lead(own * own, their * their)
    traits[3] = lead(own**6, their**6)
    traits[4] = up - their_up
    traits[5] = goal - their_goal


@kernel
def lead(own: float, their: float) -> float:
    """Return by how much one strength exceeds another, -1 to 1."""
    both = own + their
    return (own - their) / both if both > 0.0 else 0.0


@kernel
def strength(battle: Record, arena: Record, team: int) -> tuple[float, float]:
    """Return the shares of life and of units that a team has left, 0 to 1; units still to enter count as whole."""
    goal = arena.goals[team]
    life, standing = 0.0, 0.0
    for who in range(goal.first, goal.first + goal.count):
        if battle.units[who].status <= UP:
            life += min(max(life_share(battle, arena, who), 0.0), 1.0)
            standing += 1.0
    return life / goal.count, standing / goal.count


@kernel
def progress(battle: Record, arena: Record, team: int) -> float:
    """Return how near a team is to its objective, 0 to 1: rounds held, units brought out, life of the protected unit."""
    goal = arena.goals[team]
    if goal.kind == HOLD:
        return min(battle.teams[team].rounds_held / max(goal.needed, 1), 1.0)
    if goal.kind == EXIT:
        return min(battle.teams[team].escaped / max(goal.needed, 1), 1.0)
    if goal.kind == PROTECT and battle.units[goal.unit].status <= UP:
        return min(max(life_share(battle, arena, goal.unit), 0.0), 1.0)
    return 0.0
