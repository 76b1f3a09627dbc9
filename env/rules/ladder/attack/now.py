"""An attack as it would be made now, for bots: what is added to its roll, what is decided, all armor on its way."""

from ...ground.sight import NO_COVER
from ...kernel import kernel
from ...log import SILENT
from .attack import armor_on_the_way
from .modifiers import tell_attack


@kernel
def attack_now(battle, arena, log, attacker, target, model, verb):
    """Return (what is added to the roll of an attack as the only action, MISSES to HITS, armor); nothing is told."""
    level = log.level
    log.level = SILENT
    bonus, decided = tell_attack(battle, arena, log, attacker, target, model, verb, 1, NO_COVER)
    shield, cover = armor_on_the_way(battle, arena, attacker, target, model, verb)
    log.level = level
    return bonus, decided, arena.sheets[target].armor + shield + cover
