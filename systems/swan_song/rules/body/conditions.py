"""Conditions: wounds and what they cost, falling, passing out and dying (SS-H5 to SS-H7, SS-T5)."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import DEAD, DOWN, NOBODY, UP

from ...words import events
from .. import clauses
from ..record import IN_WAIT, MAX_ZONES, NOT_DELAYED
from ..tables import BODY
from .holds import end_holds, is_in_a_hold
from .life import life
from .reach import is_on_foot
from .vehicles import leaks, throw_out


@kernel
def is_up(battle, unit):
    """Return whether a unit, by its index, is on the field and conscious; NOBODY is not."""
    return unit != NOBODY and battle.units[unit].status == UP


@kernel
def has_attacks_left(unit):
    """Return whether a unit is in the middle of several attacks, with more of them to make."""
    return unit.attacked == 1 and unit.attacks_left > 0


@kernel
def wound_modifier(arena, sheet, unit):
    """Return the wound modifier in dice, 0 or below (SS-H5).

    Each full half of Flesh lost counts, each full half of Strain, each injury.
    """
    rules = arena.rules
    modifier = unit.injuries * rules.wound_injury
    if sheet.flesh > 0:
        modifier += (sheet.flesh - max(unit.flesh, 0)) * 2 // sheet.flesh * rules.wound_flesh
    if sheet.strain > 0:
        modifier += min(unit.strain, sheet.strain) * 2 // sheet.strain * rules.wound_strain
    return modifier


@kernel
def change_score(log, unit, points):
    """Change a unit's initiative score by `points` at once, as its Initiative attribute has changed (SS-T5).

    A last stand keeps what makes it act (SS-X3).
    """
    keeps_acting = unit.last_stand and unit.score > 0
    unit.score += points
    if keeps_acting:
        unit.score = max(unit.score, 1)
    cite(log, clauses.INITIATIVE_CHANGE)


@kernel
def update_wounds(battle, arena, log, target):
    """Update the wound modifier of a unit; its initiative score follows at once (SS-T5).

    A unit that acts at the same time as another feels its wounds when both are done (SS-T7).
    """
    unit = battle.units[target]
    if unit.together != NOBODY:
        return
    modifier = wound_modifier(arena, arena.sheets[target], unit)
    if modifier != unit.wounds:
        change_score(log, unit, modifier - unit.wounds)
        unit.wounds = modifier
        emit(battle, log, events.WOUNDED, NOBODY, target, modifier, 0, 0)


@kernel
def lose_aim(unit):
    """Take a unit's aim away, and the call it was taken for: it acted otherwise, or its target is gone (SS-U4)."""
    if unit.aim:
        unit.called = 0
    spend_aim(unit)


@kernel
def spend_aim(unit):
    """End a unit's aim."""
    unit.aim = 0
    unit.aim_at = NOBODY


@kernel
def fall_prone(battle, log, target, attacker, kind):
    """Put a unit on the ground, with an event of kind `kind`; its cover and its charge are lost.

    A unit that sits in a vehicle, or is carried, does not fall.
    """
    unit = battle.units[target]
    if not is_on_foot(unit):
        return
    unit.covered = 0
    unit.charge = NOBODY
    if unit.carries != NOBODY:
        drop_body(battle, log, target)
    if unit.prone == 0:
        unit.prone = 1
        if attacker == NOBODY:
            emit(battle, log, kind, target, NOBODY, 0, 0, 0)
        else:
            emit(battle, log, kind, attacker, target, 0, 0, 0)


@kernel
def drop_body(battle, log, who):
    """Let a unit put down the body it carries, on its own tile or the next seat (SS-B7).

    The initiative that the weight cost is back on the score at once.
    """
    unit = battle.units[who]
    body = unit.carries
    unit.carries = NOBODY
    battle.units[body].carried_by = NOBODY
    battle.units[body].aboard = unit.aboard
    battle.units[body].side = unit.side
    emit(battle, log, events.PUTS_DOWN, who, body, 0, 0, 0)
    weigh_down(battle, log, who, 0)


@kernel
def drop_bodies_aboard(battle, arena, log, number):
    """Let all who sit in vehicle `number` put down the bodies they carry."""
    for who in range(arena.units):
        if battle.units[who].aboard == number and battle.units[who].carries != NOBODY:
            drop_body(battle, log, who)


@kernel
def weigh_down(battle, log, who, burden):
    """Set the points that a body takes off a unit's Reaction to `burden`: its score follows at once (SS-B7, SS-T5)."""
    unit = battle.units[who]
    if burden != unit.burden:
        change_score(log, unit, unit.burden - burden)
        emit(battle, log, events.SCORE_CHANGES, NOBODY, who, unit.burden - burden, unit.score, 0)
        unit.burden = burden


@kernel
def add_injury(battle, log, attacker, target):
    """Give a unit a critical injury (SS-H6, SS-H7)."""
    unit = battle.units[target]
    unit.injuries = min(unit.injuries + 1, 100)
    emit(battle, log, events.CRITICAL_INJURY, attacker, target, unit.injuries, 0, 0)


