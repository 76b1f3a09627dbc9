"""The port of Swan Song's rules: its records, words, and the kernels of the rules interface (`rules/interface.py`)."""

from fireteam.env.rules.kernel import Record, kernel

from ..words.decisions import DECISIONS
from ..words.events import EVENTS
from ..words.purposes import PURPOSES
from ..words.verbs import VERBS
from . import pairs
from .attack.attack import OUT_OF_RANGE, range_band
from .attack.defense import model_in_hand, reach_of
from .attack.suppression import in_zone
from .body import movement
from .body.life import buffer, life
from .body.movement import walk_rate
from .body.reach import metres_of_reach
from .clauses import CLAUSES, CORE
from .flow import step
from .legal import open_phase
from .move.pace import pace_to_declare, reach
from .odds import fill_harm as fill_tables
from .record import ARENA, BATTLE, FUSES, LOG, UNIT
from .tables import (
    AILMENTS,
    CHOKES,
    DAMAGE_TYPES,
    FIRINGS,
    GLITCHES,
    LOCATIONS,
    MODES,
    OPTIONS,
    POOLS,
    RULE_NUMBERS,
    SKILLS,
    SYSTEMS,
)
from .time.hidden_state import forget_condition, forget_means, forget_unknown, make_ready

HEALTH = ("flesh", "armored", "shield", "strain")  # fields of a unit that say how it fares

FACES = 6  # of a die
CHECKED_VERBS = 72  # words of the mask that replays check: those that it had when the first ones were written

# What numbers of events mean, by the names that they have in their kinds.
WORDS = {
    "purpose": tuple(purpose.words for purpose in PURPOSES),
    "glitch": ("none", *GLITCHES),
    "mode": MODES,
    "choke": CHOKES,
    "firing": FIRINGS,
    "pool": POOLS,
    "damage_type": DAMAGE_TYPES,
    "location": LOCATIONS,
    "ailment": AILMENTS,
    "system": SYSTEMS,
    "fuse": FUSES,
}


@kernel
def faces(battle: Record) -> int:
    """Return how many faces a die has."""
    return FACES


@kernel
def hand(battle: Record, who: int) -> int:
    """Return the slot of the weapon in hand, BARE_HANDS for none."""
    return battle.units[who].hand


@kernel
def weapon_in_hand(battle: Record, arena: Record, who: int) -> int:
    """Return the model of the weapon in hand; -1 for bare hands."""
    return model_in_hand(battle.units[who], arena.sheets[who])


@kernel
def fights_close(battle: Record, arena: Record, weapon: int) -> bool:
    """Return whether a weapon, or bare hands, strikes blows only."""
    return weapon < 0 or arena.weapons[weapon].melee == 1


@kernel
def in_range(battle: Record, arena: Record, weapon: int, metres: int) -> bool:
    """Return whether a shot, or a blow without a step, reaches `metres` metres (SS-R8, SS-I1)."""
    if fights_close(battle, arena, weapon):
        return metres <= metres_of_reach(arena, arena.weapons[weapon].reach if weapon >= 0 else 0)
    return range_band(arena.weapons[weapon], metres) != OUT_OF_RANGE


@kernel
def is_blind(battle: Record, who: int) -> bool:
    """Return whether a unit is blind on both eyes (SS-C3)."""
    return pairs.is_blind(battle.units[who])


@kernel
def is_deaf(battle: Record, who: int) -> bool:
    """Return whether a unit is deaf on both ears (SS-C3)."""
    return pairs.is_deaf(battle.units[who])


@kernel
def metres_left(battle: Record, arena: Record, who: int) -> int:
    """Return the metres a unit may still move in this phase: what is left of the declared walk and runs."""
    return movement.metres_left(battle.units[who])


@kernel
def metres_to_declare(battle: Record, arena: Record, who: int) -> tuple[int, int]:
    """Return the metres of a walk that is not declared yet, and those of one more run (SS-M1, SS-M2)."""
    unit = battle.units[who]
    return 0 if unit.walking else unit.walk_left, walk_rate(battle, arena, who)


@kernel
def strike_reach(battle: Record, arena: Record, who: int) -> int:
    """Return how far a unit strikes without a step: a metre and its reach, the next tile at least (SS-I1)."""
    return metres_of_reach(arena, reach_of(arena, battle.units[who], arena.sheets[who]))
