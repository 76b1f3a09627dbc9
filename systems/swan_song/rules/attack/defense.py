"""Defense (SS-F): the answers that a defender has to an attack, and the pool it rolls."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.grid import apart, is_ahead
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import DOWN, NOBODY, UP

from ...words import events
from ...words.verbs import BLOCK, DODGE, PARRY, PASS
from .. import clauses
from ..body.hands import blade_out_of_turn, model_in, reach_out_of_turn, wields
from ..body.reach import is_on_foot, reaches, rows_apart
from ..body.vehicles import driver_of, passenger_dice
from ..pools import NO_LIMIT, attribute, halved, skill_and_attribute, weak_side
from ..record import STILL, SURPRISED
from ..tables import ACROBATICS, INTUITION, NO_FIRING, PILOTING, REACTION, UNARMED, WILLPOWER
from .cover import cover_dice


@kernel
def is_surprised_by(unit, other):
    """Return whether a unit is surprised by unit `other`: it can do nothing against it out of turn (SS-S1, SS-A3)."""
    return unit.surprised_by >> other & 1 == 1


@kernel
def can_be_attacked(arena, enemy):
    """Return whether an enemy can be the target of an attack: it is up, or unconscious where the option does not spare it.

    One can be killed while unconscious (SS-H4); the source has no procedure for it, so it is an attack without a defense.
    """
    return enemy.status == UP or (enemy.status == DOWN and arena.rules.option_unconscious == 1)


@kernel
def is_unaware(battle, target, attacker, seen_cover):
    """Return whether an attack comes as a surprise: attacker unseen or behind, and the target not yet engaged (SS-F5).

    The surprised have no defense even if they are, against those who surprised them (SS-S1), nor have the unconscious; who
    is hidden is not seen (SS-U2).
    """
    unit = battle.units[target]
    if unit.status != UP or (unit.surprised == SURPRISED and is_surprised_by(unit, attacker)):
        return True
    if unit.engaged:
        return False
    other = battle.units[attacker]
    if other.hidden:
        return True
    return seen_cover == TOTAL or not is_ahead(unit.facing, other.x - unit.x, other.y - unit.y)


@kernel
def cannot_see_it_come(arena, seen_cover):
    """Return whether a unit hidden from its attacker is unaware even in the midst of the fight: by an option (SS-B4).

    One sentence of the rules says so of a unit that is completely hidden behind a barrier, another exempts those engaged
    (SS-F5).
    """
    return arena.rules.option_hidden_defender == 1 and seen_cover == TOTAL


@kernel
def is_off_guard(battle, arena, target, attacker, seen_cover):
    """Return whether an attack takes its target unawares, for either reason (SS-F5, SS-B4)."""
    return cannot_see_it_come(arena, seen_cover) or is_unaware(battle, target, attacker, seen_cover)


@kernel
def model_in_hand(unit, sheet):
    """Return the model of the weapon that a unit holds; -1 for bare hands."""
    return model_in(sheet, unit.hand)


@kernel
def reach_of(arena, unit, sheet):
    """Return the reach of a unit's own attacks in metres beyond the first: its own and that of a melee weapon in hand."""
    model = model_in_hand(unit, sheet)
    if model >= 0 and arena.weapons[model].melee and wields(arena, unit, sheet):
        return sheet.reach + arena.weapons[model].reach
    return sheet.reach


@kernel
def reply_skill(arena, unit, sheet, reply):
    """Return the number of the skill that a reply, a verb, adds to the defense (SS-F2); -1 for the standard defense."""
    if reply == PARRY:
        return arena.weapons[blade_out_of_turn(arena, unit, sheet, 0)].skill
    if reply == BLOCK:
        return UNARMED
    if reply == DODGE:
        return ACROBATICS
    return -1


@kernel
def can_reply(arena, unit, sheet, reply):
    """Return whether a unit could parry, block or dodge a melee attack: the hands, the skill and the points for it."""
    if unit.ap < arena.cost[reply]:
        return False
    if reply == PARRY and blade_out_of_turn(arena, unit, sheet, 0) < 0:
        return False
    if reply == BLOCK and unit.hand != BARE_HANDS:
        return False
    return sheet.skills[reply_skill(arena, unit, sheet, reply)] > 0


@kernel
def is_in_melee(battle, arena, target, shooter):
    """Return whether another enemy than the shooter takes a unit's attention up close: it can strike at it (SS-F4)."""
    for other in range(arena.units):
        if battle.units[other].team != battle.units[target].team and other != shooter:
            if can_strike_at(battle, arena, other, target):
                return True
    return False


