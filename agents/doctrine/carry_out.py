"""Carrying out an order: the single actions that it comes to, until it is done or something was learned."""

from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.interface import life
from fireteam.env.rules.kernel import Record, kernel
from fireteam.env.rules.mask import is_open
from fireteam.env.rules.record import NOWHERE, UP, turn_of
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.verbs import DOOR

from .flight import clock_of
from .interface import bound_to, walks_last
from .movement import next_move
from .orders import MOST_ACTS, NO_ACT

# Stages of an order. From ACTING on, the stage is that more than the number of the next act.
IDLE, GOING, ACTING = range(3)
LEAVING = ACTING + MOST_ACTS


@kernel
def take_order(battle: Record, arena: Record, who: int, memory: Record, order: Record) -> None:
    """Give a unit an order, to be carried out from now on; `memory` is the record of the unit.

    Who walks last keeps the goal of its turn if the order names no place: it may have declared a walk there.
    """
    memory.kind = order.kind
    memory.target = order.target
    if order.goal != NOWHERE or not walks_last(battle):
        memory.goal = order.goal
    elif memory.clock != clock_of(battle, who):
        memory.goal = tile_of(arena, battle.units[who])
    memory.clock = clock_of(battle, who)
    memory.after = order.after
    for act in range(MOST_ACTS):
        memory.verbs[act] = order.verbs[act]
        memory.arguments[act] = order.arguments[act]
    memory.stage = ACTING if order.goal == NOWHERE or walks_last(battle) else GOING
    memory.turn = turn_of(battle)
    memory.life, _ = life(battle, arena, who)
    memory.foes = known_foes(battle, arena, battle.units[who].team)


@kernel
def known_foes(battle: Record, arena: Record, team: int) -> int:
    """Return the enemies that can act and that a team knows, a bit each."""
    foes = 0
    for other in range(arena.units):
        unit = battle.units[other]
        if unit.status == UP and unit.team != team and knows(battle, team, other):
            foes |= 1 << other
    return foes


@kernel
def has_learned(battle: Record, arena: Record, who: int, memory: Record) -> bool:
    """Return whether an order has to be thought over: the unit was hurt, or an enemy came into view, fell or got away."""
    left, _ = life(battle, arena, who)
    return left != memory.life or known_foes(battle, arena, battle.units[who].team) != memory.foes


@kernel
def carry_out(battle: Record, arena: Record, who: int, memory: Record) -> tuple[int, int]:
    """Return the next action (verb, argument) of a unit's order; a verb below 0 if it is done, or has to be thought over."""
    verb, argument = bound_to(battle, arena, who, memory)
    if verb >= 0:
        return verb, argument
    if memory.stage == IDLE:
        return -1, 0
    if memory.turn != turn_of(battle) or has_learned(battle, arena, who, memory):
        memory.stage = IDLE
        return -1, 0
    if memory.stage == GOING:
        if memory.goal != tile_of(arena, battle.units[who]):
            return move_on(battle, arena, who, memory, memory.goal)
        memory.stage = ACTING
    while memory.stage < LEAVING:
        act = memory.stage - ACTING
        memory.stage += 1
        verb, argument = memory.verbs[act], memory.arguments[act]
        if verb != NO_ACT and is_open(battle, verb, argument):
            return verb, argument
        if verb != NO_ACT and act == MOST_ACTS - 1:
            memory.stage = IDLE
            return -1, 0
    if memory.after != NOWHERE and memory.after != tile_of(arena, battle.units[who]):
        return move_on(battle, arena, who, memory, memory.after)
    memory.stage = IDLE
    return -1, 0


@kernel
def move_on(battle: Record, arena: Record, who: int, memory: Record, goal: int) -> tuple[int, int]:
    """Return the action (verb, argument) that brings a unit nearer to a tile; without one its order is over.

    So it is at a door: it costs more than the walk that was weighed, and shows what is behind it.
    """
    verb, argument = next_move(battle, arena, who, goal)
    if verb < 0 or verb == DOOR:
        memory.stage = IDLE
    return verb, argument
