"""Breaking barriers by hand (SS-B6): an attack on what stands beside a unit, which cannot dodge."""

from .. import log as tells
from ..battle import NOBODY
from ..grid import beside
from ..kernel import kernel
from ..log import cite, tell_at, term
from ..verbs import BREACH
from . import clauses, purposes
from .attack import accuracy, recoil_penalty, spend_attack
from .barriers import batter, is_breakable, material_at, resisted_by_barrier
from .bodies import weight_of_body
from .business import affords
from .defense import weapon_row
from .glitches import suffer_glitch
from .pools import CRITICAL_GLITCH, NO_GLITCH, blindness, burdens, on_the_run, roll, skill_and_attribute
from .tables import AGILITY, FISTS, NO_FIRING, SINGLE, STRENGTH


@kernel
def tool_row(unit, sheet):
    """Return the weapon table's row of what a unit would attack a barrier with: what it holds, or its fists."""
    row = weapon_row(unit, sheet)
    return row if row >= 0 else FISTS


@kernel
def force_of(arena, who, row):
    """Return the damage value of a weapon against a barrier, before hits."""
    weapon = arena.weapons[row]
    return weapon.damage + (arena.sheets[who].attributes[STRENGTH] if weapon.adds_strength else 0)


@kernel
def open_breach(battle, arena, who):
    """Open the attack on the barriers beside a unit that can be broken, if its weapon could do something to them."""
    unit = battle.units[who]
    row = tool_row(unit, arena.sheets[who])
    weapon = arena.weapons[row]
    if unit.attacked or weapon.strain or weapon.blast or not affords(arena, unit, BREACH):
        return
    if row != FISTS and (unit.held[unit.hand].jammed or (weapon.melee == 0 and unit.held[unit.hand].ammo < 1)):
        return
    best = force_of(arena, who, row) + accuracy(arena, who, row)
    for direction in range(8):
        tile = beside(arena, unit.x, unit.y, direction)
        if tile < 0 or not is_breakable(battle, arena, tile):
            continue
        armor = arena.materials[material_at(battle, arena, tile)].armor
        if weapon.penetrating == 0 or best > max(armor - weapon.penetration, 0):
            battle.open[BREACH] |= 1 << direction


@kernel
def breach(battle, arena, log, who, direction):
    """Attack a barrier: hits add to the damage value, and only a critical glitch misses (SS-B6).

    What penetrates costs it a point at most, if it exceeds the armor (SS-B4); anything else it resists with
    Structure + Armor.
    """
    unit = battle.units[who]
    row = tool_row(unit, arena.sheets[who])
    weapon = arena.weapons[row]
    tile = beside(arena, unit.x, unit.y, direction)
    kind = material_at(battle, arena, tile)
    firing = SINGLE if weapon.firearm else NO_FIRING
    unit.attacked = 1
    unit.facing = direction
    cite(log, clauses.ATTACK_OF_THE_PHASE)
    hits, glitch = roll_breach(battle, arena, log, who, row, firing)
    damage = force_of(arena, who, row) + hits
    if weapon.melee == 0:
        unit.held[unit.hand].ammo -= 1
    spend_attack(arena, unit, row, firing)
    if glitch != CRITICAL_GLITCH:
        taken = 0
        if weapon.penetrating == 0:
            taken = damage - resisted_by_barrier(battle, arena, log, who, NOBODY, kind, weapon.penetration)
        elif damage > max(arena.materials[kind].armor - weapon.penetration, 0):
            taken = arena.firings[firing].barrier if firing != NO_FIRING else 1
        tell_at(battle, log, tells.BARRIER_HIT, who, tile, max(taken, 0), kind)
        batter(battle, arena, log, who, tile, taken)
    if glitch != NO_GLITCH:
        suffer_glitch(battle, arena, log, who, glitch)


@kernel
def roll_breach(battle, arena, log, who, row, firing):
    """Roll the attack on a barrier, with what any attack of the unit suffers from; return hits and glitch."""
    unit = battle.units[who]
    weapon = arena.weapons[row]
    pool = skill_and_attribute(arena, log, who, weapon.skill, AGILITY)
    pool += burdens(battle, arena, log, who, pool) + blindness(arena, log, unit)
    if unit.carries != NOBODY:
        pool += term(log, clauses.BURDENED, -weight_of_body(battle, arena, who, AGILITY))
    pool += on_the_run(arena, log, unit)
    if weapon.firearm:
        rounds = arena.firings[firing].rounds
        pool += term(log, clauses.RECOIL, recoil_penalty(arena, unit, arena.sheets[who], weapon, rounds))
    return roll(battle, arena, log, who, NOBODY, purposes.BREACH, pool, accuracy(arena, who, row))
