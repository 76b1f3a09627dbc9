"""Defense (DP-A7): dodging, parrying, warding off with bare hands, as long as dice are left; the dedicated dodge (DP-A5)."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.mask import close_all
from fireteam.env.rules.record import NOBODY, UP

from ...words import events, purposes
from ...words.verbs import BRAWL_WITH, DODGE, DODGE_WITH, FULL_DEFENSE, PARRY_WITH, PASS
from .. import clauses
from ..aim import lose_aim
from ..record import FREE_PHASE
from ..rolls import log_pool, pool_of, roll
from ..split import MOST_SHARE, can_act, commit, shares, take_dice
from ..tables import AWAKE, BRAWL, DEXTERITY, DODGING, HAND, HELD, KNUCKLES, MELEE, NO_ABILITY
from ..time.surprise import surprises
from .difficulty import is_behind_cover, strikes


@kernel
def can_defend(battle, arena, who, attacker):
    """Return whether a unit can defend itself: it is up, awake, no thing, not stunned, and not surprised by the attacker."""
    unit = battle.units[who]
    if unit.status != UP or arena.sheets[who].inanimate or unit.mind != AWAKE or unit.stunned:
        return False
    for depth in range(battle.depth):  # the surprised cannot defend against the free attack (DP-T3)
        if battle.stack[depth].kind == FREE_PHASE and surprises(battle, attacker, who):
            return False
    return True


@kernel
def holds_blade(arena, who, unit):
    """Return whether a unit has a weapon that parries in either hand."""
    for slot in (unit.hand, unit.off_hand):
        if slot != BARE_HANDS:
            model = arena.sheets[who].weapons[slot]
            if model >= 0 and arena.weapons[model].way == HELD:
                return True
    return False


@kernel
def shares_of_defense(battle, arena, who, ability):
    """Return the numbers of dice, a bit each, that a unit may put into a defense with an ability (DP-A3, DP-A7)."""
    return shares(arena, battle.units[who], pool_of(battle, arena, who, DEXTERITY, ability))


@kernel
def open_defenses(battle, arena, who, attacker, model):
    """Open the answers to an attack: no defense, a defense with some of the dice, or one with all dice of the round.

    A dodge answers every attack, a weapon in hand parries blows, bare hands ward off bare hands (DP-A7). Behind cover a unit
    dodges for free (DP-R2).
    """
    close_all(battle)
    battle.open[PASS] = 1
    unit = battle.units[who]
    weapon = arena.weapons[model]
    if is_behind_cover(battle, arena, unit, battle.units[attacker]) and unit.dedicated == 0:
        battle.open[DODGE] = 1
    if not can_act(unit):
        return
    battle.open[DODGE_WITH] = shares_of_defense(battle, arena, who, DODGING)
    if strikes(weapon) and holds_blade(arena, who, unit):
        battle.open[PARRY_WITH] = shares_of_defense(battle, arena, who, MELEE)
    if weapon.way in (HAND, KNUCKLES):
        battle.open[BRAWL_WITH] = shares_of_defense(battle, arena, who, BRAWL)
    open_dedicated_dodge(battle, arena, who)


@kernel
def open_dedicated_dodge(battle, arena, who):
    """Open the dedicated dodge: it takes the turn and all dice of a round in which nothing was done yet (DP-A5, DP-A4)."""
    unit = battle.units[who]
    fresh = can_act(unit) and unit.spent == 0 and unit.attacked == 0 and unit.begun == 0
    if fresh and pool_of(battle, arena, who, DEXTERITY, DODGING) > 0:
        battle.open[FULL_DEFENSE] = 1


@kernel
def dodge_for_the_round(battle, arena, log, who):
    """Roll one dodge that counts against every attack of the round (DP-A5)."""
    unit = battle.units[who]
    cite(log, clauses.DEDICATED)
    successes = roll_defense(battle, arena, log, who, NOBODY, purposes.DEDICATED_DODGE, DODGING, MOST_SHARE)
    commit(unit)
    lose_aim(unit)
    unit.dedicated = 1 + min(successes, MOST_SHARE)
    emit(battle, log, events.FULL_DEFENSE, who, NOBODY, successes, 0, 0)


@kernel
def take_answer(battle, arena, log, who, attacker, verb, dice):
    """Take a unit's answer to an attack; the dice are rolled when the attack is (DP-A7)."""
    unit = battle.units[who]
    unit.answer = NO_ABILITY
    unit.answer_dice = 0
    if verb == PASS:
        return
    if verb == FULL_DEFENSE:
        dodge_for_the_round(battle, arena, log, who)
        return
    lose_aim(unit)  # who defends does not stand still
    ability = MELEE if verb == PARRY_WITH else BRAWL if verb == BRAWL_WITH else DODGING
    pool = pool_of(battle, arena, who, DEXTERITY, ability)
    unit.answer = ability
    if verb == DODGE:
        cite(log, clauses.FREE_DODGE)
        unit.answer_dice = min(pool, MOST_SHARE)
    else:
        unit.answer_dice = dice
        take_dice(unit, dice, pool)
    emit(battle, log, events.REPLY, who, attacker, verb, 0, 0)


@kernel
def defended(battle, arena, log, who, attacker):
    """Return the successes of a unit's defense against an attack: its dedicated dodge, or its answer, rolled now."""
    unit = battle.units[who]
    if unit.dedicated:
        return unit.dedicated - 1
    if unit.answer == NO_ABILITY:
        return 0
    return roll_defense(battle, arena, log, who, attacker, purposes.DEFENSE, unit.answer, unit.answer_dice)


@kernel
def roll_defense(battle, arena, log, who, attacker, purpose, ability, most):
    """Roll a defense with an ability and at most `most` dice of its pool; return the successes (DP-A7)."""
    count, difficulty = log_defense(battle, arena, log, who, ability, most)
    successes, _ = roll(battle, arena, log, who, attacker, purpose, count, difficulty)
    return successes


@kernel
def log_defense(battle, arena, log, who, ability, most):
    """Return the dice of a defense with an ability, at most `most`, and its difficulty; log their terms."""
    count = min(pool_of(battle, arena, who, DEXTERITY, ability), most)
    log_pool(battle, arena, log, who, DEXTERITY, ability, count)
    difficulty = term(log, clauses.BASE, arena.rules.defense_difficulty)
    if arena.sheets[who].secondary >> ability & 1:
        difficulty += term(log, clauses.SECONDARY, arena.rules.secondary)
    return count, difficulty
