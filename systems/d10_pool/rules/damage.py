"""What an attack does to a body (DP-H): damage dice, armor, wound levels, stun, scars."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import DEAD, DOWN, NOBODY

from ..words import events, purposes
from . import clauses
from .aim import lose_aim
from .rolls import roll_damage
from .tables import BOW, CROSSBOW, FIREARM, HAND, HELD, INCAPACITATED, KNUCKLES, LAST_LEVEL, STAMINA, STRENGTH, THROWN


@kernel
def parts(arena, attacker, model, outcome):
    """Return the dice of damage of an attack in three parts, (Strength, weapon, outcome): what each adds (DP-H1)."""
    weapon = arena.weapons[model]
    way = weapon.way
    strength = arena.sheets[attacker].attributes[STRENGTH] if way in (HAND, KNUCKLES, HELD, THROWN, BOW) else 0
    own = weapon.damage if way in (KNUCKLES, HELD, FIREARM, CROSSBOW) else 0
    return strength, own, outcome if way in (HELD, BOW, FIREARM, CROSSBOW) else 0


@kernel
def halved(dice, single):
    """Return how many dice of the gun one steady shot loses: half of them, rounded up (DP-A2)."""
    return dice // 2 - dice if single else 0


@kernel
def damage_dice(arena, attacker, target, model, outcome, single):
    """Return the dice of damage of an attack that succeeds by `outcome`, less the target's armor (DP-H1, DP-H2).

    `single` halves the dice of the gun, not what the outcome adds (DP-A2); one die is left at least.
    """
    strength, own, added = parts(arena, attacker, model, outcome)
    dice = strength + own + halved(own, single) + added - arena.sheets[target].armor
    return max(dice, arena.rules.least_damage_dice)


@kernel
def log_damage(arena, log, attacker, target, model, outcome, single):
    """Log the terms of the dice of damage."""
    strength, own, added = parts(arena, attacker, model, outcome)
    dice = (
        term(log, STRENGTH, strength) + term(log, clauses.WEAPON_DICE, own) + term(log, clauses.HALVED, halved(own, single))
    )
    dice += term(log, clauses.OUTCOME, added) + term(log, clauses.ARMOR, -arena.sheets[target].armor)
    term(log, clauses.LEAST_DIE, max(arena.rules.least_damage_dice - dice, 0))


@kernel
def hurt(battle, arena, log, attacker, target, model, outcome, single):
    """Roll the damage of an attack that hit and apply it; return it (DP-H1 to DP-H5)."""
    count = damage_dice(arena, attacker, target, model, outcome, single)
    log_damage(arena, log, attacker, target, model, outcome, single)
    damage = roll_damage(battle, arena, log, attacker, target, purposes.DAMAGE, count)
    if damage == 0:
        emit(battle, log, events.NO_EFFECT, attacker, target, 0, 0, 0)
        return 0
    battle.quiet = 0
    emit(battle, log, events.DAMAGE, attacker, target, damage, 0, 0)
    raise_level(battle, arena, log, attacker, target, damage)
    unit = battle.units[target]
    sheet = arena.sheets[target]
    if sheet.inanimate:
        return damage
    if damage >= arena.rules.scar:
        unit.scars = min(unit.scars + 1, 100)
        cite(log, clauses.SCAR)
    if damage > sheet.attributes[STAMINA] and unit.level < INCAPACITATED:
        stun(battle, log, attacker, target)
    return damage


@kernel
def raise_level(battle, arena, log, attacker, target, damage):
    """Raise a wound level by damage (DP-H3); emit the events that follow."""
    unit = battle.units[target]
    cite(log, clauses.WOUND_LEVEL)
    unit.level = level_after(unit.level, damage)
    if unit.level < INCAPACITATED:
        emit(battle, log, events.WOUNDED, NOBODY, target, unit.level, 0, 0)
        return
    unit.kept = 0
    lose_aim(unit)
    if unit.level == INCAPACITATED and arena.sheets[target].inanimate == 0:
        unit.status = DOWN
        emit(battle, log, events.UNCONSCIOUS, attacker, target, 0, 0, 0)
    else:
        unit.status = DEAD
        emit(battle, log, events.DEAD, attacker, target, 0, 0, 0)


@kernel
def level_after(level, damage):
    """Return the wound level after damage: the damage, or one level more if that was reached already (DP-H3)."""
    return min(damage if damage > level else level + 1, LAST_LEVEL)


@kernel
def stun(battle, log, attacker, target):
    """Stun a unit: it loses the rest of this round and the next one (DP-H4)."""
    unit = battle.units[target]
    cite(log, clauses.STUNNED)
    unit.stunned = 2
    unit.kept = 0
    unit.dedicated = 0
    lose_aim(unit)
    emit(battle, log, events.STUNNED, attacker, target, 2, 0, 0)