@kernel
def can_strike_at(battle, arena, who, target):
    """Return whether unit `who` is able to fight, on foot, and has unit `target` within its reach: melee (SS-I1, SS-F4).

    A unit that is held can strike at the holder alone (LD-G1).
    """
    unit = battle.units[who]
    if rows_apart(unit, battle.units[target]) * arena.scale > arena.melee:  # so it is for most, and takes least
        return False
    if unit.status != UP or arena.sheets[who].inanimate or not is_on_foot(unit):
        return False
    if unit.held_by != NOBODY and unit.held_by != target:
        return False
    return reaches(battle, arena, unit, battle.units[target], reach_out_of_turn(arena, unit, arena.sheets[who]))


@kernel
def in_melee_with(battle, arena, who):
    """Return the enemies, a bit each, that a unit is in melee with: it can strike at them, or they at it (SS-M5)."""
    enemies = 0
    for other in range(arena.units):
        if battle.units[other].team != battle.units[who].team and battle.units[other].status == UP:
            if can_strike_at(battle, arena, who, other) or can_strike_at(battle, arena, other, who):
                enemies |= 1 << other
    return enemies


@kernel
def full_defense_dice(arena, log, target, unit, model):
    """Add the dice of full defense against a weapon (SS-F3).

    Willpower; by the option `skill` the rank of Acrobatics or, against what can be parried, of the weapon skill.
    """
    sheet = arena.sheets[target]
    if arena.rules.option_full_defense == 0:
        return term(log, clauses.FULL_DEFENSE, sheet.attributes[WILLPOWER])
    rank = sheet.skills[ACROBATICS]
    if arena.weapons[model].melee and blade_out_of_turn(arena, unit, sheet, 0) >= 0:
        rank = max(rank, sheet.skills[reply_skill(arena, unit, sheet, PARRY)])
    return term(log, clauses.FULL_DEFENSE, rank)


@kernel
def keep_defending(battle, log, who):
    """Keep up full defense to the end of the phase after the unit's own, as the option `skill` allows (SS-F3)."""
    battle.units[who].full_defense = 2
    emit(battle, log, events.FULL_DEFENSE, who, NOBODY, 0, 0, 0)


@kernel
def only_defends(arena, unit):
    """Return whether a unit on full defense may not strike at others meanwhile: by the option `skill` (SS-F3)."""
    return arena.rules.option_full_defense == 1 and unit.full_defense > 0


@kernel
def defense_modifiers(battle, arena, log, target, unit, model, cover, base):
    """Add the modifiers that every defense has (SS-F4).

    Full defense (SS-F3), wounds (SS-H5), attacks defended before, cover (SS-B1), a run (SS-M7). A last stand halves `base`,
    the dice of attributes and skill (SS-X3). Return all of them but `base`.
    """
    rules = arena.rules
    pool = halved(log, unit, base)
    if unit.full_defense:
        pool += full_defense_dice(arena, log, target, unit, model)
    pool += term(log, clauses.WOUNDED, unit.wounds)
    pool += term(log, clauses.DEFENDED_BEFORE, unit.defended * rules.defended_before)
    pool += term(log, clauses.COVER, cover_dice(arena, cover))
    if unit.aboard != NOBODY:
        pool += passenger_dice(battle, arena, log, unit)
    if unit.pace > STILL:
        pool += term(log, clauses.RUNNER_DEFENDS, rules.runner_defends)
    return pool


@kernel
def shot_at_modifiers(battle, arena, log, target, attacker, fights):
    """Add the modifiers of a unit that is shot at: it lies prone near the shooter, or `fights` others in melee (SS-F4)."""
    unit = battle.units[target]
    pool = 0
    if unit.prone and apart(arena, unit, battle.units[attacker]) <= arena.rules.prone_near:
        pool += term(log, clauses.PRONE, arena.rules.prone)
    if fights:
        pool += term(log, clauses.IN_MELEE, arena.rules.in_melee)
    return pool


@kernel
def has_defense(battle, arena, who, unaware):
    """Return whether a unit has a defense of its own, not that of its cover alone.

    Things have none (SS-F6), nor units unaware of the attack (SS-F5), nor units that hold somebody.
    """
    if unaware or arena.sheets[who].inanimate:
        return False
    return battle.units[who].holds == NOBODY or arena.rules.holder_defends == 1


