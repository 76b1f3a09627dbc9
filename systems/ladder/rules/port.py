"""The port of ladder's rules: its records, words, and the kernels of the rules interface (`rules/interface.py`)."""

from fireteam.env.rules.kernel import Record, kernel

from ..words.decisions import DECISIONS
from ..words.events import EVENTS
from ..words.purposes import PURPOSES
from ..words.verbs import VERBS, WALK
from .attack.attack import FIRINGS
from .attack.chance import fill_harm as fill_tables
from .attack.hands import model_in, strikes
from .attack.modifiers import is_reached
from .clauses import CLAUSES, CORE
from .flow import step
from .legal import open_phase
from .plan import has_planned
from .record import ARENA, BATTLE, BEARINGS, DECLARING, LOG, UNIT
from .rolls import SIDES
from .tables import LEVELS, OPTIONS, OUT, RULE_NUMBERS, UNARMED
from .time.hidden_state import forget_condition, forget_means, forget_unknown, make_ready
from .walk import can_walk, likely_metres

HEALTH = ("level",)  # fields of a unit that say how it fares
FACES = SIDES  # of a die

# What numbers of events mean, by the names that they have in their kinds.
WORDS = {
    "purpose": tuple(purpose.words for purpose in PURPOSES),
    "glitch": ("none", "critical success", "critical failure"),
    "firing": FIRINGS,
    "pool": ("life",),
    "modifier": LEVELS,
    "bearing": BEARINGS,
}


@kernel
def faces(battle: Record) -> int:
    """Return how many faces a die has."""
    return FACES


@kernel
def life(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the wound levels that a unit has left until it is out, and those of an unhurt one (LD-H2)."""
    return OUT - battle.units[who].level, OUT


@kernel
def hand(battle: Record, who: int) -> int:
    """Return the slot of the weapon in hand, BARE_HANDS for none."""
    return battle.units[who].hand


@kernel
def weapon_in_hand(battle: Record, arena: Record, who: int) -> int:
    """Return the model of the weapon in hand; that of bare hands for none."""
    model = model_in(arena, who, battle.units[who].hand)
    return model if model >= 0 else UNARMED


@kernel
def fights_close(battle: Record, arena: Record, weapon: int) -> bool:
    """Return whether a weapon harms only by touch."""
    return strikes(arena.weapons[weapon])


@kernel
def in_range(battle: Record, arena: Record, weapon: int, metres: int) -> bool:
    """Return whether a weapon reaches `metres` metres."""
    return is_reached(arena, arena.weapons[weapon], metres)


@kernel
def walk_rate(battle: Record, arena: Record, who: int) -> int:
    """Return the metres that a unit goes in a turn with a movement roll of 0 (LD-A3)."""
    return likely_metres(arena, who)


@kernel
def reach(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the metres that a unit can go: the rest of its movement roll or, before it, the likely roll (LD-A3)."""
    unit = battle.units[who]
    if battle.pass_number != DECLARING:
        return unit.metres, unit.metres
    if not can_walk(arena, unit) or has_planned(unit, WALK):
        return 0, 0
    metres = likely_metres(arena, who)
    return metres, metres


@kernel
def metres_left(battle: Record, arena: Record, who: int) -> int:
    """Return the metres that are left of the movement roll of this turn."""
    return battle.units[who].metres


@kernel
def metres_to_declare(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the metres that a unit is likely to go if it declares movement, 0 if it cannot; runs do not exist (LD-A3)."""
    unit = battle.units[who]
    if battle.pass_number != DECLARING or not can_walk(arena, unit) or has_planned(unit, WALK):
        return 0, 0
    return likely_metres(arena, who), 0


@kernel
def deceives(battle: Record) -> bool:
    """Return whether any team takes a feint for an attack (LD-G5)."""
    return battle.shams != 0
