"""Grapples (SS-A4, after the ladder's LD-G1 to LD-G3): holding somebody fast, pinning to the ground, breaking free."""

from fireteam.env.rules.ground.sight import cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.verbs import MOVES

from ...words import events, purposes
from ...words.verbs import BREAK_FREE, END, GRAPPLE, HOLD_ON, LET_GO, PUNCH, PUSH, QUICKEN, SHOOT, STRIKE, VERBS, VOLLEY
from .. import clauses
from ..attack.attack import turn_to
from ..attack.defense import is_unaware
from ..body.conditions import end_suppression, fall_prone, lose_aim
from ..body.holds import end_hold
from ..body.movement import runs_into_melee
from ..body.reach import can_touch, is_on_foot
from ..pools import NO_LIMIT, attribute, burdens, roll, skill_and_attribute, weak_grip
from ..record import HELD_DOWN, HELD_FAST
from ..stack import affords
from ..tables import AGILITY, BODY, STRENGTH, UNARMED
from .tasks import drop_task, fail, own_pool, take_up_task, tries_before

PINNED_MAY = (END, BREAK_FREE, PUSH, QUICKEN)
HELD_MAY = (STRIKE, PUNCH, SHOOT, VOLLEY)  # too, at the holder, with all that is declared before them
MOVEMENTS = VERBS.with_traits(MOVES)


@kernel
def open_grapples(battle, arena, who):
    """Open grappling an enemy one could punch, keeping or ending a hold, and breaking free of one."""
    unit = battle.units[who]
    if unit.hold and affords(arena, unit, BREAK_FREE):
        battle.open[BREAK_FREE] = 1
    if unit.holds != NOBODY:
        if affords(arena, unit, LET_GO):
            battle.open[LET_GO] = 1
        if unit.kept_hold == 0 and affords(arena, unit, HOLD_ON):
            battle.open[HOLD_ON] = 1
    if battle.open[PUNCH] and unit.attacked == 0 and unit.charge == NOBODY and affords(arena, unit, GRAPPLE):
        for other in range(arena.units):
            if battle.open[PUNCH] >> other & 1 and can_grapple(battle, arena, who, other):
                battle.open[GRAPPLE] |= 1 << other


@kernel
def can_grapple(battle, arena, who, other):
    """Return whether a unit can grapple an enemy: one beside it that nobody holds, or the one it holds, to pin it."""
    unit = battle.units[who]
    enemy = battle.units[other]
    sheet = arena.sheets[other]
    if sheet.inanimate or sheet.vehicle or not is_on_foot(enemy) or not can_touch(battle, arena, unit, enemy):
        return False
    if unit.holds != NOBODY:
        return unit.holds == other and enemy.hold == HELD_FAST
    return enemy.held_by == NOBODY


@kernel
def grip_pool(battle, arena, log, who, resists):
    """Return the pool of strength in a grapple, and its limit.

    Unarmed + Strength [Physical]; who `resists` may roll Body + Strength, which has no limit, where that is more (LD-G1).
    """
    sheet = arena.sheets[who]
    rank = sheet.skills[UNARMED]
    limit = sheet.physical
    if resists and arena.rules.grapple_points and sheet.attributes[BODY] > (rank if rank > 0 else -1):
        pool = attribute(battle, arena, log, who, BODY) + attribute(battle, arena, log, who, STRENGTH)
        limit = NO_LIMIT
    else:
        pool = skill_and_attribute(battle, arena, log, who, UNARMED, STRENGTH)
    return pool + burdens(battle, arena, log, who, pool), limit


