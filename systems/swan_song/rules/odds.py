"""Exact odds: distributions of damage, and the expected points of an attack; no dice are thrown.

These are floating point numbers for people, observations and bots; nothing here decides a battle. The odds for people come
from trials on a real battle (`systems/swan_song/odds`). `expected_points` is for bots, who ask often: it is the mean of
those odds, computed with the same kernels that an attack uses.
"""

import numpy as np

from fireteam.env.rules.arena import MAX_WEAPONS, SEES
from fireteam.env.rules.ground.bulk import vehicles_between
from fireteam.env.rules.ground.rays import EYE, LINE
from fireteam.env.rules.ground.sight import TOTAL, changes_between, keep, lane, tag_of
from fireteam.env.rules.kernel import allocating, entry, kernel
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import NOBODY

from .attack.attack import COVERED, GRAZES, OPEN, attack_limit, damage_value, way_in
from .attack.barriers import material_at
from .attack.contact import trips
from .attack.cover import barriers_in_the_way, cover_against, cover_dice, cover_in_force, panes_in_the_way, stops
from .attack.defense import is_off_guard
from .attack.standing import pools_of
from .body.bodies import lost_in_a_hole, shield_of
from .body.conditions import wound_modifier
from .body.damage import modified_armor, soak_pool
from .body.locations import most_damage
from .body.reach import farthest_blow
from .chances import HITS, MOST_DICE, ROLLED, SCORES, SIXES, dice_of, mean_of, most_hits, thrown_by
from .legal import open_phase
from .pools import NO_LIMIT
from .record import PUSH_LIMIT
from .tables import AGILITY, BODY, FISTS, INTUITION, REACTION, STRENGTH

MOST_DAMAGE = 60
NOT_KNOWN = -1
UNBOUND = 1000  # points, more than any attack does
KINDS, MIXED = 32, 7  # of materials, and instead of how many there are: see `kind_in_the_way`
IN_THE_WAY = 0x1F83D9ABFB41BD6B  # makes other keys of those that covers are remembered under, for what stands in the way


def _left_table() -> np.ndarray:
    """Return the points, float64 [way, pool, damage], expected to be left of a damage value after a soak pool (SS-R4)."""
    damage = np.arange(MOST_DAMAGE + MOST_DICE + 1)[None, :]
    left = np.maximum(damage - np.arange(MOST_DICE + 1)[:, None], 0)
    return SCORES[:SIXES] @ left


LEFT = _left_table()


@kernel
def mean_left(test, guards, damage, floor, lost, least, last):
    """Return the points that get through on average, from `least` to `last` net hits (SS-R4, SS-R5).

    Args:
        test: attack, defense, and the fewest hits that are no miss; see `mean_of`.
        guards: how the soak is thrown, its dice, and the most points that can get through.
        damage: damage value before net hits.
        floor: the lowest damage value that gets through at all.
        lost: the points that the damage value loses on the way.
    """
    attack, defense, first = test
    way, soak, most = guards
    damage = min(damage, MOST_DAMAGE)
    least, offset = max(least, max(floor, lost + 1) - damage), damage - lost
    mean = mean_of(attack, defense, first, least, last, LEFT[way, soak], offset)
    if most < MOST_DAMAGE:  # what exceeds the most is lost
        least = max(least, most - offset)
        mean -= mean_of(attack, defense, first, least, last, LEFT[way, soak], offset - most)
    return mean


@entry
def expected_damage(pool, limit, defense, defense_limit, damage, armor, soak, strain):
    """Return the points of damage, a float, expected of an attack; ties and glitches are left aside.

    Args:
        pool, limit: dice and limit of the attack.
        defense, defense_limit: dice and limit of the defense.
        damage: damage value before net hits.
        armor, soak: modified armor in points, and dice that soak.
    """
    attack = (ROLLED, min(max(pool, 0), MOST_DICE), limit)
    ward = (ROLLED, min(max(defense, 0), MOST_DICE), defense_limit)
    guards = (ROLLED, min(max(soak, 0), MOST_DICE), MOST_DAMAGE)
    return mean_left((attack, ward, 1), guards, damage, 0 if strain else armor, 0, 1, MOST_DICE)


