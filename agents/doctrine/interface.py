"""The doctrines' interface: the considerations that each rule system has in its `port` in this room.

A system may leave out a kernel that is `overridable`.

The modules beside this one weigh what units of every system do: go somewhere, take cover, stand up.
"""

from fireteam.env.rules.decisions import ACT
from fireteam.env.rules.interface import reach
from fireteam.env.rules.kernel import Array, Record, by_system, overridable
from fireteam.env.rules.record import NOWHERE, turn_of
from fireteam.env.rules.verbs import SHARED

from .orders import kinds_of

SHARED_KINDS = kinds_of(SHARED)


@overridable
def acts(battle: Record) -> bool:
    """Return whether the pending decision belongs to a unit's own phase; all others answer something."""
    return battle.decision == ACT


@overridable
def moment_of(battle: Record) -> int:
    """Return the number, above 0, of the span in which an intention holds: a turn, its part before or after the attack."""
    return turn_of(battle) * 2 + battle.units[battle.decider].attacked


@overridable
def horizon(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the metres, at a walk and in a hurry, within which a unit weighs tiles to go to: its reach in this phase."""
    return reach(battle, arena, who)


@overridable
def bound_to(battle: Record, arena: Record, who: int, memory: Record) -> tuple[int, int]:
    """Return the action (verb, argument) that continues what a unit has begun and must finish; a verb below 0 for none.

    `memory` is the record of the unit.
    """
    return -1, 0


@by_system
def offer_acts(
    battle: Record, arena: Record, log: Record, parameters: Record, who: int, memory: Record, price: float, offers: Array
) -> None:
    """Offer what a unit can do in its own phase where it stands, except movement on foot; see `offers`.

    `memory` is the record of the unit, with its goal; `price` is the worth of a point.
    """


@by_system
def offer_answers(battle: Record, arena: Record, log: Record, weights: Array, offers: Array) -> None:
    """Offer answers to a decision outside the own phase."""


@overridable
def kind_of(battle: Record, verb: int) -> int:
    """Return the kind of order that a verb is, or ROUTINE; see `orders.kinds_of`; a system may have verbs of its own."""
    return SHARED_KINDS[verb]


@overridable
def weights_row(battle: Record) -> int:
    """Return which row of a doctrine's weights is the system's; see `SYSTEM_ROWS` of `records.py`."""
    return 0


@overridable
def walks_last(battle: Record) -> bool:
    """Return whether units declare all that they will do before they walk: what they do is not weighed from their goal."""
    return False


@overridable
def stand(battle: Record, arena: Record, log: Record, who: int, tile: int, walk: int) -> None:
    """Put a unit of a copy of the battle on a tile, as if it had gone `walk` metres there; open what it may do there.

    Without a system's own kernel it may do what it may where it stands.
    """
    unit = battle.units[who]
    unit.x, unit.y = tile % arena.width, tile // arena.width
    unit.covered = 0


@overridable
def fells_itself(battle: Record, arena: Record, who: int, verb: int) -> bool:
    """Return whether a unit would fell itself by an action."""
    return False


@overridable
def urge(battle: Record, arena: Record, who: int) -> float:
    """Return the extra worth of a metre nearer to its enemies, for a unit whose enemies are nearly beaten."""
    return 0.0


@overridable
def danger_on(battle: Record, arena: Record, tile: int) -> float:
    """Return the points of damage that effects on the ground may do on a tile; enemies are not counted."""
    return 0.0


@overridable
def patient_for(battle: Record, arena: Record, who: int) -> int:
    """Return the tile of a friend that a unit should help; -1 if there is none."""
    return -1


@overridable
def place_to_open(battle: Record, arena: Record, who: int, anchor: int) -> int:
    """Return the tile from which a unit should open a way to its team's goal; NOWHERE if there is a way, or no need.

    `anchor` is the tile of the objective, -1 for none.
    """
    return NOWHERE
