"""The context of an observation: the pending decision, the clock, own state, weapon, the team's objective.

The clock and the objective are the same in every rule system.
"""

from typing import Any, NamedTuple

from ..rules.arena import ELIMINATE, EXIT, HOLD, LIGHTS
from ..rules.decisions import DecisionKind
from ..rules.ground.grid import tile_of
from ..rules.ground.paths import path_length
from ..rules.kernel import Array, Record, kernel
from ..rules.record import ABSENT, NOBODY
from ..rules.sides.knowledge import has_come, hides_something
from ..rules.sides.objectives import standing
from .features import Feature, clipped, features_of
from .interface import tables, write_own_context


class Context(NamedTuple):
    """The features of the context that every rule system has, or their places. Those of the objective follow each other."""

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
    needed: Any = "rounds to hold or units to bring out, all in all / 8; 1/8 where neither is counted"
    goal_dx: Any = "tiles to the east to the middle of that zone, or of another team's / 24"
    goal_dy: Any = "tiles to the south to it / 24"
    goal_path: Any = "metres to walk to it / 50"
    rival_hold: Any = "1 if another team's objective is to hold ground"
    rival_exit: Any = "1 if another team's objective is to reach an exit"
    rival_protect: Any = "1 if another team's objective is to protect a ward"
    at_limit: Any = "when the rounds run out: 1 the team wins, -1 another does, 0 nobody"
    own_units: Any = "units of the own team / 16"
    other_units: Any = "units of all others / 16"
    light: Any = "light: 0 full to 1 none"
    fog: Any = "1 where a team knows only what it sees and hears"


SHARED = features_of(Context)


def asked(kind: DecisionKind) -> Feature:
    """Return the feature of a pending decision of some kind."""
    return Feature(f"decides_{kind.name}", kind.feature)


@kernel
def write_context(battle: Record, arena: Record, log: Record, who: int, out: Array) -> None:
    """Write the decision, the clock and the unit's own state into `out`, float32, by CONTEXT; all zeros before."""
    out[tables(battle).context.round] = battle.round_number / arena.limit
    write_own_context(battle, arena, log, who, out)
    write_goal(battle, arena, battle.units[who], out)


@kernel
def progress(battle: Record, arena: Record, team: int) -> float:
    """Return a team's progress towards an objective that is counted, 0 to 1."""
    goal = arena.goals[team]
    if goal.kind == HOLD:
        return clipped(battle.teams[team].rounds_held / goal.needed)
    if goal.kind == EXIT:
        return clipped(battle.teams[team].escaped / goal.needed)
    return 0.0


@kernel
def thought_standing(battle: Record, arena: Record, team: int) -> int:
    """Return how many units of another team can act, as far as known: units in doubt count as able."""
    count = standing(battle, arena, team)
    if hides_something(battle, arena):
        for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
            if battle.units[who].status == ABSENT and has_come(battle, arena, who) and arena.sheets[who].inanimate == 0:
                count += 1
    return count


@kernel
def write_goal(battle: Record, arena: Record, unit: Record, out: Array) -> None:
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
    out[place.needed] = clipped(goal.needed * (1 / 8))
    out[place.own_units] = clipped(goal.count * (1 / 16))
    out[place.other_units] = clipped((arena.units - goal.count) * (1 / 16))
    out[place.light] = arena.light / (len(LIGHTS) - 1)
    out[place.fog] = arena.fog
    if arena.at_limit != NOBODY:
        out[place.at_limit] = 1.0 if arena.at_limit == unit.team else -1.0
    write_way(battle, arena, unit, out)


@kernel
def write_way(battle: Record, arena: Record, unit: Record, out: Array) -> None:
    """Write into `out` the direction to contested ground, the own team's first, and to the others' objectives."""
    place = tables(battle).context
    anchor = arena.goals[unit.team].anchor
    for team in range(arena.teams):
        if team != unit.team:
            kind = arena.goals[team].kind
            if kind != ELIMINATE:
                out[place.rival_hold + kind - HOLD] = 1.0
            if anchor < 0:
                anchor = arena.goals[team].anchor
    if anchor >= 0:
        out[place.goal_dx] = clipped((anchor % arena.width - unit.x) * (1 / 24))
        out[place.goal_dy] = clipped((anchor // arena.width - unit.y) * (1 / 24))
        out[place.goal_path] = clipped(path_length(battle, arena, tile_of(arena, unit), anchor) * (1 / 50))
