"""The worth of actions, targets and places; an action is weighed as (verb, argument, worth in enemies)."""

from fireteam.env.observe.context import thought_standing
from fireteam.env.rules.arena import PROTECT
from fireteam.env.rules.ground.grid import apart, metres
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_between, cover_of
from fireteam.env.rules.interface import buffer, fights_close, hand, in_range, life, life_share, weapon_in_hand
from fireteam.env.rules.kernel import Array, Record, kernel
from fireteam.env.rules.record import UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.sides.objectives import standing
from fireteam.env.rules.verbs import SHOOT

from .guarding import threat_to_ward
from .records import FINISH, THREAT

TWICE = 2  # as many as the others, who are beaten then
PRESS = 0.02  # worth of a metre nearer to them


@kernel
def is_enemy(battle: Record, who: int, other: int) -> bool:
    """Return whether unit `other` is an enemy of unit `who` that can act and that its team knows."""
    unit = battle.units[who]
    enemy = battle.units[other]
    return enemy.status == UP and enemy.team != unit.team and knows(battle, unit.team, other)


@kernel
def outnumbers(battle: Record, arena: Record, team: int) -> bool:
    """Return whether a team has twice as many units able to act as any other, as far as it knows; no if no other has any."""
    most = 0
    for other in range(arena.teams):
        if other != team:
            most = max(most, thought_standing(battle, arena, other))
    return most > 0 and standing(battle, arena, team) >= TWICE * most


@kernel
def shoots_at_somebody(battle: Record, who: int) -> bool:
    """Return whether a shot is open at an enemy that can act. Fallen enemies do not count, even if they may be shot at."""
    for other in range(len(battle.units)):
        if battle.open[SHOOT] >> other & 1 and is_enemy(battle, who, other):
            return True
    return False


@kernel
def life_lost(battle: Record, arena: Record, who: int) -> float:
    """Return the share of its life that a unit has lost, 0 to 1."""
    return 1.0 - max(life_share(battle, arena, who), 0.0)


@kernel
def points_left(battle: Record, arena: Record, who: int) -> int:
    """Return how many points of life a unit can still take, at least 1."""
    left, _ = life(battle, arena, who)
    return max(left + buffer(battle, arena, who), 1)


@kernel
def focus(battle: Record, arena: Record, weights: Array, attacker: int, target: int) -> float:
    """Return the factor on harm to a target, more than 1 for weak and for dangerous ones."""
    other = battle.units[target]
    worth = 1.0 + weights[FINISH] * life_lost(battle, arena, target)
    if other.broken == 0:
        worth += weights[THREAT] * min(arena.harm[target, hand(battle, target), attacker, NO_COVER] / 8, 1.0)
    if arena.sheets[attacker].ward:
        worth += threat_to_ward(battle, arena, weights, attacker, target)
    goal = arena.goals[other.team]
    if goal.kind == PROTECT and goal.unit == target:
        worth += 1.0
    return worth


@kernel
def harm_from(battle: Record, arena: Record, who: int, tile: int, enemy: int, weapon: int) -> float:
    """Return the harm a unit could do to an enemy from a tile with the weapon in hand, `weapon` from `weapon_in_hand`."""
    body = battle.units[enemy]
    slot = hand(battle, who)
    far = metres(arena, body.x, body.y, tile % arena.width, tile // arena.width)
    if not in_range(battle, arena, weapon, far):
        return 0.0
    if fights_close(battle, arena, weapon):
        return arena.harm[who, slot, enemy, NO_COVER]
    there = body.y * arena.width + body.x
    cover = cover_between(battle, arena, tile, 0, there, body.prone)
    if cover == TOTAL:
        return 0.0
    return arena.harm[who, slot, enemy, cover if body.covered else NO_COVER]


@kernel
def exposure(battle: Record, arena: Record, who: int, covered: int) -> float:
    """Return the harm that threatens a unit in place, as a share of its life; `covered` is 1 as if in cover, 0 as if not."""
    unit = battle.units[who]
    here = unit.y * arena.width + unit.x
    total = 0.0
    for enemy in range(arena.units):
        if is_enemy(battle, who, enemy) and arena.sheets[enemy].inanimate == 0 and battle.units[enemy].broken == 0:
            body = battle.units[enemy]
            slot = hand(battle, enemy)
            if fights_close(battle, arena, weapon_in_hand(battle, arena, enemy)):
                if apart(arena, unit, body) <= 2 * arena.scale:
                    total += arena.harm[enemy, slot, who, NO_COVER]
                continue
            cover = cover_between(battle, arena, body.y * arena.width + body.x, body.prone, here, unit.prone)
            if cover != TOTAL:
                total += arena.harm[enemy, slot, who, cover if covered else NO_COVER]
    return total / points_left(battle, arena, who)


@kernel
def use_here(battle: Record, arena: Record, who: int, slot: int, model: int) -> float:
    """Return the share of life that a weapon is expected to cost its best target from where the unit stands.

    `slot` is that of the weapon, BARE_HANDS for none, `model` its number.
    """
    unit = battle.units[who]
    use = 0.0
    for other in range(arena.units):
        if not is_enemy(battle, who, other):
            continue
        enemy = battle.units[other]
        if cover_of(battle, arena, enemy, unit) != TOTAL and in_range(battle, arena, model, apart(arena, unit, enemy)):
            use = max(use, min(arena.harm[who, slot, other, NO_COVER] / points_left(battle, arena, other), 1.0))
    return use
