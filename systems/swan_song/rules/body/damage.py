"""Damage (SS-R3 to SS-R6, SS-H1 to SS-H4, SS-H7, SS-K1): armor, soak, the three health pools, Strain, knockdown."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY, UP

from ...words import events, purposes
from .. import clauses
from ..pools import NO_LIMIT, halved, roll
from ..tables import ACROBATICS, BODY
from .conditions import add_injury, check_collapse, fall_prone, injure_the_drained, update_wounds
from .locations import most_damage

SHIELD_POOL, ARMORED_POOL, FLESH_POOL = range(3)


@kernel
def modified_armor(armor, penetration):
    """Return armor less penetration, at least 0 points; a negative penetration raises only armor that is worn (SS-R3)."""
    if armor <= 0:
        return 0
    return max(armor - penetration, 0)


@kernel
def take_hit(battle, arena, log, attacker, target, model, damage):
    """Let a unit soak a hit with modified damage value `damage` and suffer the rest; return the points that got through.

    Health damage below the modified armor does nothing at all (SS-R5). Each hit of the soak pool takes a point off (SS-R4).
    Damage soaked to nothing still makes contact (SS-R6). Of what gets through, a called shot does at most what its location
    allows (SS-C2).
    """
    weapon = arena.weapons[model]
    armor = modified_armor(arena.sheets[target].armor, weapon.penetration)
    cite(log, clauses.MODIFIED_DAMAGE)
    if weapon.strain == 0 and damage < armor:
        cite(log, clauses.BOUNCED)
        emit(battle, log, events.NO_EFFECT, attacker, target, damage, armor, 0)
        return 0
    pool = soak_pool(battle, arena, log, target, model, armor)
    soaked, _ = roll(battle, arena, log, target, attacker, purposes.SOAK, pool, NO_LIMIT)
    left = damage - soaked
    emit(battle, log, events.SOAKED, target, attacker, max(left, 0), soaked, 0)
    if left <= 0:
        emit(battle, log, events.GRAZE, attacker, target, 0, 0, 0)
        return 0
    felt = most_damage(battle, arena, attacker, target, model, left)
    if felt > 0:
        suffer(battle, arena, log, attacker, target, felt, weapon.strain, weapon.damage_type, weapon.gel)
    return left


@kernel
def soak_pool(battle, arena, log, target, model, armor):
    """Return the dice with which a unit soaks a hit: modified armor, and half of Body, rounded down (SS-R4).

    A last stand halves them (SS-X3). Where full defense adds a skill, it helps to soak a blast (SS-F3).
    """
    sheet = arena.sheets[target]
    unit = battle.units[target]
    pool = term(log, clauses.ARMOR, sheet.armor)
    pool += term(log, clauses.PENETRATION, armor - sheet.armor)
    pool += term(log, clauses.HALF_BODY, sheet.attributes[BODY] // 2)
    pool += halved(log, unit, pool)
    if sheet.armor > 0:
        cite(log, clauses.WORN_ARMOR)
    if arena.weapons[model].blast and arena.rules.option_full_defense and unit.full_defense:
        pool += term(log, clauses.BLAST_SOAK, sheet.skills[ACROBATICS])
    return pool


@kernel
def suffer(battle, arena, log, attacker, target, amount, strain, damage_type, gel):
    """Apply `amount` points of damage that got through, and what follows: injury, knockdown, wounds, collapse.

    `damage_type` is a number of DAMAGE_TYPES; `gel` is 1 for gel rounds.
    """
    unit = battle.units[target]
    unit.stable = 0
    if attacker != NOBODY:
        battle.quiet = 0
    lost = amount
    if strain:
        suffer_strain(battle, arena, log, attacker, target, amount)
    else:
        lost, into_flesh = suffer_health(battle, arena, log, attacker, target, amount, damage_type)
        if into_flesh > arena.rules.critical_body * arena.sheets[target].attributes[BODY]:
            add_injury(battle, log, attacker, target)  # SS-H7
    is_attacked = attacker != NOBODY and unit.status == UP and arena.sheets[target].inanimate == 0
    if is_attacked and is_knocked_down(arena, target, lost, gel):
        fall_prone(battle, log, target, attacker, events.KNOCKDOWN)
    check_collapse(battle, arena, log, attacker, target)
    update_wounds(battle, arena, log, target)


@kernel
def is_knocked_down(arena, target, amount, gel):
    """Return whether `amount` points of one attack knock a unit down: above the Physical limit, or ten and more (SS-K1).

    The points count that a unit loses, after the percentages of its pools (SS-H3), or suffers as Strain.
    """
    limit = arena.sheets[target].physical
    if gel:
        limit += arena.rules.gel_limit
    return amount > limit or amount >= arena.rules.knockdown


@kernel
def suffer_strain(battle, arena, log, attacker, target, amount):
    """Add `amount` points of Strain; what exceeds the threshold carries over into health, a point for every two (SS-H4)."""
    unit = battle.units[target]
    threshold = arena.sheets[target].strain
    before = unit.strain
    unit.strain = min(before + amount, threshold)
    emit(battle, log, events.STRAIN, attacker, target, unit.strain - before, 0, 0)
    carried = (before + amount - unit.strain) // arena.rules.strain_overflow
    if carried > 0:
        cite(log, clauses.STRAIN_OVERFLOW)
        if arena.sheets[target].flesh > 0:
            before = unit.flesh
            unit.flesh -= carried
            emit(battle, log, events.DAMAGE, attacker, target, carried, FLESH_POOL, 0)
            injure_the_drained(battle, log, attacker, target, before)
        else:
            carry_over(battle, log, attacker, target, carried)


@kernel
def carry_over(battle, log, attacker, target, amount):
    """Take excess Strain from a unit without Flesh: from its Armored health, then its shield; what is left is overflow."""
    unit = battle.units[target]
    from_shield = min(max(amount - max(unit.armored, 0), 0), unit.shield)
    if amount > from_shield:
        unit.armored -= amount - from_shield
        emit(battle, log, events.DAMAGE, attacker, target, amount - from_shield, ARMORED_POOL, 0)
    if from_shield > 0:
        unit.shield -= from_shield
        emit(battle, log, events.DAMAGE, attacker, target, from_shield, SHIELD_POOL, 0)


@kernel
def suffer_health(battle, arena, log, attacker, target, amount, damage_type):
    """Use up the health pools in order: shields, armored, flesh (SS-H2). Return the points lost, and those of Flesh alone.

    Each pool takes the percentage of the damage type that the catalog gives (SS-H3). The last pool a unit has goes below
    zero: that is its overflow (SS-H6).
    """
    unit = battle.units[target]
    percent = arena.rules.damage_percent
    cite(log, clauses.POOL_ORDER)
    left = amount
    total = 0
    if unit.shield > 0:
        lost, left = drained(arena, unit.shield, left, percent[SHIELD_POOL, damage_type])
        unit.shield -= lost
        total += lost
        emit(battle, log, events.DAMAGE, attacker, target, lost, SHIELD_POOL, damage_type)
    is_flesh = arena.sheets[target].flesh > 0
    if left > 0 and (unit.armored > 0 or not is_flesh):
        cite(log, clauses.DAMAGE_TYPE)
        lost, left = drained(arena, unit.armored, left, percent[ARMORED_POOL, damage_type])
        if not is_flesh:
            lost += share_of(arena, left, percent[ARMORED_POOL, damage_type])
            left = 0
        unit.armored -= lost
        total += lost
        emit(battle, log, events.DAMAGE, attacker, target, lost, ARMORED_POOL, damage_type)
    if left <= 0 or not is_flesh:
        return total, 0
    lost = share_of(arena, left, percent[FLESH_POOL, damage_type])
    before = unit.flesh
    unit.flesh -= lost
    emit(battle, log, events.DAMAGE, attacker, target, lost, FLESH_POOL, damage_type)
    injure_the_drained(battle, log, attacker, target, before)
    return total + lost, lost


@kernel
def share_of(arena, amount, percent):
    """Return `percent` per cent of `amount` points; the catalog says how fractions are rounded (SS-H3)."""
    return (amount * percent + arena.rules.part_of_a_point) // 100


@kernel
def drained(arena, points, amount, percent):
    """Return the points of a pool that an amount of damage costs, and the damage that is left over.

    Args:
        points: the points of the pool.
        percent: how much of the damage the pool takes, in per cent.
    """
    points = max(points, 0)
    cost = share_of(arena, amount, percent)
    if cost <= points:
        return cost, 0
    return points, amount - points * 100 // percent
