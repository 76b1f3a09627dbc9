"""Breaking barriers (SS-B6): an attack on a barrier beside a unit or straight ahead of it, which cannot dodge."""

from fireteam.env.rules.ground.grid import EVERY_DIRECTION, beside, metres, terrain_at, tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit_at, term
from fireteam.env.rules.record import MAX_EFFECTS, NOBODY, NOWHERE

from ...words import events, purposes
from ...words.verbs import BREACH
from .. import clauses
from ..area.effects import free_effect
from ..area.explosions import set_off
from ..area.grenades import light_fuse
from ..area.scatter import stray
from ..attack.attack import OUT_OF_RANGE, accuracy, force_of, range_band, recoil_penalty, spend_attack
from ..attack.barriers import batter, material_at, resisted_by_barrier
from ..attack.defense import model_in_hand
from ..attack.glitches import suffer_glitch
from ..body.damage import modified_armor
from ..karma import hold_test
from ..pools import CRITICAL_GLITCH, NO_GLITCH, blindness, burdens, on_the_run, roll, skill_and_attribute
from ..stack import affords
from ..tables import AGILITY, FISTS, NO_FIRING, SHOOT_OF_MODE


@kernel
def model_of_tool(unit, sheet):
    """Return the model of weapon with which a unit would attack a barrier: what it holds, or its fists."""
    model = model_in_hand(unit, sheet)
    return model if model >= 0 else FISTS


@kernel
def firing_at_barrier(arena, unit, model):
    """Return how a weapon is fired at a barrier: in the gun mode that is set, the lighter of its bursts."""
    return SHOOT_OF_MODE[unit.held[unit.hand].mode] if arena.weapons[model].firearm else NO_FIRING


@kernel
def rounds_at_barrier(arena, unit, model):
    """Return the rounds, arrows or grenades that an attack on a barrier takes, 0 for a blow."""
    if arena.weapons[model].melee:
        return 0
    firing = firing_at_barrier(arena, unit, model)
    return arena.firings[firing].rounds if firing != NO_FIRING else 1


