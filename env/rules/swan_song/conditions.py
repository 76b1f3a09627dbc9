"""Conditions: wounds and what they cost, falling, passing out and dying (SS-H5 to SS-H7, SS-T5)."""

from .. import log as tells
from ..battle import DEAD, DOWN, MAX_ZONES, NOBODY, UP
from ..kernel import kernel
from ..log import cite, tell
from . import clauses
from .holds import end_holds, is_in_a_hold
from .tables import BODY


@kernel
def is_up(battle, unit):
    """Return whether a unit is on the field and conscious."""
    return unit != NOBODY and battle.units[unit].status == UP


@kernel
def wound_modifier(arena, sheet, unit):
    """Return the wound modifier (SS-H5): for each full half of Flesh lost, each full half of Strain, each injury."""
    rules = arena.rules
    modifier = unit.injuries * rules.wound_injury
    if sheet.flesh > 0:
        modifier += (sheet.flesh - max(unit.flesh, 0)) * 2 // sheet.flesh * rules.wound_flesh
    if sheet.strain > 0:
        modifier += min(unit.strain, sheet.strain) * 2 // sheet.strain * rules.wound_strain
    return modifier


@kernel
def update_wounds(battle, arena, log, target):
    """Bring the wound modifier up to date; the initiative score follows at once (SS-T5)."""
    unit = battle.units[target]
    modifier = wound_modifier(arena, arena.sheets[target], unit)
    if modifier != unit.wounds:
        unit.score += modifier - unit.wounds
        unit.wounds = modifier
        cite(log, clauses.INITIATIVE_CHANGE)
        tell(battle, log, tells.WOUNDED, NOBODY, target, modifier, 0, 0)


@kernel
def lose_aim(unit):
    """Take a unit's aim away: it acted otherwise, or its target is gone (SS-U4)."""
    unit.aim = 0
    unit.aim_at = NOBODY


@kernel
def fall_prone(battle, log, target, attacker, kind):
    """Put a unit on the ground, told as an event of the given kind; its cover and its charge are lost."""
    unit = battle.units[target]
    unit.covered = 0
    unit.charge = NOBODY
    if unit.prone == 0:
        unit.prone = 1
        if attacker == NOBODY:
            tell(battle, log, kind, target, NOBODY, 0, 0, 0)
        else:
            tell(battle, log, kind, attacker, target, 0, 0, 0)


@kernel
def add_injury(battle, log, attacker, target):
    """Give a unit a critical injury (SS-H6, SS-H7)."""
    unit = battle.units[target]
    unit.injuries = min(unit.injuries + 1, 100)
    tell(battle, log, tells.CRITICAL_INJURY, attacker, target, unit.injuries, 0, 0)


@kernel
def life_left(arena, target, unit):
    """Return the points of the pool a unit lives by: Flesh, or Armored for those without Flesh (SS-H4)."""
    return unit.flesh if arena.sheets[target].flesh > 0 else unit.armored


@kernel
def check_collapse(battle, arena, log, attacker, target):
    """Let a unit pass out or die if its wounds say so (SS-H4, SS-H6).

    At no life left it falls unconscious with one critical injury; overflow beyond Body kills. At its Strain threshold it
    falls unconscious.
    """
    unit = battle.units[target]
    sheet = arena.sheets[target]
    life = life_left(arena, target, unit)
    if unit.status == UP and (life <= 0 or unit.strain >= sheet.strain > 0):
        unit.status = DOWN
        unit.prone = 1
        unit.bleeding = 0
        leave_the_fight(battle, log, target)
        tell(battle, log, tells.UNCONSCIOUS, attacker, target, 0, 0, 0)
        if life <= 0 and sheet.flesh > 0:
            add_injury(battle, log, attacker, target)
    if unit.status == DOWN and -life > sheet.attributes[BODY]:
        unit.status = DEAD
        tell(battle, log, tells.DEAD, attacker, target, 0, 0, 0)


@kernel
def leave_the_fight(battle, log, target):
    """End what only lasts while a unit can act: its fire zone, aim, cover, charge and movement."""
    unit = battle.units[target]
    unit.covered = 0
    lose_aim(unit)
    unit.charge = NOBODY
    unit.pace = 0
    unit.full_defense = 0
    unit.ap = 0
    unit.task_paid = 0
    end_suppression(battle, log, target)
    if is_in_a_hold(unit):
        end_holds(battle, log, target)


@kernel
def end_suppression(battle, log, shooter):
    """End the zone a unit suppresses, and what it did to those in it (SS-U6, SS-U7)."""
    for zone in range(MAX_ZONES):
        if battle.zones[zone].shooter == shooter:
            battle.zones[zone].shooter = NOBODY
            tell(battle, log, tells.SUPPRESSION_ENDS, shooter, NOBODY, 0, 0, 0)
            for other in range(len(battle.units)):
                unit = battle.units[other]
                unit.barred &= ~(1 << zone)
                if unit.stuck == zone + 1:
                    unit.stuck = 0


@kernel
def bleed(battle, arena, log):
    """At the end of a round, let the dying bleed: one more point every Body minutes, until stabilized (SS-H6, SS-H9)."""
    for target in range(arena.units):
        unit = battle.units[target]
        if unit.status != DOWN or unit.stable or unit.flesh > 0 or arena.sheets[target].flesh == 0:
            continue
        unit.bleeding += 1
        if unit.bleeding >= arena.rules.bleeding_rounds * max(arena.sheets[target].attributes[BODY], 1):
            unit.bleeding = 0
            lose_blood(battle, arena, log, target, 1)


@kernel
def lose_blood(battle, arena, log, target, amount):
    """Take Flesh from a unit that nothing can soak: it bleeds, or was treated badly."""
    unit = battle.units[target]
    unit.flesh -= amount
    unit.stable = 0
    tell(battle, log, tells.BLED, NOBODY, target, amount, 0, 0)
    check_collapse(battle, arena, log, NOBODY, target)
    update_wounds(battle, arena, log, target)
