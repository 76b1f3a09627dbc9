"""Attacks (SS-R): the attacker's pool, and the result of its hits against the defender's."""

from fireteam.env.rules.arena import LIGHTS
from fireteam.env.rules.ground.grid import apart, toward
from fireteam.env.rules.ground.rays import EYE
from fireteam.env.rules.ground.sight import NO_COVER, lane
from fireteam.env.rules.ground.smoke import smoke_between
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY

from ...words import events, purposes
from .. import clauses
from ..body.conditions import spend_aim
from ..body.damage import take_hit
from ..body.hands import slot_of_blow
from ..body.locations import called_dice
from ..body.movement import runs_into_melee
from ..body.vehicles import drive_by_dice, ram_damage, ram_pool, rouse_crew
from ..pools import NO_GLITCH, NO_LIMIT, blindness, burdens, on_the_run, roll, roll_and_count, skill_and_attribute
from ..record import PUSH_LIMIT, RUNS, SPRINTS
from ..tables import AGILITY, NO_FIRING, SHOOT_OF_MODE, STRENGTH, VOLLEY_OF_MODE
from .contact import hurt_location, touch, trip, trips
from .cover import NOTHING_THERE, through_cover, through_glass
from .defense import count_defense, defense_limit, defense_pool, has_defense, swerve, who_swerves, without_defense
from .glitches import suffer_glitch
from .multiple import counts_as, rounds_together, share

OUT_OF_RANGE = -1
MOST_HITS = 100  # that are told apart
COVERED, GRAZES, GLASS, OPEN = range(4)  # ways in which an attack lands


@kernel
def range_band(weapon, distance):
    """Return the range band of a distance in metres: 0 short to 3 extreme, OUT_OF_RANGE beyond (SS-R8)."""
    for band in range(4):
        if distance <= weapon.bands[band]:
            return band
    return OUT_OF_RANGE


@kernel
def recoil_penalty(arena, unit, sheet, weapon, rounds):
    """Return the dice, 0 or below, that recoil costs when `rounds` are fired now (SS-R9).

    It is one for every round, those fired before included, beyond the first and the compensation. Every Take Aim has lowered
    it by one, be there earlier rounds or not (SS-U4).
    """
    strength = sheet.attributes[STRENGTH]
    divisor = arena.rules.recoil_strength_divisor
    compensation = weapon.compensation + (strength + divisor - 1) // divisor
    return -max(unit.recoil + rounds - 1 - compensation - unit.steady, 0)


@kernel
def recoils(arena, who, unit, weapon):
    """Return whether recoil would cost the weapon in hand dice when it is fired as heavily as its gun mode allows."""
    if weapon.firearm == 0:
        return False
    mode = unit.held[unit.hand].mode
    firing = VOLLEY_OF_MODE[mode] if VOLLEY_OF_MODE[mode] != NO_FIRING else SHOOT_OF_MODE[mode]
    return recoil_penalty(arena, unit, arena.sheets[who], weapon, arena.firings[firing].rounds) < 0


@kernel
def darkness(battle, arena, log, unit, other):
    """Add the modifiers of light and smoke between two units (SS-R10)."""
    smoke = min(smoke_between(battle, arena, unit, other), len(LIGHTS) - 1)
    return term(log, clauses.LIGHT, arena.rules.light[arena.light]) + term(log, clauses.SMOKE, arena.rules.smoke[smoke])


@kernel
def moving_target(arena, log, other):
    """Add the penalty of a shot at a runner or sprinter; by an option a sprinter also counts as running (SS-M6)."""
    dice = 0
    if other.pace == RUNS or (other.pace == SPRINTS and arena.rules.option_sprinting_target):
        dice += term(log, clauses.TARGET_RUNS, arena.rules.target_runs)
    if other.pace == SPRINTS:
        dice += term(log, clauses.TARGET_SPRINTS, arena.rules.target_sprints)
    return dice


