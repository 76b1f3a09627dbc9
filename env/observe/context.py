"""What an agent sees first: the pending decision, the clock, its own state, its weapon, its team's objective.

The clock and the objective are the same in every rule system.
"""

from typing import Any, NamedTuple

from ..rules.arena import EXIT, HOLD
from ..rules.decisions import DecisionKind
from ..rules.ground.grid import tile_of
from ..rules.kernel import kernel
from ..rules.record import ABSENT
from ..rules.sides.knowledge import has_come, hides_something
from ..rules.sides.objectives import standing
from .features import Feature, clipped, features_of
from .interface import tables, write_own_context


class Context(NamedTuple):
    """What every rule system has in its context: features, or their places. Those of the objective follow each other."""

    round: Any = "rounds fought / round limit"
    own_standing: Any = "share of the own team that can act"
    others_standing: Any = "share of all others that can act, as far as the team knows"
    goal_eliminate: Any = "1 if the team's objective is to eliminate"
    goal_hold: Any = "1 if it is to hold ground"
    goal_exit: Any = "1 if it is to reach an exit"
    goal_protect: Any = "1 if it is to protect a ward"
    progress: Any = "rounds held or units brought out / needed"
    rival_progress: Any = "the same of the best other team"
    on_goal: Any = "1 on a tile of the objective's zone"


SHARED = features_of(Context)


def asked(kind: DecisionKind) -> Feature:
    """Return the feature that says that a kind of decision is pending."""
    return Feature(f"decides_{kind.name}", kind.feature)


@kernel
def write_context(battle, arena, log, who, out):
    """Write the decision, the clock and the unit's own state into `out`, float32, by CONTEXT; all zeros before."""
    out[tables(battle).context.round] = battle.round_number / arena.limit
    write_own_context(battle, arena, log, who, out)
    write_goal(battle, arena, battle.units[who], out)


@kernel
def progress(battle, arena, team):
    """Return how far a team has come with an objective that is counted, 0 to 1."""
    goal = arena.goals[team]
    if goal.kind == HOLD:
        return clipped(battle.teams[team].rounds_held / goal.needed)
    if goal.kind == EXIT:
        return clipped(battle.teams[team].escaped / goal.needed)
    return 0.0


@kernel
def thought_standing(battle, arena, team):
    """Return how many units of another team can act: in doubt, whoever has come and is not known to have fallen."""
    count = standing(battle, arena, team)
    if hides_something(battle, arena):
        for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
            if battle.units[who].status == ABSENT and has_come(battle, arena, who) and arena.sheets[who].inanimate == 0:
                count += 1
    return count


@kernel
def write_goal(battle, arena, unit, out):
    """Write into `out` how many of the teams can act and how far their objectives are."""
    place = tables(battle).context
    goal = arena.goals[unit.team]
    others = 0
    for team in range(arena.teams):
        if team == unit.team:
            out[place.own_standing] = standing(battle, arena, team) / goal.count
        else:
            others += thought_standing(battle, arena, team)
            out[place.rival_progress] = max(out[place.rival_progress], progress(battle, arena, team))
    out[place.others_standing] = others / (arena.units - goal.count)
    out[place.goal_eliminate + goal.kind] = 1.0
    out[place.progress] = progress(battle, arena, unit.team)
    if goal.zone != 0 and arena.tiles[tile_of(arena, unit)].zone == goal.zone:
        out[place.on_goal] = 1.0
