"""What the odds of an attack are made of: rolls that are told and not thrown, dice of damage by outcome."""

from ...ground.grid import apart
from ...kernel import entry
from ...log import clear
from ...mask import close_all
from ...verbs import PASS
from ..harm.damage import damage_dice, level_after, tell_damage
from ..pools.rolls import tell_damage_difficulty, tell_pool, within
from ..pools.split import shares
from .attack import attack_pool, dice_of_attack, is_committed
from .defense import can_defend, open_defenses, tell_defense
from .difficulty import attack_difficulty, from_cover, reaches


@entry
def attack_shares(battles, arenas, who, target, model):
    """Return the numbers of dice, a bit each, that an attack may be given in the battle of the first row (DP-A3, DP-A4).

    There are none for a weapon that does not reach so far.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    weapon = arena.weapons[model]
    unit = battle.units[who]
    if not reaches(arena, weapon, apart(arena, unit, battle.units[target])):
        return 0
    if is_committed(arena, weapon, False):
        return 1 << dice_of_attack(battle, arena, who, model, False)
    return shares(arena, unit, attack_pool(battle, arena, who, model))


@entry
def tell_attack(battles, arenas, logs, attacker, target, model, single, off_hand, dice, covered):
    """Tell what an attack of so many dice would be made of in the battle of the first row.

    `covered` puts the target in cover on ground that has none.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    log = logs[0]
    clear(log)
    weapon = arena.weapons[model]
    tell_pool(battle, arena, log, attacker, weapon.attribute, weapon.ability, dice)
    difficulty = attack_difficulty(battle, arena, log, attacker, target, model, single, off_hand)
    within(arena, log, difficulty + (from_cover(arena, log) if covered else 0))


@entry
def tell_answer(battles, arenas, logs, who, ability, dice):
    """Tell what a defense with an ability and so many dice would be made of in the battle of the first row."""
    battle = battles[0]
    arena = arenas[battle.variant]
    log = logs[0]
    clear(log)
    _, difficulty = tell_defense(battle, arena, log, who, ability, dice)
    within(arena, log, difficulty)


@entry
def open_answers(battles, arenas, who, attacker, model):
    """Open in the battle of the first row what a unit could answer an attack with."""
    battle = battles[0]
    arena = arenas[battle.variant]
    close_all(battle)
    battle.open[PASS] = 1
    if can_defend(battle, arena, who, attacker):
        open_defenses(battle, arena, who, attacker, model)


@entry
def tell_harm(battles, arenas, logs, attacker, target, model, single, dice, levels):
    """Tell what the damage of an attack by 1 would be made of, and write what follows from other outcomes and damage.

    Args:
        battles: the first row is asked.
        model: of weapon. single: 1 for one steady shot.
        dice: int64; becomes the dice of damage by outcome, from 0 on.
        levels: int64; becomes the target's wound level after each number of damage, from 0 on.

    Returns:
        the difficulty of damage.
    """
    battle = battles[0]
    arena = arenas[battle.variant]
    log = logs[0]
    clear(log)
    tell_damage(arena, log, attacker, target, model, 1, single)
    difficulty = tell_damage_difficulty(arena, log)
    dice[0] = 0
    for outcome in range(1, len(dice)):
        dice[outcome] = damage_dice(arena, attacker, target, model, outcome, single)
    levels[0] = battle.units[target].level
    for damage in range(1, len(levels)):
        levels[damage] = level_after(battle.units[target].level, damage)
    return difficulty