@kernel
def ranged_pool(battle, arena, log, attacker, target, model, firing, hidden):
    """Return the pool of a shot: skill and Agility, wounds, range, recoil, sight (SS-R8 to SS-R10).

    A unit that runs shoots worse (SS-M4), and units that run or sprint are harder to hit (SS-M6). `hidden`: the target is
    out of sight.
    """
    unit = battle.units[attacker]
    other = battle.units[target]
    weapon = arena.weapons[model]
    rules = arena.rules
    pool = skill_and_attribute(battle, arena, log, attacker, weapon.skill, AGILITY)
    pool += burdens(battle, arena, log, attacker, pool) + blindness(arena, log, unit)
    pool += on_the_run(arena, log, unit)
    pool += moving_target(arena, log, other)
    band = range_band(weapon, apart(arena, unit, other))
    pool += term(log, clauses.RANGE, rules.range[max(band, 0)])
    if weapon.firearm and firing != NO_FIRING:
        rounds = arena.firings[firing].rounds
        if unit.attacks_left:
            rounds = rounds_together(arena, attacker, unit, rounds)
        pool += term(log, clauses.RECOIL, recoil_penalty(arena, unit, arena.sheets[attacker], weapon, rounds))
    if hidden:
        pool += term(log, clauses.BLIND_FIRE, rules.blind_fire)
    if unit.aboard != NOBODY:
        pool += drive_by_dice(battle, arena, log, unit)
    if unit.called:
        pool += called_dice(battle, arena, log, attacker, model)
    return pool + darkness(battle, arena, log, unit, other)


@kernel
def melee_pool(battle, arena, log, attacker, target, model):
    """Return the pool of a blow: skill and Agility, wounds, running (SS-M4), and the momentum of running in (SS-M5)."""
    unit = battle.units[attacker]
    pool = skill_and_attribute(battle, arena, log, attacker, arena.weapons[model].skill, AGILITY)
    pool += burdens(battle, arena, log, attacker, pool) + blindness(arena, log, unit)
    pool += on_the_run(arena, log, unit)
    if runs_into_melee(battle, unit, target):
        pool += term(log, clauses.CHARGING, arena.rules.charging)
    if unit.called:
        pool += called_dice(battle, arena, log, attacker, model)
    if unit.hold:
        pool += term(log, clauses.HELD, arena.rules.held_dice)
    return pool


@kernel
def attack_pool(battle, arena, log, attacker, target, model, firing, hidden):
    """Return the pool of an attack with a weapon; each of several attacks gets its share of the dice (SS-X1).

    The dice of an aim are not shared: the first attack has them all (SS-U4). `hidden`: the target is out of sight.
    """
    if arena.weapons[model].melee:
        if battle.units[attacker].aboard != NOBODY:
            return ram_pool(battle, arena, log, attacker)
        pool = melee_pool(battle, arena, log, attacker, target, model)
    else:
        pool = ranged_pool(battle, arena, log, attacker, target, model, firing, hidden)
    unit = battle.units[attacker]
    if unit.attacks_left:
        pool += share(arena, log, unit, pool)
    if unit.aim_at == target and arena.weapons[model].melee == 0:
        pool += term(log, clauses.AIM, unit.aim)
    return pool


@kernel
def accuracy(arena, attacker, model):
    """Return the limit of an attack in hits: the weapon's accuracy, or the Physical limit for blows without one (SS-R1)."""
    limit = arena.weapons[model].accuracy
    return limit if limit > 0 else arena.sheets[attacker].physical


@kernel
def attack_limit(battle, arena, attacker, model):
    """Return the limit of an attack in hits as things stand: its accuracy, of a ram the handling of the vehicle (SS-C4)."""
    aboard = battle.units[attacker].aboard
    if arena.weapons[model].melee and aboard != NOBODY:
        return arena.sheets[aboard].handling
    return accuracy(arena, attacker, model)