@kernel
def injure_the_drained(battle, log, attacker, target, before):
    """Give a unit whose Flesh has just come down to 0 a critical injury, be it up or already unconscious (SS-H6).

    `before` is the Flesh it had.
    """
    if before > 0 >= battle.units[target].flesh:
        add_injury(battle, log, attacker, target)


@kernel
def must_fall(battle, arena, target):
    """Return whether a unit has no life left, or as much Strain as it can bear (SS-H4, SS-H6)."""
    left, _ = life(battle, arena, target)
    return left <= 0 or battle.units[target].strain >= arena.sheets[target].strain > 0


@kernel
def check_collapse(battle, arena, log, attacker, target):
    """Let a unit pass out or die if its wounds say so, unless it clings to life for now.

    Nothing that happens at the same time fells anybody before all have acted (SS-T7): until then `together` keeps who hurt
    it.
    """
    unit = battle.units[target]
    if unit.together != NOBODY:
        unit.together = attacker if attacker != NOBODY else unit.together
        return
    if unit.status != UP or not must_fall(battle, arena, target) or not clings_to_life(battle, arena, attacker, target):
        collapse(battle, arena, log, attacker, target)


@kernel
def clings_to_life(battle, arena, attacker, target):
    """Return whether a unit that ought to fall stays up for now (SS-X3).

    In a last stand nothing fells it. A unit with karma to spend is marked, and asked before anything else happens.
    """
    unit = battle.units[target]
    if unit.last_stand or unit.falling:
        return True
    if unit.karma <= 0 or unit.order_karma or arena.sheets[target].inanimate:
        return False
    unit.falling = 2 + attacker
    battle.falling += 1
    return True


@kernel
def collapse(battle, arena, log, attacker, target):
    """Let a unit pass out or die if its wounds say so (SS-H4, SS-H6).

    At no life left it falls unconscious; overflow beyond Body kills. At its Strain threshold it falls unconscious.
    """
    unit = battle.units[target]
    sheet = arena.sheets[target]
    left, _ = life(battle, arena, target)
    before = unit.status
    if unit.status == UP and must_fall(battle, arena, target):
        unit.status = DOWN
        unit.prone = 1
        unit.bleeding = 0
        leave_the_fight(battle, log, target)
        emit(battle, log, events.UNCONSCIOUS, attacker, target, 0, 0, 0)
        if sheet.vehicle:
            drop_bodies_aboard(battle, arena, log, target)
            throw_out(battle, arena, log, target)
    if unit.status == DOWN and -left > sheet.attributes[BODY]:
        unit.status = DEAD
        emit(battle, log, events.DEAD, attacker, target, 0, 0, 0)
    if attacker != NOBODY and unit.status != before and unit.team != battle.units[attacker].team:
        survive_last_stand(battle, log, attacker)


@kernel
def survive_last_stand(battle, log, who):
    """Let a unit in its last stand live on: it has struck an enemy down, or got back a point of Flesh (SS-X3)."""
    unit = battle.units[who]
    if unit.last_stand and unit.saved == 0:
        unit.saved = 1
        cite(log, clauses.LAST_STAND)
        emit(battle, log, events.SAVED, who, NOBODY, 0, 0, 0)


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
    stop_waiting(battle, unit)
    unit.task_paid = 0
    if unit.carries != NOBODY:
        drop_body(battle, log, target)
    end_suppression(battle, log, target)
    if is_in_a_hold(unit):
        end_holds(battle, log, target)


@kernel
def stop_waiting(battle, unit):
    """End a unit's delay: it acts no more, or as everybody does (SS-T7)."""
    if unit.delay in IN_WAIT:
        battle.delayed -= 1
    unit.delay = NOT_DELAYED


@kernel
def end_suppression(battle, log, shooter):
    """End the zone a unit suppresses, and what it did to those in it (SS-U6, SS-U7)."""
    for zone in range(MAX_ZONES):
        if battle.zones[zone].shooter == shooter:
            battle.zones[zone].shooter = NOBODY
            emit(battle, log, events.SUPPRESSION_ENDS, shooter, NOBODY, 0, 0, 0)
            for other in range(len(battle.units)):
                unit = battle.units[other]
                unit.barred &= ~(1 << zone)
                if unit.stuck == zone + 1:
                    unit.stuck = 0


@kernel
def leak(battle, arena, log):
    """At the end of a round, let every vehicle with a broken tank lose a point of Armored health (SS-C4)."""
    for number in range(arena.units):
        vehicle = battle.units[number]
        if arena.sheets[number].vehicle and leaks(vehicle):
            vehicle.armored -= 1
            emit(battle, log, events.BLED, NOBODY, number, 1, 0, 0)
            check_collapse(battle, arena, log, NOBODY, number)


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
    """Take points of Flesh from a unit that nothing can soak: it bleeds, or was treated badly."""
    unit = battle.units[target]
    before = unit.flesh
    unit.flesh -= amount
    unit.stable = 0
    emit(battle, log, events.BLED, NOBODY, target, amount, 0, 0)
    injure_the_drained(battle, log, NOBODY, target, before)
    check_collapse(battle, arena, log, NOBODY, target)
    update_wounds(battle, arena, log, target)
