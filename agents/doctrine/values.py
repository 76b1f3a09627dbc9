"""What things are worth: exact expected damage of attacks as the rules would resolve them now, and the harm of places."""

from fireteam.env.rules.arena import PROTECT
from fireteam.env.rules.ground.grid import apart, metres
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_between, cover_of
from fireteam.env.rules.interface import buffer, life, life_share
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.swan_song.attack.attack import OUT_OF_RANGE, accuracy, attack_pool, damage_value, range_band
from fireteam.env.rules.swan_song.attack.cover import cover_in_force
from fireteam.env.rules.swan_song.attack.defense import defense_limit, defense_pool, weapon_row
from fireteam.env.rules.swan_song.body.movement import walk_rate
from fireteam.env.rules.swan_song.odds import expected_damage, protection
from fireteam.env.rules.verbs import PASS, SHOOT

from .records import FINISH, THREAT

MELEE_REACH = 3  # metres beyond two walks at which a melee fighter is still a danger


@kernel
def is_enemy(battle, who, other):
    """Return whether unit `other` is an enemy of unit `who` that can act and that its team knows."""
    unit = battle.units[who]
    enemy = battle.units[other]
    return enemy.status == UP and enemy.team != unit.team and knows(battle, unit.team, other)


@kernel
def shoots_at_somebody(battle, who):
    """Return whether a shot is open at an enemy that can act: the fallen are none, even where they may be shot at."""
    for other in range(len(battle.units)):
        if battle.open[SHOOT] >> other & 1 and is_enemy(battle, who, other):
            return True
    return False


@kernel
def overexerts(battle, arena, who):
    """Return whether one more sprint would fill a unit's own Strain and fell it (SS-M3, SS-H4); no bot takes it."""
    threshold = arena.sheets[who].strain
    return threshold > 0 and battle.units[who].strain + arena.rules.sprint_strain >= threshold


@kernel
def expected(battle, arena, log, attacker, target, row, firing, reply, extra):
    """Return the points of damage expected of an attack now, by the rules' own pools, against a given reply.

    Args:
        row: the weapon, in `arena.weapons`.
        reply: verb with which the target answers, PASS for the standard defense.
        extra: dice added to the attack.
    """
    level = log.level
    log.level = SILENT
    unit = battle.units[attacker]
    other = battle.units[target]
    seen_cover = cover_of(battle, arena, other, unit)
    cover = cover_in_force(arena, other, unit, seen_cover, row)
    pool = attack_pool(battle, arena, log, attacker, target, row, firing, seen_cover == TOTAL) + extra
    defense = 0
    if arena.sheets[target].inanimate == 0:
        defense = defense_pool(battle, arena, log, target, attacker, row, firing, reply, cover)
    log.level = level
    armor, soak = protection(arena, target, row)
    damage = damage_value(battle, arena, attacker, target, row)
    limit = accuracy(arena, attacker, row)
    bound = defense_limit(arena, target, reply)
    return expected_damage(pool, limit, defense, bound, damage, armor, soak, arena.weapons[row].strain)


@kernel
def life_lost(battle, arena, who):
    """Return the share of its life that a unit has lost, 0 to 1."""
    return 1.0 - max(life_share(battle, arena, who), 0.0)


@kernel
def points_left(battle, arena, who, strain):
    """Return how many points of health, or of Strain, a unit can still take, at least 1; `strain` is 1 for Strain."""
    if strain and arena.sheets[who].strain > 0:
        return max(arena.sheets[who].strain - battle.units[who].strain, 1)
    left, _ = life(battle, arena, who)
    return max(left + buffer(battle, arena, who), 1)


@kernel
def attack_worth(battle, arena, log, weights, attacker, target, row, firing, extra):
    """Return what an attack is worth: damage as a share of what the target has left, more for the weak and the dangerous.

    `extra` are dice added to the attack; the target answers with its standard defense.
    """
    damage = expected(battle, arena, log, attacker, target, row, firing, PASS, extra)
    other = battle.units[target]
    left = points_left(battle, arena, target, arena.weapons[row].strain)
    worth = min(damage / left, 1.0)
    focus = 1.0 + weights[FINISH] * life_lost(battle, arena, target)
    focus += weights[THREAT] * min(arena.harm[target, other.hand, attacker, NO_COVER] / 8, 1.0)
    goal = arena.goals[other.team]
    if goal.kind == PROTECT and goal.unit == target:
        focus += 1.0
    return worth * focus


@kernel
def harm_at(battle, arena, who, tile, enemy):
    """Return the harm an enemy could do to a unit on a tile with a plain attack, with the cover it can take there."""
    body = battle.units[enemy]
    row = weapon_row(body, arena.sheets[enemy])
    x, y = tile % arena.width, tile // arena.width
    if row < 0 or arena.weapons[row].melee:
        far = max(abs(body.x - x), abs(body.y - y)) * arena.scale
        if far > 2 * walk_rate(battle, arena, enemy) + MELEE_REACH:
            return 0.0
        return arena.harm[enemy, body.hand, who, NO_COVER] * (0.6 if far > 2 else 1.0)
    eye = body.y * arena.width + body.x
    cover = cover_between(battle, arena, eye, body.prone, tile, 0)
    if cover == TOTAL:
        return 0.0
    if not arena.tiles[tile].near_cover:
        cover = NO_COVER
    return arena.harm[enemy, body.hand, who, cover]


@kernel
def harm_from(battle, arena, who, tile, enemy, row):
    """Return the harm a unit could do to an enemy from a tile with the weapon in hand, in the row `row` of the table."""
    body = battle.units[enemy]
    unit = battle.units[who]
    x, y = tile % arena.width, tile // arena.width
    far = metres(arena, body.x, body.y, x, y)
    if row < 0 or arena.weapons[row].melee:
        reach = 1 + (arena.weapons[row].reach if row >= 0 else 0)
        return arena.harm[who, unit.hand, enemy, NO_COVER] if far <= max(reach, arena.scale) else 0.0
    if range_band(arena.weapons[row], far) == OUT_OF_RANGE:
        return 0.0
    there = body.y * arena.width + body.x
    cover = cover_between(battle, arena, tile, 0, there, body.prone)
    if cover == TOTAL:
        return 0.0
    return arena.harm[who, unit.hand, enemy, cover if body.covered else NO_COVER]


@kernel
def exposure(battle, arena, who, covered):
    """Return the harm that threatens a unit where it stands, as a share of its life; `covered` 1: as if in cover, 0: not."""
    unit = battle.units[who]
    here = unit.y * arena.width + unit.x
    total = 0.0
    for enemy in range(arena.units):
        if is_enemy(battle, who, enemy) and arena.sheets[enemy].inanimate == 0:
            body = battle.units[enemy]
            row = weapon_row(body, arena.sheets[enemy])
            if row < 0 or arena.weapons[row].melee:
                if apart(arena, unit, body) <= 2 * arena.scale:
                    total += arena.harm[enemy, body.hand, who, NO_COVER]
                continue
            cover = cover_between(battle, arena, body.y * arena.width + body.x, body.prone, here, unit.prone)
            if cover != TOTAL:
                total += arena.harm[enemy, body.hand, who, cover if covered else NO_COVER]
    return total / points_left(battle, arena, who, 0)