@kernel
def damage_value(battle, arena, attacker, target, model):
    """Return the damage value of an attack before hits: the weapon's, and more in a charge (SS-U3); ramming has its own."""
    weapon = arena.weapons[model]
    unit = battle.units[attacker]
    if weapon.melee and unit.aboard != NOBODY:
        return ram_damage(battle, arena, attacker)
    damage = force_of(arena, attacker, model)
    if weapon.melee and unit.charge == target:
        damage += unit.charge_bonus
    return damage


@kernel
def force_of(arena, who, model):
    """Return the damage value of a weapon in a unit's hands, from weapon and sheet alone, before hits."""
    weapon = arena.weapons[model]
    return weapon.damage + (arena.sheets[who].attributes[STRENGTH] if weapon.adds_strength else 0)


@kernel
def turn_to(battle, attacker, target):
    """Let a unit face another; from now on it is in the fight (SS-F5)."""
    unit = battle.units[attacker]
    other = battle.units[target]
    if unit.x != other.x or unit.y != other.y:
        unit.facing = toward(other.x - unit.x, other.y - unit.y)
    unit.engaged = 1


@kernel
def roll_attack(battle, arena, log, frame, hidden):
    """Roll an attack and keep its result in its frame (SS-R1); aim, rounds and one of several attacks are spent.

    `hidden`: the target is out of sight.
    """
    attacker, model = frame.unit, frame.weapon
    unit = battle.units[attacker]
    pool = attack_pool(battle, arena, log, attacker, frame.target, model, frame.firing, hidden)
    limit = attack_limit(battle, arena, attacker, model)
    if arena.weapons[model].accuracy == 0:
        cite(log, clauses.INHERENT_LIMIT)
    frame.limit = NO_LIMIT if unit.push & PUSH_LIMIT else limit
    hits, glitch, missed = roll_and_count(battle, arena, log, attacker, frame.target, purposes.ATTACK, pool, limit)
    frame.hits = min(hits, MOST_HITS)
    frame.glitch = glitch
    frame.missed = missed
    frame.damage = damage_value(battle, arena, attacker, frame.target, model)
    spend_attack(arena, unit, model, frame.firing)


@kernel
def pool_against(battle, arena, log, target, attacker, model, firing, reply, cover, unaware):
    """Return (dice, limit) against an attack: the defender's own, or those of its cover and of a vehicle's driver.

    `reply` is the verb of its answer, PASS for the standard defense; `cover` is the cover in force.
    """
    if has_defense(battle, arena, target, unaware):
        pool = defense_pool(battle, arena, log, target, attacker, model, firing, reply, cover)
        return pool, defense_limit(arena, target, reply)
    pool = without_defense(arena, log, target, unaware, cover)
    driver = who_swerves(battle, arena, target, attacker)
    if driver != NOBODY:
        pool += swerve(battle, arena, log, driver, attacker, model, firing)
    return pool, NO_LIMIT


@kernel
def roll_defense(battle, arena, log, frame, cover, unaware):
    """Roll the defense against an attack and keep its hits in the frame; a unit without its own has that of its cover.

    It is an opposed test (SS-D3); against an unaware target the attack is a plain success test.
    """
    attacker, target, model = frame.unit, frame.target, frame.weapon
    other = battle.units[target]
    frame.missed = 0
    pool, limit = pool_against(battle, arena, log, target, attacker, model, frame.firing, frame.reply, cover, unaware)
    if not has_defense(battle, arena, target, unaware):
        defense, _ = roll(battle, arena, log, target, attacker, purposes.DEFENSE, pool, limit)
        driver = who_swerves(battle, arena, target, attacker)
        if driver != NOBODY:
            note_defense(battle, arena, attacker, battle.units[driver])
    else:
        frame.limit = NO_LIMIT if other.push & PUSH_LIMIT else limit
        defense, _, missed = roll_and_count(battle, arena, log, target, attacker, purposes.DEFENSE, pool, limit)
        frame.missed = missed
        note_defense(battle, arena, attacker, other)
    frame.defense = min(defense, MOST_HITS)
    other.engaged = 1
    if arena.sheets[target].vehicle:
        rouse_crew(battle, arena, target)
    cite(log, clauses.OPPOSED)


