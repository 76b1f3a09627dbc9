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
    """Return the model with which a unit attacks by a verb after its plan, below 0 for none."""
    battle = battles[0]
    arena = arenas[battle.variant]
    unit = battle.units[who]
    hand, off_hand = hands_then(arena, who, unit)
    return model_for(arena, who, bearing_then(unit), verb, hand, off_hand)


@entry
def stand_as_planned_row(battles, arenas, logs, who):
    """Put a unit of the first row into the state that its plan leads to."""
    clear(logs[0])
    stand_as_planned(battles[0], arenas[battles[0].variant], logs[0], who)


@entry
def log_attack_row(battles, arenas, logs, attacker, target, model, verb, actions, out):
    """Log the terms of the roll of an attack in the battle of the first row, and write its numbers to `out`.

    Args:
        actions: the number of actions in the attacker's turn.
        out: int64, shape (4,), written: bonus of the roll, verdict of the situation, armor of shield and of cover.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    log = logs[0]
    clear(log)
    out[BONUS], out[DECIDED] = log_attack(battle, arena, log, attacker, target, model, verb, actions, NO_COVER)
    out[SHIELD_ARMOR], out[COVER_ARMOR] = armor_on_the_way(battle, arena, attacker, target, model, verb)


@entry
def log_evasion_row(battles, arenas, logs, who, verb, actions):
    """Log the terms of the roll of an evasion by a verb in the battle of the first row, and return their sum."""
    battle = battles[0]
    log = logs[0]
    clear(log)
    return log_evasion(battle, arenas[battle.variant], log, who, verb, actions)


@entry
def evasion_of(battles, arenas, who, attacker, model):
    """Return the verb by which a unit of the first row evades another's attacks with a weapon, below 0 for none."""
    battle = battles[0]
    arena = arenas[battle.variant]
    return evasion_in_force(battle, arena, who, attacker, arena.weapons[model])


@entry
def may_evade(battles, arenas, who):
    """Return whether a unit of the first row may still declare an evasion: it is able to, and has not done so yet."""
    battle = battles[0]
    return can_evade(battle, arenas[battle.variant], who) and battle.units[who].acted == 0


@entry
def is_possible_row(battles, arenas, who, verb, argument):
    """Return whether a unit of the first row could do what it declares if its turn came now (LD-T1)."""
    return is_possible(battles[0], arenas[battles[0].variant], who, verb, argument)


@entry
def reopen(battles, arenas, logs):
    """Open what the declaring unit of the first row may do, as it stands now."""
    battle = battles[0]
    open_phase(battle, arenas[battle.variant], logs[0], battle.decider)


@entry
def log_harm(battles, arenas, logs, target, bonus, shield, cover, levels):
    """Log the terms of the damage of an attack with an outcome of 1, and write the results of other damage.

    Args:
        battles: only the first row is used.
        bonus: the weapon's bonus. shield, cover: their armor.
        levels: int64, written: the target's wound level after each number of damage, from 0 on.

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
    """Log the terms of the roll of a grapple in the battle of the first row, and return their sum."""
    battle = battles[0]
    clear(logs[0])
    return log_grapple(battle, arenas[battle.variant], logs[0], who, target, verb, actions, NO_COVER)


@entry
def log_resistance_row(battles, arenas, logs, who, actions):
    """Log the terms of a unit's roll against being held in the battle of the first row; return their sum."""
    battle = battles[0]
    clear(logs[0])
    return log_resistance(battle, arenas[battle.variant], logs[0], who, actions)


@entry
def resistance_row(battles, target, who):
    """Return whether a unit of the first row may roll against being held by another, NEVER to ALWAYS."""
    return resistance(battles[0], target, who)


@entry
def resists_freely(battles, who):
    """Return whether a roll against being held is free for a unit of the first row."""
    return resists_for_free(battles[0], who)
