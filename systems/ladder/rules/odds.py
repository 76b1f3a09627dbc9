"""The terms of an attack for its odds: rolls and damage that are logged and not thrown."""

from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.log import clear

from .act import is_possible
from .attack.attack import armor_on_the_way
from .attack.evasion import can_evade, evasion_in_force, log_evasion
from .attack.hands import model_for
from .attack.modifiers import log_attack
from .attack.now import stand_as_planned
from .damage import level_after, log_damage
from .grapple import log_grapple, log_resistance, resistance, resists_for_free
from .legal import open_phase
from .plan import bearing_then, hands_then

BONUS, DECIDED, SHIELD_ARMOR, COVER_ARMOR = range(4)  # places of what `log_attack_row` writes


@entry
def model_then(battles, arenas, who, verb):
    """Return the model of weapon with which a unit attacks by a verb once its plan is carried out, below 0 for none."""
    battle = battles[0]
    arena = arenas[battle.variant]
    unit = battle.units[who]
    hand, off_hand = hands_then(arena, who, unit)
    return model_for(arena, who, bearing_then(unit), verb, hand, off_hand)


@entry
def stand_as_planned_row(battles, arenas, logs, who):
    """Let a unit of the first row stand as its plan has it."""
    clear(logs[0])
    stand_as_planned(battles[0], arenas[battles[0].variant], logs[0], who)


@entry
def log_attack_row(battles, arenas, logs, attacker, target, model, verb, actions, out):
    """Tell what the roll of an attack would be made of in the battle of the first row, and write what goes with it.

    Args:
        actions: of the attacker's turn.
        out: int64, shape (4,), written: what is added to the roll, what the situation decides, armor of shield and cover.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    log = logs[0]
    clear(log)
    out[BONUS], out[DECIDED] = log_attack(battle, arena, log, attacker, target, model, verb, actions, NO_COVER)
    out[SHIELD_ARMOR], out[COVER_ARMOR] = armor_on_the_way(battle, arena, attacker, target, model, verb)


@entry
def log_evasion_row(battles, arenas, logs, who, verb, actions):
    """Tell what the roll of an evasion by a verb would be made of in the battle of the first row, and return the sum."""
    battle = battles[0]
    log = logs[0]
    clear(log)
    return log_evasion(battle, arenas[battle.variant], log, who, verb, actions)


@entry
def evasion_of(battles, arenas, who, attacker, model):
    """Return the verb with which a unit meets the attacks of another with a weapon, below 0 for none, in the first row."""
    battle = battles[0]
    arena = arenas[battle.variant]
    return evasion_in_force(battle, arena, who, attacker, arena.weapons[model])


@entry
def may_evade(battles, arenas, who):
    """Return whether a unit of the first row may still declare an evasion: it is able to, and has not declared yet."""
    battle = battles[0]
    return can_evade(battle, arenas[battle.variant], who) and battle.units[who].acted == 0


@entry
def is_possible_row(battles, arenas, who, verb, argument):
    """Return whether a unit of the first row could do now what it declares, were its turn to act come (LD-T1)."""
    return is_possible(battles[0], arenas[battles[0].variant], who, verb, argument)


@entry
def reopen(battles, arenas, logs):
    """Open what the unit of the first row that declares may do, as it stands now."""
    battle = battles[0]
    open_phase(battle, arenas[battle.variant], logs[0], battle.decider)


@entry
def log_harm(battles, arenas, logs, target, bonus, shield, cover, levels):
    """Log the terms of the damage of an attack with an outcome of 1, and write what other damage leads to.

    Args:
        battles: the first row is asked.
        bonus: of the weapon. shield, cover: their armor.
        levels: int64; becomes the target's wound level after each number of damage, from 0 on.

    Returns:
        what is added to the outcome.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    log = logs[0]
    clear(log)
    damage = log_damage(arena, log, target, 1, bonus, shield, cover)
    levels[0] = battle.units[target].level
    for harm in range(1, len(levels)):
        levels[harm] = level_after(arena, battle.units[target].level, harm)
    return damage - 1


@entry
def log_grapple_row(battles, arenas, logs, who, target, verb, actions):
    """Tell what the roll of a grapple would be made of in the battle of the first row, and return the sum."""
    battle = battles[0]
    clear(logs[0])
    return log_grapple(battle, arenas[battle.variant], logs[0], who, target, verb, actions, NO_COVER)


@entry
def log_resistance_row(battles, arenas, logs, who, actions):
    """Tell what the roll of a unit against being held would be made of in the battle of the first row; return the sum."""
    battle = battles[0]
    clear(logs[0])
    return log_resistance(battle, arenas[battle.variant], logs[0], who, actions)


@entry
def resistance_row(battles, target, who):
    """Return whether a unit of the first row rolls against being held by another, NEVER to ALWAYS."""
    return resistance(battles[0], target, who)


@entry
def resists_freely(battles, who):
    """Return whether a roll against being held costs a unit of the first row nothing."""
    return resists_for_free(battles[0], who)
