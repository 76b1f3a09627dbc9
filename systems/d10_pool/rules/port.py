"""The port of d10_pool's rules: its records, words, and the kernels of the rules interface (`rules/interface.py`)."""

from fireteam.env.rules.kernel import Record, kernel

from ..words.decisions import DECISIONS
from ..words.events import EVENTS
from ..words.purposes import PURPOSES
from ..words.verbs import VERBS
from .attack.attack import FIRINGS
from .attack.chance import fill_harm as fill_tables
from .attack.difficulty import reaches, strikes
from .attack.hands import model_in
from .clauses import CLAUSES, CORE
from .flow import step
from .legal import open_phase
from .pace import metres_of, pace_to_declare, reach
from .record import ARENA, BATTLE, LOG, RUNS, STILL, UNIT, WALKS
from .rolls import SIDES
from .tables import INCAPACITATED, LEVELS, OPTIONS, RULE_NUMBERS, UNARMED
from .time.hidden_state import forget_condition, forget_means, forget_unknown, make_ready

HEALTH = ("level",)  # fields of a unit that say how it fares
FACES = SIDES  # of a die

# What numbers of events mean, by the names that they have in their kinds.
WORDS = {
    "purpose": tuple(purpose.words for purpose in PURPOSES),
    "glitch": ("none", "botch"),
    "firing": FIRINGS,
    "pool": ("life",),
    "modifier": LEVELS,
}


@kernel
def faces(battle: Record) -> int:
    """Return how many faces a die has."""
    return FACES


@kernel
def life(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the wound levels that a unit has left until it is incapacitated, and those of an unhurt one (DP-H3)."""
    return INCAPACITATED - battle.units[who].level, INCAPACITATED


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
    """Return whether a weapon reaches `metres` metres (DP-R3)."""
    return reaches(arena, arena.weapons[weapon], metres)


@kernel
def walk_rate(battle: Record, arena: Record, who: int) -> int:
    """Return the metres that a unit jogs in a turn (DP-M1)."""
    return metres_of(arena, who, WALKS + 1)


@kernel
def metres_left(battle: Record, arena: Record, who: int) -> int:
    """Return the metres that are left of the pace of this turn."""
    return battle.units[who].metres


@kernel
def metres_to_declare(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the metres of a walk and of a run; 0 once a pace (DP-M1) or a dedicated dodge (DP-A5) was declared."""
    unit = battle.units[who]
    if unit.gait != STILL or unit.attacked or unit.dedicated:
        return 0, 0
    return metres_of(arena, who, WALKS), metres_of(arena, who, RUNS) - metres_of(arena, who, WALKS)
