"""The modifiers of an attack (LD-R1): rank and state of the attacker, then the situation."""

from fireteam.env.rules.arena import LIGHTS
from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.screens import low_screen_between, screen_between
from fireteam.env.rules.ground.sight import NO_COVER, PARTIAL, TOTAL, cover_of
from fireteam.env.rules.ground.smoke import smoke_at, smoke_between
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, term

from ...words.verbs import GARROTE, SHOOT_THROUGH, STRIKE_THROUGH, VOLLEY
from .. import clauses
from ..rolls import skill_of
from ..tables import EACH, FIREARM
from .hands import strikes
from .shield import is_shielded

DARK, BLACK = LIGHTS.index("dark"), LIGHTS.index("black")
MISSES, OPEN, HITS = -1, 0, 1  # what situational modifiers decide


@kernel
def log_attack(battle, arena, log, attacker, target, model, verb, actions, exposed):
    """Return what is added to the roll of an attack, and the verdict MISSES to HITS; log the terms.

    Modifiers of the situation beyond three either way decide the attempt outright (LD-R1); those within are added. By the
    option `circumstances` the sum of all must be beyond three, or a single one.

    Args:
        actions: the number of actions in the attacker's turn.
        exposed: the target's cover on ground that gives none, NO_COVER to use what the ground gives.
    """
    weapon = arena.weapons[model]
    bonus = skill_of(battle, arena, log, attacker, weapon.skill, actions)
    bonus += term(log, clauses.GARROTE, arena.rules.garrote if verb == GARROTE else 0)
    situation, single = log_situation(battle, arena, log, attacker, target, model, verb, exposed)
    decided = verdict(arena, single if arena.rules.option_circumstances == EACH else situation)
    if decided != OPEN:
        cite(log, clauses.DECIDED)
    return bonus + situation, decided


@kernel
def verdict(arena, modifier):
    """Return the verdict of a situation modifier, MISSES to HITS: beyond three it decides outright (LD-R1)."""
    most = arena.rules.decides
    return HITS if modifier > most else MISSES if modifier < -most else OPEN


@kernel
def greater(one, other):
    """Return the modifier with the larger absolute value; 0 if both are equal and opposite."""
    if one + other == 0:
        return 0
    return one if abs(one) > abs(other) else other


@kernel
def log_situation(battle, arena, log, attacker, target, model, verb, exposed):
    """Return the sum of the situation's modifiers of an attack, and the largest of them.

    They are for aim, bursts, range, and what hides attacker and target (LD-A4 to LD-C2).
    """
    unit = battle.units[attacker]
    other = battle.units[target]
    weapon = arena.weapons[model]
    rules = arena.rules
    aimed, burst, distance, own = 0, 0, 0, 0
    if not strikes(weapon):
        away = apart(arena, unit, other)
        if unit.aim and unit.aim_at == target:
            aimed = term(log, clauses.AIMED, min(unit.aim * rules.aim, rules.aim_most))
        if verb == VOLLEY:
            burst = term(log, clauses.BURST, rules.burst)
        elif weapon.buckshot and away <= rules.buckshot_metres:
            burst = term(log, clauses.BUCKSHOT, rules.buckshot)
        if away > weapon.range:
            distance = term(log, clauses.LONG_RANGE, rules.long_range)
    cover, around = log_screens(battle, arena, log, attacker, target, weapon, verb, exposed)
    if not strikes(weapon):
        own = log_own_screens(battle, arena, log, unit, other)
    single = 0
    for modifier in (aimed, burst, distance, cover, around, own):
        single = greater(single, modifier)
    return aimed + burst + distance + cover + around + own, single


@kernel
def log_own_screens(battle, arena, log, unit, other):
    """Return the penalty of a shot for what the shooter is behind: cover or concealment, the worse of the two (LD-C1).

    `unit` and `other` are the records of attacker and target.
    """
    rules = arena.rules
    behind = rules.behind_cover if unit.covered and cover_of(battle, arena, unit, other) != NO_COVER else 0
    out_of = rules.from_concealment if hampers_sight(battle, arena, unit) else 0
    if out_of < behind:
        return term(log, clauses.FROM_CONCEALMENT, out_of)
    return term(log, clauses.BEHIND_COVER, behind)


