"""The considerations of doctrines in ladder, besides where to go: the kernels of the doctrines' interface."""

from fireteam.agents.doctrine.flight import clock_of
from fireteam.agents.doctrine.movement import next_move
from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import DEFEND, WAIT, kinds_of
from fireteam.agents.doctrine.records import SYSTEM_ROWS
from fireteam.agents.doctrine.values import PRESS, outnumbers
from fireteam.env.rules.kernel import Array, Record, kernel

from ..rules.walk import can_walk, likely_metres
from ..words.decisions import DECLARE, MOVE
from ..words.verbs import END, PASS, RESIST, VERBS
from .clinch import FREEDOM
from .moving import move_as_declared
from .planning import plans

KIND_OF = kinds_of(VERBS)
OWN_ROW = SYSTEM_ROWS.index("ladder")
TURNS_AHEAD = 3


@kernel
def weights_row(battle: Record) -> int:
    """Return which row of a doctrine's weights is that of this system."""
    return OWN_ROW


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
    """Return the step or END of a moving unit: as its other declarations need it, else towards its goal.

    The verb is below 0 if it declares, or if it has no goal of this turn or broke since it chose one.
    """
    if battle.decision != MOVE or memory.clock != clock_of(battle, who):
        return -1, 0
    if battle.units[who].broken == 0:
        verb, argument = move_as_declared(battle, arena, who, memory.goal)
        if verb >= 0:
            return verb, argument
    verb, argument = next_move(battle, arena, who, memory.goal)
    return (verb, argument) if verb >= 0 else (END, 0)


@kernel
def walks_last(battle: Record) -> bool:
    """Return True: a unit declares all that it will do, and moves when its turn comes."""
    return True


@kernel
def offer_acts(
    battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record, price: float, offers: Array
) -> None:
    """Offer plans; nothing to a unit that moves."""
    if battle.decision == DECLARE:
        plans(battle, arena, log, parameters, who, memory, price, offers)


@kernel
def offer_answers(battle: Record, arena: Record, log: Record, weights: Array, offers: Array) -> None:
    """Offer answers to a grapple: being held costs more than the action that resists it."""
    offer(offers, WAIT, battle.opponent, PASS, 0, 0.0, 0.0, 0.0)
    if battle.open[RESIST]:
        offer(offers, DEFEND, battle.opponent, RESIST, 0, FREEDOM, 1.0, FREEDOM)


@kernel
def kind_of(battle: Record, verb: int) -> int:
    """Return the kind of order that a verb is."""
    return KIND_OF[verb]


@kernel
def urge(battle: Record, arena: Record, who: int) -> float:
    """Return the extra worth of a metre nearer to its enemies, for a unit whose team outnumbers them."""
    return PRESS if outnumbers(battle, arena, battle.units[who].team) else 0.0
