"""The difficulty of an attack (DP-R1 to DP-R4): the weapon's own, and what attacker, target and surroundings add."""

from fireteam.env.rules.arena import LIGHTS
from fireteam.env.rules.ground.grid import apart, terrain_at, tile_of
from fireteam.env.rules.ground.sight import NO_COVER, cover_of
from fireteam.env.rules.ground.smoke import smoke_between
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import term

from .. import clauses
from ..record import RUNS, STILL, WALKS
from ..tables import AWAKE, FAILS, FIREARM, FOG, LARGE, LIGHT, PERCEPTION, SMALL, STORM, THROWN

DARK, BLACK = LIGHTS.index("dark"), LIGHTS.index("black")


@kernel
def strikes(weapon):
    """Return whether a weapon, a record, harms only by touch."""
    return weapon.way < THROWN


@kernel
def is_behind_cover(battle, arena, unit, other):
    """Return whether a unit has taken cover, and some cover stands between it and another unit, both records (DP-R2)."""
    return unit.covered == 1 and cover_of(battle, arena, unit, other) != NO_COVER


@kernel
def attack_difficulty(battle, arena, log, attacker, target, model, single, off_hand):
    """Return the difficulty of an attack, the weapon's own and all that is added (DP-R1), and log its terms.

    It is not yet limited to 2 to 10.

    Args:
        model: that of the weapon.
        single: 1 for one steady shot (DP-A2).
        off_hand: 1 if the weapon is in the other hand.
    """
    unit = battle.units[attacker]
    other = battle.units[target]
    weapon = arena.weapons[model]
    rules = arena.rules
    difficulty = term(log, clauses.WEAPON_DIFFICULTY, weapon.difficulty)
    if arena.sheets[attacker].secondary >> weapon.ability & 1:
        difficulty += term(log, clauses.SECONDARY, rules.secondary)
    difficulty += term(log, clauses.SINGLE_SHOT, rules.single_shot if single else 0)
    difficulty += term(log, clauses.OFF_HAND, rules.off_hand if off_hand else 0)
    difficulty += from_attacker(battle, arena, log, unit, target, weapon)
    if weapon.way != FIREARM:
        difficulty += term(log, clauses.ENCUMBERED, arena.sheets[attacker].burden * rules.encumbered)
    difficulty += from_target(battle, arena, log, unit, target, weapon)
    return difficulty + from_surroundings(battle, arena, log, attacker, other, weapon)


@kernel
def from_attacker(battle, arena, log, unit, target, weapon):
    """Return the modifier from the attacker's own place, pace and aim (DP-R2)."""
    rules = arena.rules
    other = battle.units[target]
    difficulty = 0
    if is_behind_cover(battle, arena, unit, other):
        difficulty += term(log, clauses.BEHIND_COVER, rules.behind_cover)
    if unit.pace == RUNS:
        difficulty += term(log, clauses.RUNNING, rules.running)
    elif unit.pace >= WALKS:
        difficulty += term(log, clauses.WALKING, rules.walking)
    if unit.aim and unit.aim_at == target and not strikes(weapon):
        most = rules.aim_most if other.pace == STILL else rules.aim_most_moving
        difficulty += term(log, clauses.AIMED, min(unit.aim, most) * rules.aim)
    return difficulty


@kernel
def from_target(battle, arena, log, unit, target, weapon):
    """Return the modifier from the target's place, pace, distance and size (DP-R3)."""
    rules = arena.rules
    other = battle.units[target]
    sheet = arena.sheets[target]
    difficulty = 0
    if cover_of(battle, arena, other, unit) != NO_COVER:
        difficulty += from_cover(arena, log)
    if sheet.inanimate or other.mind != AWAKE:
        difficulty += term(log, clauses.TARGET_IMMOBILE, rules.target_immobile)
    if other.pace == RUNS:
        difficulty += term(log, clauses.TARGET_RUNNING, rules.target_running)
    if sheet.size > 0:
        difficulty += term(log, clauses.SIZE, rules.size[sheet.size - 1])
    if strikes(weapon):
        return difficulty
    away = apart(arena, unit, other)
    if is_point_blank(arena, away):
        return difficulty + (0 if weapon.sniper else term(log, clauses.POINT_BLANK, rules.point_blank))
    return difficulty + term(log, clauses.LONG_RANGE, beyond(arena, weapon, away))


@kernel
def from_cover(arena, log):
    """Return the modifier from the target's cover; it is the same for every kind of cover (DP-R3)."""
    return term(log, clauses.TARGET_COVER, arena.rules.target_cover)


@kernel
def is_point_blank(arena, away):
    """Return whether a distance of `away` metres is point blank: two, or the next tile where tiles are larger (DP-R3)."""
    return away <= max(arena.rules.point_blank_metres, arena.scale)


@kernel
def beyond(arena, weapon, away):
    """Return the modifier for a distance in metres beyond the weapon's range: more beyond 1.5 times the range (DP-R3)."""
    if away <= weapon.range:
        return 0
    return arena.rules.long_range if 2 * away <= 3 * weapon.range else arena.rules.longest_range


@kernel
def reaches(arena, weapon, away):
    """Return whether a weapon harms at `away` metres: blows only adjacent units, the rest up to twice its range (DP-R3)."""
    if strikes(weapon):
        return away <= max(1 + weapon.reach, arena.scale)
    return away <= 2 * weapon.range


@kernel
def from_surroundings(battle, arena, log, attacker, other, weapon):
    """Return the modifier from light, smoke, weather and water (DP-R4); black light and thick smoke blind (DP-R2)."""
    unit = battle.units[attacker]
    rules = arena.rules
    weather = rules.option_weather
    smoke = smoke_between(battle, arena, unit, other)
    difficulty = 0
    if arena.light == BLACK or smoke >= rules.smoke_blinds:
        difficulty += term(log, clauses.BLIND, rules.blind)
    elif arena.light == DARK:
        is_perceptive = arena.sheets[attacker].attributes[PERCEPTION] >= rules.keen
        difficulty += term(log, clauses.DARK, rules.dark_keen if is_perceptive else rules.dark)
    if weather == FOG or 0 < smoke < rules.smoke_blinds:
        is_near = is_point_blank(arena, apart(arena, unit, other))
        difficulty += term(log, clauses.FOG, rules.fog_near if is_near else rules.fog)
    if weather == STORM:
        difficulty += term(log, clauses.STORM, rules.storm)
    if is_under_water(battle, arena, unit):
        if weapon.water == LIGHT:
            difficulty += term(log, clauses.UNDER_WATER, rules.water_light)
        elif weapon.water == SMALL:
            difficulty += term(log, clauses.UNDER_WATER, rules.water_small)
        elif weapon.water == LARGE:
            difficulty += term(log, clauses.UNDER_WATER, rules.water_large)
    return difficulty


@kernel
def is_under_water(battle, arena, unit):
    """Return whether a unit stands on ground that is under water."""
    return arena.terrains[terrain_at(battle, arena, tile_of(arena, unit))].submerged == 1


@kernel
def works_here(battle, arena, unit, other, weapon):
    """Return whether a weapon works where the attacker and the target are, both records: not all do under water (DP-R4)."""
    return weapon.water != FAILS or not (is_under_water(battle, arena, unit) or is_under_water(battle, arena, other))
