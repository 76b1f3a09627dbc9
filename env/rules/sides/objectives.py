"""The objectives of teams: when a battle is over, who has won it, and what is checked before anything goes on."""

from .. import events
from ..arena import EXIT, HOLD, NO_CUE, PROTECT
from ..ground.grid import tile_of
from ..kernel import kernel
from ..log import emit, emit_at
from ..record import (
    ABSENT,
    DEAD,
    ELIMINATION,
    ESCAPED,
    EXIT_REACHED,
    GROUND_HELD,
    MAX_TEAMS,
    NOBODY,
    ROUND_LIMIT,
    ROUT,
    STALEMATE,
    UP,
    WARD_LOST,
)
from .arrivals import call_waves
from .knowledge import look_around
from .morale import flee, leaves_with_body, on_refuge, steady, test_morale


@kernel
def look_about(battle, arena, log):
    """Update the knowledge of all teams, then morale, then waves: before anything else happens."""
    look_around(battle, arena, log)
    if arena.morale:
        test_morale(battle, arena, log)
    if arena.cues and battle.round_number > 0:
        call_waves(battle, arena, log)


@kernel
def end_battle(battle, log, winner, ending):
    """End the battle for good; `winner` is a team, NOBODY for a draw, `ending` a number of ENDINGS."""
    battle.over = 1
    battle.winner = winner
    battle.ending = ending
    emit(battle, log, events.OVER, NOBODY, NOBODY, winner, ending, 0)


@kernel
def standing(battle, arena, team):
    """Return how many units of a team can still act."""
    count = 0
    for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
        if battle.units[who].status == UP and arena.sheets[who].inanimate == 0:
            count += 1
    return count


@kernel
def still_to_come(battle, arena, team):
    """Return whether units of a team have yet to enter the battle (SS-T6): those who come by themselves or were called."""
    if arena.waves:
        for who in range(arena.goals[team].first, arena.goals[team].first + arena.goals[team].count):
            if battle.units[who].status == ABSENT and arena.sheets[who].inanimate == 0:
                if arena.sheets[who].cue == NO_CUE or battle.units[who].due:
                    return True
    return False


@kernel
def check_over(battle, arena, log):
    """End the battle if a team has reached its goal, lost its ward, or stands alone; not while units are about to fall."""
    if battle.falling:
        return
    if arena.cues:
        call_waves(battle, arena, log)  # who falls in the first attack has still given the alarm
    out, robbed, alive = 0, 0, 0  # teams, a bit each
    for team in range(arena.teams):
        goal = arena.goals[team]
        if goal.kind == EXIT and battle.teams[team].escaped >= goal.needed and is_out(battle, goal.unit):
            out |= 1 << team
        if goal.kind == EXIT and goal.unit != NOBODY and battle.units[goal.unit].status == DEAD:
            robbed |= 1 << (1 - team)
        if goal.kind == PROTECT and battle.units[goal.unit].status > UP:
            robbed |= 1 << (1 - team)  # scenarios with a ward have two teams: the other one wins
        if standing(battle, arena, team) > 0 or still_to_come(battle, arena, team):
            alive |= 1 << team
    if out:
        end_battle(battle, log, only_team(out), EXIT_REACHED)
    elif robbed:
        end_battle(battle, log, only_team(robbed), WARD_LOST)
    elif only_team(alive) != NOBODY or alive == 0:
        end_battle(battle, log, only_team(alive), ELIMINATION)


@kernel
def is_out(battle, who):
    """Return whether a unit has left the map; NOBODY counts as out."""
    return who == NOBODY or battle.units[who].status == ESCAPED


@kernel
def only_team(teams):
    """Return the team that a set of teams, a bit each, consists of; NOBODY if there are several or none: a draw."""
    for team in range(MAX_TEAMS):
        if teams == 1 << team:
            return team
    return NOBODY


@kernel
def check_exit(battle, arena, log, who):
    """Let a unit leave the map if it stands on its team's exit, or has broken and stands on its own."""
    unit = battle.units[who]
    goal = arena.goals[unit.team]
    tile = tile_of(arena, unit)
    if goal.kind == EXIT and goal.zone != 0 and arena.tiles[tile].zone == goal.zone:
        unit.status = ESCAPED
        battle.teams[unit.team].escaped += 1
        battle.quiet = 0
        emit_at(battle, log, events.ESCAPED, who, tile, battle.teams[unit.team].escaped, 0)
        carried = unit.carries
        if carried != NOBODY and leaves_with_body(battle, log, who):
            battle.teams[unit.team].escaped += 1
            emit_at(battle, log, events.ESCAPED, carried, tile, battle.teams[unit.team].escaped, 0)
    elif arena.morale and on_refuge(battle, arena, who):
        flee(battle, arena, log, who)


@kernel
def holders(battle, arena, zone):
    """Return the teams, a bit each, with a unit able to act on the tiles of a zone, a mark on the map."""
    teams = 0
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.status == UP and arena.tiles[tile_of(arena, unit)].zone == zone and not arena.sheets[who].inanimate:
            teams |= 1 << unit.team
    return teams


@kernel
def anybody_to_come(battle, arena):
    """Return whether units of any team have yet to enter the battle."""
    for team in range(arena.teams):
        if still_to_come(battle, arena, team):
            return True
    return False


@kernel
def close_round(battle, arena, log):
    """Close a round: count the rounds that teams have held their ground, then apply the stalemate rule and the round limit.

    If both would end in a draw, the only team that has not broken wins.
    """
    done = 0
    for team in range(MAX_TEAMS):
        goal = arena.goals[team]
        if team >= arena.teams or goal.kind != HOLD:
            continue
        if holders(battle, arena, goal.zone) == 1 << team:
            battle.teams[team].rounds_held += 1
            battle.quiet = 0
            emit(battle, log, events.GROUND_HELD, NOBODY, NOBODY, battle.teams[team].rounds_held, team, 0)
            if battle.teams[team].rounds_held >= goal.needed:
                done |= 1 << team
    if done:
        end_battle(battle, log, only_team(done), GROUND_HELD)
        return
    battle.quiet += 1
    at_limit = battle.round_number >= arena.limit
    if not at_limit and (battle.quiet <= arena.stalemate or anybody_to_come(battle, arena)):
        return
    winner = left_steady(battle, arena) if arena.morale else NOBODY
    if at_limit and arena.at_limit != NOBODY:
        end_battle(battle, log, arena.at_limit, ROUND_LIMIT)
    elif winner != NOBODY:
        end_battle(battle, log, winner, ROUT)
    else:
        end_battle(battle, log, NOBODY, ROUND_LIMIT if at_limit else STALEMATE)


@kernel
def left_steady(battle, arena):
    """Return the only team with somebody who can act and has not broken; NOBODY if there are several or none."""
    teams = 0
    for team in range(arena.teams):
        if steady(battle, arena, team):
            teams |= 1 << team
    return only_team(teams)