@kernel
def note_defense(battle, arena, attacker, unit):
    """Count an attack that a unit has defended against; several of a phase are one by the option `penalty` (SS-X1)."""
    if battle.units[attacker].attacks and arena.rules.option_multiple_attacks:
        unit.defends = 1
    else:
        count_defense(unit)


@kernel
def apply_attack(battle, arena, log, frame, cover, hidden, unaware):
    """Apply the results of attack and defense (SS-R2 to SS-R6, SS-B2); return the points suffered. SS-R7 is an example.

    More hits than the defender: a hit with the difference as net hits. A tie: a grazing hit, or through the cover of a
    target that is in cover. Fewer: a miss.
    """
    attacker, glitch = frame.unit, frame.glitch
    suffered = 0
    net = frame.hits - frame.defense
    if net < 0 or (frame.hits == 0 and unaware):
        emit(battle, log, events.MISS, attacker, frame.target, net, 0, 0)
    else:
        target, model, firing, damage = frame.target, frame.weapon, frame.firing, frame.damage
        suffered = land(battle, arena, log, attacker, target, model, firing, net, damage, cover, hidden)
    if glitch != NO_GLITCH:
        slot = slot_of_blow(battle.units[attacker], arena.sheets[attacker], frame.weapon)
        suffer_glitch(battle, arena, log, attacker, slot, glitch)
    return suffered


@kernel
def way_in(arena, net, cover, hidden):
    """Return the way of an attack that did not miss, COVERED to OPEN: through cover on a tie or when blind.

    `net`, `cover` and `hidden` are those of `land`.
    """
    if hidden or (net == 0 and cover != NO_COVER):
        return COVERED
    if net == 0:
        return GRAZES
    return GLASS if arena.glassy else OPEN


@kernel
def land(battle, arena, log, attacker, target, model, firing, net, damage, cover, hidden):
    """Let an attack that did not miss land: through the cover on a tie or when blind, else as it is (SS-R6, SS-B2).

    Return the points of damage suffered.

    Args:
        net: net hits, 0 for a tie.
        damage: damage value without them.
        cover, hidden: the target's cover in force, and whether it is out of sight.
    """
    left = damage + net
    unit = battle.units[attacker]
    a, b = lane(battle, arena, unit, battle.units[target])
    eye = EYE[unit.prone]
    way = way_in(arena, net, cover, hidden)
    if way == COVERED:
        left = through_cover(battle, arena, log, attacker, target, model, firing, left, a, b, eye)
        if left == NOTHING_THERE and net > 0:
            left = damage + net
    elif way == GRAZES:
        left = NOTHING_THERE
    elif way == GLASS:
        left = through_glass(battle, arena, log, attacker, target, model, firing, left, a, b, eye)
    if left == NOTHING_THERE:
        emit(battle, log, events.GRAZE, attacker, target, 0, 0, 0)
        touch(battle, arena, log, attacker, target, model, damage)
        return 0
    if left <= 0:
        return 0
    emit(battle, log, events.HIT, attacker, target, net, damage + net, 0)
    suffered = 0
    if net > 0 and trips(battle, arena, attacker, target, model):
        trip(battle, arena, log, attacker, target, net)
    else:
        suffered = take_hit(battle, arena, log, attacker, target, model, left)
        hurt_location(battle, arena, log, attacker, target, model, left, suffered)
    touch(battle, arena, log, attacker, target, model, left)
    return suffered


@kernel
def spend_attack(arena, unit, model, firing):
    """Spend the aim after the roll of an attack; a firearm's rounds add to its recoil until a phase without shooting."""
    spend_aim(unit)
    if arena.weapons[model].firearm and firing != NO_FIRING:
        unit.recoil += arena.firings[firing].rounds
        unit.shot = 1
    if unit.attacks_left:
        unit.attacks_left -= counts_as(arena, firing)