@kernel
def log_screens(battle, arena, log, attacker, target, weapon, verb, exposed):
    """Return the penalties for what hides the target: (cover, shield), or (concealment, 0) if that is worse.

    Attacks through cover or shield have no such penalty, unless nothing of the target is seen (LD-C1, LD-C2).
    """
    unit = battle.units[attacker]
    other = battle.units[target]
    rules = arena.rules
    through = verb in (SHOOT_THROUGH, STRIKE_THROUGH)
    shielded = is_shielded(battle, arena, target, attacker) and not through
    passes = verb == SHOOT_THROUGH and can_shoot_through(battle, arena, unit, other, weapon)
    cover = 0 if passes else cover_penalty(battle, arena, unit, other, exposed)
    around = rules.shield_cover if shielded else 0
    around = max(around, min(rules.cover_most - cover, 0))
    hidden = rules.concealed if is_concealed(battle, arena, unit, other) else 0
    if hidden < cover + around:
        return term(log, clauses.CONCEALED, hidden), 0
    return term(log, clauses.TARGET_COVER, cover), term(log, clauses.AROUND_SHIELD, around)


@kernel
def cover_penalty(battle, arena, unit, other, exposed):
    """Return the penalty of an attack for the target's cover: by the ground, and more if it has taken cover (LD-C1).

    `unit` and `other` are the records of attacker and target.
    """
    cover = max(cover_of(battle, arena, other, unit), exposed)
    if cover == NO_COVER:
        return 0
    rules = arena.rules
    penalty = rules.partial_cover if cover == PARTIAL else rules.good_cover
    if other.covered or exposed:
        penalty += rules.taken_cover
    return max(penalty, rules.cover_most)


@kernel
def is_concealed(battle, arena, unit, other):
    """Return whether a target is concealed: by darkness, by smoke, or fully by cover that a shot can pass (LD-C1)."""
    if arena.light >= DARK or cover_of(battle, arena, other, unit) == TOTAL:
        return True
    return smoke_between(battle, arena, unit, other) >= arena.rules.smoke_conceals


@kernel
def hampers_sight(battle, arena, unit):
    """Return whether a unit's own concealment impairs its sight: it stands in smoke (LD-C1)."""
    if arena.smoky == 0 and battle.clouds == 0:
        return False
    return smoke_at(battle, arena, unit.y * arena.width + unit.x) > 0


@kernel
def can_shoot_through(battle, arena, unit, other, weapon):
    """Return whether a weapon can shoot through a target's cover: firearms can where it is not too strong (LD-C1)."""
    if weapon.way != FIREARM or cover_of(battle, arena, other, unit) == NO_COVER:
        return False
    return armor_of_cover(battle, arena, unit, other) <= arena.rules.cover_armor


@kernel
def armor_of_cover(battle, arena, unit, other):
    """Return the armor that cover gives a target shot at through it: a share of its material's armor (LD-C1)."""
    here, there = unit.y * arena.width + unit.x, other.y * arena.width + other.x
    armor = screen_between(battle, arena, here, there)
    if armor == 0:
        armor = low_screen_between(battle, arena, here, there)
    share = arena.rules.armor_share
    return (armor + share - 1) // share


@kernel
def is_reached(arena, weapon, away):
    """Return whether a weapon harms at `away` metres: a blow next to it, the rest up to some times its range (LD-R1)."""
    return away <= (reach_of(arena, weapon) if strikes(weapon) else arena.rules.longest * weapon.range)


@kernel
def reach_of(arena, weapon):
    """Return the metres within which a blow with a weapon, a record, strikes: the next tile and the reach beyond it."""
    return max(1 + weapon.reach, arena.scale)


@kernel
def goes_through(battle, arena, who, target, weapon):
    """Return whether a shot goes through cover, or through the shield of a partly hidden target (LD-C1, LD-C2)."""
    unit = battle.units[who]
    other = battle.units[target]
    if can_shoot_through(battle, arena, unit, other, weapon):
        return True
    return is_shielded(battle, arena, target, who) and cover_of(battle, arena, other, unit) != TOTAL
