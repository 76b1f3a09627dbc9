"""The considerations of doctrines in d10_pool, besides where to go: the kernels of the doctrines' interface."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import SHOOT, kinds_of
from fireteam.agents.doctrine.posture import posture
from fireteam.agents.doctrine.records import SYSTEM_ROWS
from fireteam.agents.doctrine.values import PRESS, outnumbers
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.sides.morale import open_flight

from ..rules.aim import lose_aim
from ..rules.legal import open_known
from ..rules.pace import pace_to_declare, take_pace
from ..words.decisions import DIVIDE
from ..words.verbs import GIVE, VERBS
from .attack import attack
from .loadout import loadout
from .reactions import divide, replies

KIND_OF = kinds_of(VERBS)
OWN_ROW = SYSTEM_ROWS.index("d10_pool")


@kernel
def weights_row(battle: Record) -> int:
    """Return which row of a doctrine's weights is that of this system."""
    return OWN_ROW


@kernel
def offer_answers(battle: Record, arena: Record, log: Record, weights: Array, offers: Array) -> None:
    """Offer answers to an attack, or how the successes of a burst are divided."""
    if battle.decision == DIVIDE:
        target = battle.stack[battle.depth - 1].target
        offer(offers, SHOOT, target, GIVE, divide(battle, arena), 0.0, 0.0, 1.0)
    else:
        replies(battle, arena, log, weights, offers)


@kernel
def offer_acts(
    battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record, price: float, offers: Array
) -> None:
    """Offer gear, attacks, posture."""
    loadout(battle, arena, who, price, offers)
    attack(battle, arena, log, parameters, who, price, offers)
    posture(battle, arena, parameters.weights, who, price, offers)


@kernel
def kind_of(battle: Record, verb: int) -> int:
    """Return the kind of order that a verb is."""
    return KIND_OF[verb]


@kernel
def stand(battle: Record, arena: Record, log: Record, who: int, tile: int, walk: int) -> None:
    """Put a unit of a copy of the battle on a tile, as if it had gone there, and open what it may do there."""
    unit = battle.units[who]
    pace = pace_to_declare(battle, arena, who, walk)
    if pace >= 0:
        take_pace(arena, who, unit, pace)
    unit.metres = max(unit.metres - walk, 0)
    unit.x, unit.y = tile % arena.width, tile // arena.width
    unit.pace = unit.gait
    unit.begun = 1
    unit.covered = 0
    unit.marked = 0
    lose_aim(unit)
    open_known(battle, arena, who)
    if arena.morale and unit.broken:
        open_flight(battle, arena, who, True)


@kernel
def urge(battle: Record, arena: Record, who: int) -> float:
    """Return the extra worth of a metre nearer to its enemies, for a unit whose team outnumbers them."""
    return PRESS if outnumbers(battle, arena, battle.units[who].team) else 0.0
