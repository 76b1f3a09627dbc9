"""The damage of an attack by outcome, for its odds; a trial attack logs the terms of its rolls."""

from fireteam.env.rules.kernel import entry
from fireteam.env.rules.log import clear

from ..damage import damage_dice, level_after, log_damage
from ..rolls import log_damage_difficulty


@entry
def log_harm(battles, arenas, logs, attacker, target, model, single, dice, levels):
    """Log the terms of the damage of an attack that succeeds by 1; write the results for other outcomes and damage.

    Args:
        battles: only the first row is used.
        model: that of the weapon. single: 1 for one steady shot.
        dice: int64, written: the dice of damage by outcome, from 0 on.
        levels: int64, written: the target's wound level after each number of damage, from 0 on.

    Returns:
        the difficulty of damage.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    log = logs[0]
    clear(log)
    log_damage(arena, log, attacker, target, model, 1, single)
    difficulty = log_damage_difficulty(arena, log)
    dice[0] = 0
    for outcome in range(1, len(dice)):
        dice[outcome] = damage_dice(arena, attacker, target, model, outcome, single)
    levels[0] = battle.units[target].level
    for damage in range(1, len(levels)):
        levels[damage] = level_after(battle.units[target].level, damage)
    return difficulty