@kernel
def barrier_ahead(battle, arena, unit, model, direction):
    """Return the tile of the barrier that a weapon would attack in a direction, NOWHERE for none that can be broken.

    It is beside the unit; for shots it is the first one straight ahead within a few tiles, for rockets within range.
    """
    tile = tile_of(arena, unit)
    reach = barrier_reach(arena, model)
    for _ in range(reach):
        tile = beside(arena, tile % arena.width, tile // arena.width, direction)
        if tile == NOWHERE:
            return NOWHERE
        terrain = arena.terrains[terrain_at(battle, arena, tile)]
        if terrain.passable == 0:
            in_range = reach == 1 or range_band(arena.weapons[model], away(arena, unit, tile)) != OUT_OF_RANGE
            return tile if terrain.broken >= 0 and in_range else NOWHERE
    return NOWHERE


@kernel
def barrier_reach(arena, model):
    """Return how many tiles ahead a weapon can be aimed at a barrier; at least the one beside its user."""
    weapon = arena.weapons[model]
    if weapon.melee or weapon.thrown:
        return 1
    return max(weapon.bands[3] // arena.scale if weapon.blast else arena.rules.barrier_reach, 1)


@kernel
def away(arena, unit, tile):
    """Return the distance of a tile from a unit in metres."""
    return metres(arena, unit.x, unit.y, tile % arena.width, tile // arena.width)


@kernel
def open_breach(battle, arena, who):
    """Open the attack on the barriers around a unit that can be broken, if its weapon could damage them."""
    unit = battle.units[who]
    model = model_of_tool(unit, arena.sheets[who])
    weapon = arena.weapons[model]
    if unit.attacked or weapon.strain or (weapon.blast and weapon.damage == 0) or not affords(arena, unit, BREACH):
        return
    if model != FISTS and (unit.held[unit.hand].jammed or unit.held[unit.hand].ammo < rounds_at_barrier(arena, unit, model)):
        return
    if weapon.timed and free_effect(battle) == MAX_EFFECTS:
        return
    best = force_of(arena, who, model) + accuracy(arena, who, model)
    near = arena.tiles[tile_of(arena, unit)].barriers if barrier_reach(arena, model) == 1 else EVERY_DIRECTION
    for direction in range(8):
        if near >> direction & 1 == 0:
            continue
        tile = barrier_ahead(battle, arena, unit, model, direction)
        if tile == NOWHERE:
            continue
        armor = arena.materials[material_at(battle, arena, tile)].armor
        if weapon.penetrating == 0 or best > modified_armor(armor, weapon.penetration):
            battle.open[BREACH] |= 1 << direction


@kernel
def breach(battle, arena, log, who, direction):
    """Attack a barrier: hits add to the damage value, and only a critical glitch misses (SS-B6).

    What penetrates costs it a few points at most, by the rounds fired, if it exceeds the armor (SS-B4); anything else it
    resists with Structure + Armor. An explosive goes off beside the barrier, and strays if it misses.
    """
    unit = battle.units[who]
    model = model_of_tool(unit, arena.sheets[who])
    tile = barrier_ahead(battle, arena, unit, model, direction)
    firing = firing_at_barrier(arena, unit, model)
    unit.attacked = 1
    unit.facing = direction
    cite(log, clauses.ATTACK_OF_THE_PHASE)
    hits, glitch = roll_breach(battle, arena, log, who, model, firing, tile)
    hold_test(battle, who, NOBODY, BREACH, direction, hits, glitch, 0)


@kernel
def hit_barrier(battle, arena, log, who, direction, hits, glitch):
    """Let an attack on a barrier that was rolled take effect; the effects of a glitch come last.

    `hits` add to the damage value.
    """
    unit = battle.units[who]
    model = model_of_tool(unit, arena.sheets[who])
    weapon = arena.weapons[model]
    tile = barrier_ahead(battle, arena, unit, model, direction)
    kind = material_at(battle, arena, tile)
    firing = firing_at_barrier(arena, unit, model)
    damage = force_of(arena, who, model) + hits
    if weapon.melee == 0:
        unit.held[unit.hand].ammo -= rounds_at_barrier(arena, unit, model)
    spend_attack(arena, unit, model, firing)
    if weapon.blast:
        blow_up(battle, arena, log, who, model, tile, direction, hits, glitch == CRITICAL_GLITCH)
    elif glitch != CRITICAL_GLITCH:
        taken = 0
        if weapon.penetrating == 0:
            taken = damage - resisted_by_barrier(battle, arena, log, who, NOBODY, kind, weapon.penetration)
        elif damage > modified_armor(arena.materials[kind].armor, weapon.penetration):
            taken = arena.firings[firing].barrier if firing != NO_FIRING else 1
        emit_at(battle, log, events.BARRIER_HIT, who, tile, max(taken, 0), kind)
        batter(battle, arena, log, who, tile, taken)
    if glitch != NO_GLITCH:
        suffer_glitch(battle, arena, log, who, battle.units[who].hand, glitch)


@kernel
def blow_up(battle, arena, log, who, model, barrier, direction, hits, misses):
    """Let a grenade or a rocket land before the barrier it was meant for, or stray from there (SS-A4, SS-T8).

    `barrier` is the tile of the barrier, `direction` the way to it; `misses` says whether it strays.
    """
    weapon = arena.weapons[model]
    tile = beside(arena, barrier % arena.width, barrier // arena.width, (direction + 4) % 8)
    astray = 0
    if misses:
        tile, direction, astray = stray(battle, arena, log, who, model, tile, hits)
    emit_at(battle, log, events.THROWN, who, tile, model, astray)
    if weapon.thrown == 0:
        battle.units[who].shot = 1  # everybody hears it
    if weapon.timed:
        light_fuse(battle, arena, who, model, tile, direction, hits)
    else:
        set_off(battle, arena, log, who, model, tile, direction, hits)


@kernel
def roll_breach(battle, arena, log, who, model, firing, tile):
    """Roll the attack on the barrier on a tile, with what any attack of the unit suffers from; return hits and glitch."""
    unit = battle.units[who]
    weapon = arena.weapons[model]
    pool = skill_and_attribute(battle, arena, log, who, weapon.skill, AGILITY)
    pool += burdens(battle, arena, log, who, pool) + blindness(arena, log, unit)
    pool += on_the_run(arena, log, unit)
    if weapon.melee == 0 and weapon.thrown == 0:
        pool += term(log, clauses.RANGE, arena.rules.range[max(range_band(weapon, away(arena, unit, tile)), 0)])
    if weapon.firearm:
        rounds = arena.firings[firing].rounds
        pool += term(log, clauses.RECOIL, recoil_penalty(arena, unit, arena.sheets[who], weapon, rounds))
    return roll(battle, arena, log, who, NOBODY, purposes.BREACH, pool, accuracy(arena, who, model))