@kernel
def count_defense(unit):
    """Count an attack that a unit has defended against since its last phase: the next is harder to avoid (SS-F4)."""
    unit.defended = min(unit.defended + 1, 100)


@kernel
def without_defense(arena, log, who, unaware, cover):
    """Return the pool of a unit that `has_defense` denies one of its own, and say why."""
    if unaware:
        cite(log, clauses.UNAWARE)
    else:
        cite(log, clauses.INANIMATE if arena.sheets[who].inanimate else clauses.HOLDER)
    return unaware_pool(arena, log, cover)


@kernel
def unaware_pool(arena, log, cover):
    """Return the pool of a defender without a test of its own: the dice of its cover (SS-F5, SS-F6)."""
    return term(log, clauses.COVER, cover_dice(arena, cover))


@kernel
def defense_pool(battle, arena, log, target, attacker, model, firing, reply, cover):
    """Return the pool of a defender with a defense of its own (SS-F1 to SS-F4).

    `reply` is the verb of its answer, PASS for the standard defense; `cover` is the cover in force.
    """
    unit = battle.units[target]
    other = battle.units[attacker]
    sheet = arena.sheets[target]
    rules = arena.rules
    weapon = arena.weapons[model]
    pool = attribute(battle, arena, log, target, REACTION) + attribute(battle, arena, log, target, INTUITION)
    skill = reply_skill(arena, unit, sheet, reply)
    if skill >= 0:
        pool += term(log, clauses.FIRST_SKILL + skill, sheet.skills[skill])
        cite(log, clauses.REPLY_SKILL)
    pool += defense_modifiers(battle, arena, log, target, unit, model, cover, pool)
    if weapon.melee:
        if unit.prone:
            pool += term(log, clauses.PRONE, rules.prone)
        longer = reach_out_of_turn(arena, unit, sheet) - arena.sheets[attacker].reach - weapon.reach
        pool += term(log, clauses.REACH, longer * rules.reach)
        if unit.ailing:
            pool += weak_side(arena, log, unit)
    else:
        cite(log, clauses.RANGED_DEFENSE)
        fights = is_in_melee(battle, arena, target, attacker)
        pool += shot_at_modifiers(battle, arena, log, target, attacker, fights)
        pool += volume_of_fire(arena, log, other, weapon, firing)
    return pool


@kernel
def volume_of_fire(arena, log, attacker, weapon, firing):
    """Add the dice that the rounds and the flechettes of a shot take off any defense; the first two are records (SS-F4)."""
    pool = 0
    if firing != NO_FIRING:
        pool += term(log, clauses.VOLUME_OF_FIRE, arena.firings[firing].defense)
    if weapon.flechette and attacker.hand != BARE_HANDS:
        pool += term(log, clauses.SPREAD, arena.rules.choke[attacker.held[attacker.hand].choke])
    return pool


@kernel
def who_swerves(battle, arena, target, attacker):
    """Return the driver that defends a moving vehicle; NOBODY if there is none, or it is unaware (SS-C4, SS-F5)."""
    if arena.sheets[target].vehicle == 0 or battle.units[target].driven == 0:
        return NOBODY
    who = driver_of(battle, arena, target)
    if who == NOBODY:
        return NOBODY
    seen_cover = cover_of(battle, arena, battle.units[who], battle.units[attacker])
    return NOBODY if is_off_guard(battle, arena, who, attacker, seen_cover) else who


@kernel
def swerve(battle, arena, log, who, attacker, model, firing):
    """Add the defense of a moving vehicle: Reaction + Piloting of its driver, unit `who` (SS-C4).

    It suffers from what any defense does: wounds, attacks the driver has defended before, the volume of fire (SS-F4).
    """
    unit = battle.units[who]
    pool = skill_and_attribute(battle, arena, log, who, PILOTING, REACTION)
    pool += halved(log, unit, pool) + term(log, clauses.WOUNDED, unit.wounds)
    pool += term(log, clauses.DEFENDED_BEFORE, unit.defended * arena.rules.defended_before)
    if arena.weapons[model].melee == 0:
        pool += volume_of_fire(arena, log, battle.units[attacker], arena.weapons[model], firing)
    return pool


@kernel
def defense_limit(arena, target, reply):
    """Return the limit of a defense in hits: Physical where a skill takes part, NO_LIMIT for two attributes (SS-D4)."""
    return NO_LIMIT if reply == PASS else arena.sheets[target].physical
