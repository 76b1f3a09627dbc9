"""The considerations of doctrines in ladder, besides where to go: the kernels of the doctrines' interface."""

from fireteam.agents.doctrine.values import PRESS, outnumbers
from fireteam.env.rules.kernel import Array, Record, kernel

from ..rules.walk import can_walk, likely_metres
from ..words.decisions import DECLARE, MOVE
from ..words.verbs import END, PASS, RESIST
from .moving import move_as_declared
from .planning import best_declaration

TURNS_AHEAD = 3


@kernel
def acts(battle: Record) -> bool:
    """Return whether a unit declares or moves, as opposed to answering a grapple."""
    return battle.decision in (DECLARE, MOVE)


@kernel
def moment_of(battle: Record) -> int:
    """Return the number of the turn: a unit moves towards the goal that it had when it declared."""
    return battle.round_number


@kernel
def horizon(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the metres within which a unit weighs tiles to go to: several turns of movement, as one is short (LD-A3)."""
    if not can_walk(arena, battle.units[who]):
        return 0, 0
    metres = TURNS_AHEAD * likely_metres(arena, who)
    return metres, metres


@kernel
def bound_to(battle: Record, arena: Record, who: int, memory: Record) -> tuple[int, int]:
    """Return the step or END that a moving unit needs for its other declarations; a verb below 0 if it is free."""
    return move_as_declared(battle, arena, who, memory) if battle.decision == MOVE else (-1, 0)


@kernel
def best_action(
    battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record, price: float
) -> tuple[int, int, float]:
    """Return the best declaration (verb, argument, worth); a unit that moves and has reached its goal ends its movement."""
    if battle.decision == MOVE:
        return END, 0, 0.0
    return best_declaration(battle, arena, log, parameters, who, memory, price)


@kernel
def best_answer(battle: Record, arena: Record, log: Record, weights: Array) -> tuple[int, int]:
    """Return the answer (verb, argument) to a grapple: being held costs more than the action that resists it."""
    return (RESIST, 0) if battle.open[RESIST] else (PASS, 0)


@kernel
def urge(battle: Record, arena: Record, who: int) -> float:
    """Return the extra worth of a metre nearer to its enemies, for a unit whose team outnumbers them."""
    return PRESS if outnumbers(battle, arena, battle.units[who].team) else 0.0
