"""Bodyguards: a guarding unit stays near its charge, between it and its enemies, and treats threats to it as its own."""

from fireteam.env.rules.ground.grid import metres
from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.interface import hand
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import knows

from .records import PROTECT, THREAT

BESIDE = 3  # metres from whom it protects that count as beside
CLOSE = 20  # metres from whom it protects within which an enemy is a matter of its own


@kernel
def ward_of(battle: Record, arena: Record, who: int) -> int:
    """Return the unit that a guard protects; NOBODY if there is none, or it is not up."""
    ward = arena.sheets[who].ward - 1
    return ward if ward >= 0 and battle.units[ward].status == UP else NOBODY


@kernel
def off_guard(battle: Record, arena: Record, who: int, ward: int, tile: int) -> float:
    """Return how many metres a tile is from a guard's place: beside the ward, towards the ward's nearest enemy."""
    body = battle.units[ward]
    x, y = tile % arena.width, tile // arena.width
    away = metres(arena, x, y, body.x, body.y)
    off = max(away - BESIDE, 0)
    threat = nearest_threat(battle, arena, who, ward)
    if threat != NOBODY:
        enemy = battle.units[threat]
        detour = away + metres(arena, x, y, enemy.x, enemy.y) - metres(arena, body.x, body.y, enemy.x, enemy.y)
        off += max(detour, 0)
    return off


@kernel
def nearest_threat(battle: Record, arena: Record, who: int, ward: int) -> int:
    """Return the known enemy nearest to a ward that can act; NOBODY for none. `who` is the guard."""
    body, team = battle.units[ward], battle.units[who].team
    best, nearest = NOBODY, 1 << 20
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.status != UP or enemy.team == team or enemy.broken or arena.sheets[other].inanimate:
            continue
        away = metres(arena, body.x, body.y, enemy.x, enemy.y)
        if away < nearest and knows(battle, team, other):
            best, nearest = other, away
    return best


@kernel
def threat_to_ward(battle: Record, arena: Record, weights: Array, who: int, target: int) -> float:
    """Return how much more harm to a target is worth to a guard: for the harm it may do to the ward, and its distance."""
    ward = ward_of(battle, arena, who)
    if ward == NOBODY:
        return 0.0
    body, enemy = battle.units[ward], battle.units[target]
    away = metres(arena, body.x, body.y, enemy.x, enemy.y)
    worth = weights[THREAT] * min(arena.harm[target, hand(battle, target), ward, NO_COVER] / 8, 1.0)
    return worth + weights[PROTECT] * max(CLOSE - away, 0)