@kernel
def expected_points(battle, arena, log, attacker, target, model, firing, reply, seen_cover, extra, most):
    """Return the points of damage, a float, expected of an attack as things stand, against a given reply.

    Glitches are left aside, and karma that may be spent after a roll.

    Args:
        model: that of the weapon. firing: how it is fired.
        reply: verb with which the target answers, PASS for the standard defense.
        seen_cover: geometric cover of the target.
        extra: dice added to the attack.
        most: points that get through at most, MOST_DAMAGE for no bound.
    """
    unit, other = battle.units[attacker], battle.units[target]
    weapon = arena.weapons[model]
    pool, defense, bound = pools_of(battle, arena, log, attacker, target, model, firing, reply, seen_cover)
    limit = NO_LIMIT if unit.push & PUSH_LIMIT else attack_limit(battle, arena, attacker, model)
    attack = (thrown_by(arena, unit), dice_of(arena, pool + extra), limit)
    ward = (thrown_by(arena, other), dice_of(arena, defense), NO_LIMIT if other.push & PUSH_LIMIT else bound)
    test = (attack, ward, 1 if is_off_guard(battle, arena, target, attacker, seen_cover) else 0)
    armor, soak = protection_now(battle, arena, log, target, model)
    most = most_damage(battle, arena, attacker, target, model, most)
    guards = (arena.rules.option_dice, dice_of(arena, soak), most)
    damage = damage_value(battle, arena, attacker, target, model)
    floor = 0 if weapon.strain else armor
    cover, hits = cover_in_force(arena, other, unit, seen_cover, model), most_hits(attack)
    hurts = not trips(battle, arena, attacker, target, model)
    alike = hurts and seen_cover == TOTAL  # else a tie goes another way than a hit
    mean = 0.0
    for least, last in ((0, hits if alike else 0), (1, 0 if alike or not hurts else hits)):
        way = way_in(arena, least, cover, seen_cover == TOTAL)
        if way == GRAZES or least > last or damage + last < floor:
            continue
        if way == OPEN:
            mean += mean_left(test, guards, damage, floor, 0, least, last)
        else:
            mean += mean_through(
                battle, arena, attacker, target, model, firing, way, test, guards, damage, floor, least, last
            )
    return mean


