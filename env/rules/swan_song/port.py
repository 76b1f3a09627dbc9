"""What shared code finds of Swan Song: records, words, and the kernels of the rules interface (`rules/interface.py`)."""

from ..kernel import kernel
from .body.life import buffer, life
from .clauses import CLAUSES
from .flow import step
from .legal import open_phase
from .odds import fill_harm as fill_tables
from .purposes import PURPOSES
from .record import ARENA, BATTLE, FUSES, LOG, OPENING, UNIT
from .rolls import pairs
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
from .time.veil import forget_condition, forget_means, forget_unknown, make_ready

__all__ = [
    "ARENA", "BATTLE", "CLAUSES", "LOG", "OPENING", "OPTIONS", "PURPOSES", "RULE_NUMBERS", "SKILLS", "UNIT", "WORDS",
    "buffer", "fill_tables", "forget_condition", "forget_means", "forget_unknown", "is_blind", "is_deaf", "life",
    "make_ready", "open_phase", "step",
]  # fmt: skip

# What numbers of events mean, by the names that they have in `rules/log.py`.
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
def is_blind(battle, who):
    """Return whether a unit is blind on both eyes (SS-C3)."""
    return pairs.is_blind(battle.units[who])


@kernel
def is_deaf(battle, who):
    """Return whether a unit is deaf on both ears (SS-C3)."""
    return pairs.is_deaf(battle.units[who])