@kernel
def grapple(battle, arena, log, who, target):
    """Grapple: Unarmed + Agility [Physical] against the strength of the other; more hits hold it (LD-G1).

    It is the attack of the phase (SS-A2). A run that brings the unit to its target counts as running into melee (SS-M5). It
    pins a target that is already held to the ground (LD-G2). The unaware, and units that hold somebody, cannot resist.
    """
    unit = battle.units[who]
    other = battle.units[target]
    unit.attacked = 1
    cite(log, clauses.ATTACK_OF_THE_PHASE)
    turn_to(battle, who, target)
    helpless = is_unaware(battle, target, who, cover_of(battle, arena, other, unit))
    pool = own_pool(battle, arena, log, who, UNARMED, AGILITY)
    if runs_into_melee(battle, unit, target):
        pool += term(log, clauses.CHARGING, arena.rules.charging)
    if unit.ailing:
        pool += weak_grip(arena, log, unit)
    hits, _ = roll(battle, arena, log, who, target, purposes.GRAPPLE, pool, arena.sheets[who].physical)
    resisted = 0
    if other.holds != NOBODY and arena.rules.holder_defends == 0:
        cite(log, clauses.HOLDER)
    elif not helpless:
        pool, limit = grip_pool(battle, arena, log, target, 1)
        resisted, _ = roll(battle, arena, log, target, who, purposes.RESIST_GRAPPLE, pool, limit)
    other.engaged = 1
    cite(log, clauses.OPPOSED)
    if unit.holds == target:
        unit.kept_hold = 1
    if hits <= resisted:
        emit(battle, log, events.MISS, who, target, hits - resisted, 0, 0)
    elif unit.holds == target:
        pin_to_the_ground(battle, log, who, target)
    else:
        hold_fast(battle, log, who, target, hits - resisted)


@kernel
def hold_fast(battle, log, who, target, net):
    """Take hold of an enemy, with `net` net hits: the enemy loses its aim, its fire and its own hold."""
    unit = battle.units[who]
    other = battle.units[target]
    if other.holds != NOBODY:
        end_hold(battle, log, target)
    unit.holds = target
    unit.kept_hold = 1
    other.held_by = who
    other.hold = HELD_FAST
    other.charge = NOBODY
    lose_aim(other)
    end_suppression(battle, log, target)
    emit(battle, log, events.GRAPPLED, who, target, net, 0, 0)


@kernel
def pin_to_the_ground(battle, log, who, target):
    """Pin the enemy one holds: it lies, and can only try to break free (LD-G2)."""
    battle.units[target].hold = HELD_DOWN
    emit(battle, log, events.HELD_DOWN, who, target, 0, 0, 0)
    fall_prone(battle, log, target, who, events.KNOCKDOWN)


@kernel
def hold_on(battle, log, who):
    """Keep the hold for another phase (LD-G1)."""
    unit = battle.units[who]
    unit.kept_hold = 1
    emit(battle, log, events.HOLD_KEPT, who, unit.holds, 0, 0, 0)


@kernel
def break_free(battle, arena, log, who):
    """Break free: Unarmed or Body + Strength against the holder's Unarmed + Strength; a tie frees (LD-G3).

    Each failure makes the next try harder (SS-D12).
    """
    unit = battle.units[who]
    holder = unit.held_by
    take_up_task(unit, BREAK_FREE, holder)
    pool, limit = grip_pool(battle, arena, log, who, 1)
    pool += tries_before(arena, log, unit)
    hits, _ = roll(battle, arena, log, who, holder, purposes.BREAK_FREE, pool, limit)
    pool, limit = grip_pool(battle, arena, log, holder, 0)
    kept, _ = roll(battle, arena, log, holder, who, purposes.KEEP_HOLD, pool, limit)
    cite(log, clauses.OPPOSED)
    if hits >= kept:
        drop_task(unit)
        end_hold(battle, log, holder)
    else:
        fail(battle, log, who)


@kernel
def close_for_a_hold(battle, who):
    """Close the actions that a hold prevents (LD-G1, LD-G2).

    A held unit may only harm the holder, with the weapon in hand and more than once if it can, or break free. A pinned unit
    may only break free. The holder may not move.
    """
    unit = battle.units[who]
    if unit.held_by == NOBODY:
        for verb in MOVEMENTS:
            battle.open[verb] = 0
        return
    for verb in range(len(battle.open)):
        if verb not in PINNED_MAY and (unit.hold == HELD_DOWN or verb not in HELD_MAY):
            battle.open[verb] = 0
    for verb in HELD_MAY:
        battle.open[verb] &= 1 << unit.held_by
