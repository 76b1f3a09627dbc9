"""The hidden state of Swan Song: what a team assumes in place of what it does not know; see `rules/sides/view.py`."""

from fireteam.env.rules.arena import MAX_ITEMS
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.record import DOWN, NOBODY, UP
from fireteam.env.rules.sides.knowledge import knows

from ..body.conditions import spend_aim
from ..body.holds import come_free, lose_grip
from ..body.movement import walk_rate
from ..record import IN_WAIT, MAX_ZONES, PHASE
from ..tables import INTUITION, REACTION


@kernel
def forget_unknown(battle, arena, team, unknown):
    """Remove the zones of fire of unknown shooters, and what ties units to those that the team does not know."""
    if arena.fog:
        hide_fire_zones(battle, team)
    battle.delayed = 0
    battle.falling = 0
    battle.singled_out &= ~unknown
    for who in range(arena.units):
        unit = battle.units[who]
        unit.amid &= ~unknown
        if unit.team != team:
            forget_strangers(unit, unknown)
        if unit.holds != NOBODY and unknown >> unit.holds & 1:
            lose_grip(unit)
        if unit.held_by != NOBODY and unknown >> unit.held_by & 1:
            come_free(unit)
        if unit.delay in IN_WAIT:
            battle.delayed += 1
        if unit.falling:
            battle.falling += 1


@kernel
def hide_fire_zones(battle, team):
    """Remove the zones of fire whose shooters a team does not know."""
    for zone in range(MAX_ZONES):
        shooter = battle.zones[zone].shooter
        if shooter != NOBODY and battle.units[shooter].team != team and not knows(battle, team, shooter):
            battle.zones[zone].shooter = NOBODY


@kernel
def forget_strangers(unit, unknown):
    """Remove from an enemy what concerns the units `unknown`, a bit each: knowing the enemy reveals nothing about them."""
    unit.asked &= ~unknown
    unit.surprised_by &= ~unknown
    if unit.aim_at != NOBODY and unknown >> unit.aim_at & 1:
        spend_aim(unit)
    if unit.charge != NOBODY and unknown >> unit.charge & 1:
        unit.charge = NOBODY
    if unit.together != NOBODY and unknown >> unit.together & 1:
        unit.together = NOBODY


@kernel
def forget_means(battle, arena, who):
    """Give an enemy back the gear it came with, and take away its plans and orders."""
    unit = battle.units[who]
    opening = arena.opening[who]
    for slot in range(len(unit.held)):
        unit.held[slot] = opening.held[slot]
    for place in range(MAX_ITEMS):
        unit.items[place] = opening.items[place]
    unit.karma = opening.karma
    unit.push = 0
    unit.fuse = opening.fuse
    unit.task = 0
    unit.task_at = 0
    unit.task_paid = 0
    unit.task_hits = 0
    unit.task_rolls = 0
    unit.task_tries = 0
    unit.helped = 0
    unit.order_defend = 0
    unit.order_intercept = 0
    unit.order_karma = 0
    unit.order_odds = 0


@kernel
def forget_condition(battle, arena, who):
    """Make an enemy unhurt and rested, with no ailments; one that is down does not bleed."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    unit.shield = sheet.shield
    unit.armored = sheet.armored
    unit.flesh = sheet.flesh
    unit.strain = 0
    unit.injuries = 0
    unit.wounds = 0
    unit.bleeding = 0
    unit.stable = 0
    if unit.status == DOWN:
        unit.flesh = min(sheet.flesh, 0)
        unit.stable = 1
    unit.ailing = 0
    for ailment in range(len(unit.ailments)):
        unit.ailments[ailment] = 0
    for pair in range(len(unit.second)):
        unit.second[pair] = 0
    unit.struck = 0
    unit.seconds = 0
    unit.tended = 0
    unit.dose = 0
    unit.systems = 0
    unit.ap = arena.rules.action_points if unit.acted == 0 else 0
    unit.free_used = 0
    unit.extra_dice = 0
    unit.quick = 0
    unit.last_stand = 0
    unit.saved = 0


@kernel
def make_ready(battle, arena, who, other):
    """Make `other`, of which nothing is known, a unit that is about to act, with the expected initiative.

    It has acted already where its score is above that of the unit `who` that decides, or its phase is going on.
    """
    unit = battle.units[other]
    sheet = arena.sheets[other]
    unit.status = UP
    unit.engaged = 1
    unit.walk_left = walk_rate(battle, arena, other)
    if sheet.hides:
        unit.hidden = arena.rules.hidden_least
    if sheet.inanimate:
        return
    unit.score = sheet.attributes[REACTION] + sheet.attributes[INTUITION] + 7 * sheet.initiative_dice // 2
    unit.score -= arena.rules.pass_drop * (battle.pass_number - 1)
    unit.acted = 1 if unit.score > battle.units[who].score else 0
    for depth in range(battle.depth):
        if battle.stack[depth].kind == PHASE and battle.stack[depth].unit == other:
            unit.acted = 1
    if unit.score > 0:
        unit.ap = arena.rules.action_points