@kernel
def mean_through(battle, arena, attacker, target, model, firing, way, test, guards, damage, floor, least, last):
    """Return `mean_left` for an attack that has to get through cover or glass first (SS-B2, SS-B5).

    `way` is COVERED or GLASS.
    """
    unit, other = battle.units[attacker], battle.units[target]
    weapon = arena.weapons[model]
    if way == COVERED and other.aboard != NOBODY:  # asked first, since it takes least
        if damage + last <= modified_armor(arena.sheets[other.aboard].armor, weapon.penetration):
            return 0.0
    a, b = lane(battle, arena, unit, other)
    shield = shield_of(other, a % arena.width, a // arena.width) if way == COVERED else NOBODY
    behind, lost = floor, 0
    if shield != NOBODY and weapon.penetrating:
        lost = lost_in_a_hole(arena, firing)
        behind = max(modified_armor(arena.sheets[shield].armor, weapon.penetration) + 1, floor + lost)
        if damage + last < behind:
            return 0.0
    near = arena.vehicles > 0 and vehicles_between(battle, arena, a, b) != 0
    kind = 0 if near else kind_in_the_way(battle, arena, way, a, b, unit.prone, other.prone)
    if kind == 0 and shield == NOBODY and not near:
        return mean_left(test, guards, damage, floor, 0, max(least, 1), last)  # a tie grazes
    count, what = kind // KINDS, kind % KINDS
    if kind > 0:
        armor = modified_armor(what if count == MIXED else arena.materials[what].armor, weapon.penetration)
        if stops(weapon) or damage + last <= armor:
            return 0.0
        less = 0 if weapon.strain else lost_in_a_hole(arena, firing)
        behind, lost = max(armor + 1 + (count - 1) * less, behind + count * less), lost + count * less
    if near or count == MIXED or (weapon.penetrating == 0 and (shield != NOBODY or weapon.strain == 0)):
        return mean_behind(battle, arena, attacker, target, model, firing, way, test, guards, damage, floor, least, last)
    return mean_left(test, guards, damage, behind, lost, least, last)


@kernel
def kind_in_the_way(battle, arena, way, a, b, prone, target_prone):
    """Return KINDS * (number of barriers or panes in a shot's way) + their material; 0 for none.

    If materials differ, or there are too many, it is KINDS * MIXED + the strongest armor. It is measured once for the ground
    as it is, and kept in the memo as covers are (`ground/sight.py`); no vehicle may be near.
    """
    width = arena.width
    pair = a * arena.size + b
    key = IN_THE_WAY + (way * 4 + prone * 2 + target_prone << 40)
    if battle.changed:
        key ^= changes_between(battle, a % width, a // width, b % width, b // width)
    known = arena.memo[key + pair & arena.last_word]
    if known >> 8 != tag_of(key, pair):
        return measured_kind(battle, arena, way, a, b, prone, target_prone, key)
    return known & 255


@allocating
def measured_kind(battle, arena, way, a, b, prone, target_prone, key):
    """Measure and return `kind_in_the_way`; keep it in the memo under `key`."""
    line = np.empty(LINE, np.int64)
    if way == COVERED:
        count, _ = barriers_in_the_way(battle, arena, a, b, EYE[prone], target_prone, line)
    else:
        count = panes_in_the_way(battle, arena, a, b, EYE[prone], target_prone, line)
    first, strongest, alike = 0, 0, count < MIXED
    for place in range(count):
        material = material_at(battle, arena, line[place, 0])
        first = material if place == 0 else first
        alike = alike and material == first
        strongest = max(strongest, min(arena.materials[material].armor, KINDS - 1))
    kind = KINDS * count + first if alike else KINDS * MIXED + strongest
    keep(arena, a * arena.size + b, key, kind)
    return kind


@allocating
def mean_behind(battle, arena, attacker, target, model, firing, way, test, guards, damage, floor, least, last):
    """Return `mean_through` for anything in the way: several barriers, bodies, vehicles, materials that resist with dice."""
    unit, other = battle.units[attacker], battle.units[target]
    weapon = arena.weapons[model]
    a, b = lane(battle, arena, unit, other)
    soak_way, soak, most = guards
    damage = min(damage, MOST_DAMAGE)
    left = np.empty(damage + last + 1)
    for value in range(len(left)):
        left[value] = 0.0 if value < floor else LEFT[soak_way, soak, value] - LEFT[soak_way, soak, max(value - most, 0)]
    lost = lost_in_a_hole(arena, firing) if weapon.penetrating else NOT_KNOWN
    line = np.empty(LINE, np.int64)
    vehicles, shield = 0, NOBODY
    if way == COVERED:
        shield = shield_of(other, a % arena.width, a // arena.width)
        if shield != NOBODY:
            put_behind_body(arena, shield, weapon, lost, left)
            if left[damage + last] == 0.0:
                return 0.0
        count, vehicles = barriers_in_the_way(battle, arena, a, b, EYE[unit.prone], other.prone, line)
        if count == 0 and vehicles == 0 and shield == NOBODY:
            least = max(least, 1)  # a tie grazes
    else:
        count = panes_in_the_way(battle, arena, a, b, EYE[unit.prone], other.prone, line)
    for number in range(arena.units):
        if vehicles >> arena.units - 1 - number & 1:
            put_behind_body(arena, arena.units - 1 - number, weapon, lost, left)
    for place in range(count):
        material = arena.materials[material_at(battle, arena, line[count - 1 - place, 0])]
        armor = len(left) if stops(weapon) else modified_armor(material.armor, weapon.penetration)
        put_behind(arena, armor, material.structure, 0 if weapon.strain else lost, left)
    attack, ward, first = test
    return mean_of(attack, ward, first, least, last, left, damage)


@kernel
def put_behind_body(arena, number, weapon, lost, left):
    """Replace damage values by those behind a body or a vehicle, a unit's number (SS-B7); see `put_behind`."""
    sheet = arena.sheets[number]
    put_behind(arena, modified_armor(sheet.armor, weapon.penetration), sheet.attributes[BODY], lost, left)


@kernel
def put_behind(arena, armor, structure, lost, left):
    """Replace each damage value, float64, by the points left after the attack has gone through an obstacle (SS-B4).

    Args:
        armor, structure: those of the obstacle; the armor is modified.
        lost: the points that an attack loses in it, NOT_KNOWN if the obstacle resists with dice.
    """
    dice = dice_of(arena, structure + armor)
    for less in range(len(left)):
        damage = len(left) - 1 - less
        mean = 0.0
        if damage > armor and lost != NOT_KNOWN:
            mean = left[max(damage - lost, 0)]
        elif damage > armor:
            for resisted in range(dice + 1):
                mean += SCORES[arena.rules.option_dice, dice, resisted] * left[max(damage - resisted - structure, 0)]
        left[damage] = mean


@entry
def damage_after_soak(damage, armor, soak, strain, out):
    """Fill `out`, float64, with the distribution of the damage that gets through: out[k] is the chance of k points.

    It needs more entries than `damage`, the modified damage value; `soak` is the number of dice.
    """
    out[:] = 0.0
    if strain == 0 and damage < armor:
        out[0] = 1.0
        return
    pool = min(max(soak, 0), MOST_DICE)
    for hits in range(pool + 1):
        out[max(damage - hits, 0)] += HITS[pool, hits]


@kernel
def protection(arena, target, model):
    """Return unit `target`'s modified armor against a weapon and its dice of soak, by its sheet (SS-R3, SS-R4)."""
    sheet = arena.sheets[target]
    armor = modified_armor(sheet.armor, arena.weapons[model].penetration)
    return armor, armor + sheet.attributes[BODY] // 2


@kernel
def protection_now(battle, arena, log, target, model):
    """Return `protection` as things stand now; nothing is logged."""
    armor = modified_armor(arena.sheets[target].armor, arena.weapons[model].penetration)
    level = log.level
    log.level = SILENT
    soak = soak_pool(battle, arena, log, target, model, armor)
    log.level = level
    return armor, soak


@kernel
def plain_harm(arena, attacker, target, model, cover):
    """Return the points of damage, a float, expected of one plain attack with a weapon against a target in a cover.

    It uses the sheets alone: no wounds, range or movement.
    """
    weapon = arena.weapons[model]
    sheet = arena.sheets[attacker]
    other = arena.sheets[target]
    rank = sheet.skills[weapon.skill]
    pool = sheet.attributes[AGILITY] + (rank if rank > 0 else -1)
    limit = weapon.accuracy if weapon.accuracy > 0 else sheet.physical
    defense = 0 if other.inanimate else other.attributes[REACTION] + other.attributes[INTUITION]
    defense += cover_dice(arena, cover_against(arena, model, cover))
    damage = weapon.damage + (sheet.attributes[STRENGTH] if weapon.adds_strength else 0)
    armor, soak = protection(arena, target, model)
    return expected_damage(pool, limit, defense, MOST_DICE, damage, armor, soak, weapon.strain)


@entry
def fill_harm(arena):
    """Fill `arena.melee`, and `arena.harm` and `arena.menace`: points of plain harm by attacker, slot, target and cover.

    Out of sight it is 0.
    """
    arena.melee = farthest_blow(arena)
    for attacker in range(arena.units):
        for slot in range(MAX_WEAPONS + 1):
            model = FISTS if slot == MAX_WEAPONS else arena.sheets[attacker].weapons[slot]
            if model < 0 or arena.sheets[attacker].inanimate:
                continue
            for target in range(arena.units):
                for cover in range(TOTAL):
                    harm = plain_harm(arena, attacker, target, model, cover)
                    arena.harm[attacker, slot, target, cover] = harm
                    arena.menace[attacker, slot, target, cover] = SEES + harm


@entry
def numbers_of(battles, arenas, logs, attacker, target, model, out):
    """Write the numbers of an attack in the first row that are in no roll's terms to `out`, int64 of shape (5,).

    They are: limit, damage value, modified armor, soak pool, and the most points that get through (SS-C2).
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    out[0] = attack_limit(battle, arena, attacker, model)
    out[1] = damage_value(battle, arena, attacker, target, model)
    out[2], out[3] = protection_now(battle, arena, logs[0], target, model)
    out[4] = most_damage(battle, arena, attacker, target, model, UNBOUND)


@entry
def injure(battles, arenas, who, points):
    """Take points off the last health pool of a unit in the first row, as if lost before the battle (SS-H5)."""
    unit = battles[0].units[who]
    sheet = arenas[battles[0].variant].sheets[who]
    if sheet.flesh > 0:
        unit.flesh -= points
    else:
        unit.armored -= points
    unit.wounds = wound_modifier(arenas[battles[0].variant], sheet, unit)


@entry
def reopen(battles, arenas, logs):
    """Open what the acting unit of the first row may do, as it stands now."""
    battle = battles[0]
    open_phase(battle, arenas[battle.variant], logs[0], battle.decider)
