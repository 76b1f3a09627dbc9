"""Meeting suppressive fire (SS-U5 to SS-U7): who is pinned by a new zone, kept out of a zone, or hit in it."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit
from fireteam.env.rules.mask import only_choice
from fireteam.env.rules.record import NOBODY
from fireteam.env.rules.sides.objectives import check_over

from ...words import events
from ...words.decisions import DEFEND, PINNED
from ...words.verbs import DODGE, PASS
from ..attack.defense import is_surprised_by
from ..attack.suppression import (
    UNTRIED,
    can_go_to_cover,
    is_in_cover,
    is_under,
    needs_defense,
    pin_down,
    resists_pin,
    stray_shot,
    threatened,
    touches,
)
from ..karma import open_push
from ..legal import open_pinned, open_replies
from ..record import ATTACK, MAX_ZONES, SUPPRESSION, UNDER_FIRE
from ..stack import decide, push
from ..tables import SINGLE

# What a unit meets in a zone of fire: bits of a frame's cursor.
PIN, STRAY = 1, 2


@kernel
def go_on_with_suppression(battle, arena, frame):
    """Let everybody in a new zone of fire meet it, in roster order (SS-U5, SS-U6).

    With 1 + a vehicle for the frame's argument, it is everybody in that vehicle, as it comes into the zone. The driver, the
    frame's unit, has been tested before. A unit that met the zone earlier in this turn does not meet it again.
    """
    zone = frame.target
    vehicle = frame.argument - 1
    while frame.cursor < arena.units:
        who = frame.cursor
        frame.cursor += 1
        if not is_under(battle, arena, zone, who):
            continue
        if vehicle == NOBODY:
            push(battle, UNDER_FIRE, who, zone).cursor = PIN
            return
        unit = battle.units[who]
        if unit.aboard == vehicle and unit.stray_hits[zone] == UNTRIED:
            push(battle, UNDER_FIRE, who, zone).cursor = STRAY if who == frame.unit else PIN | STRAY
            return
    battle.depth -= 1


@kernel
def zones_around(battle, arena, unit):
    """Return the zones of fire, a bit each, that touch a unit's place, whether or not they affect the unit."""
    zones = 0
    for zone in range(MAX_ZONES):
        if battle.zones[zone].shooter != NOBODY and touches(battle, arena, zone, unit.x, unit.y, unit.side):
            zones |= 1 << zone
    return zones


@kernel
def meet_zones(battle, arena, who, before, drives):
    """Let a unit that has moved meet the zones it is in (SS-U7).

    If it `drives`, all in its vehicle meet those that were not around it `before`, a bit each.
    """
    unit = battle.units[who]
    entered = zones_around(battle, arena, unit) & ~before if drives else 0
    for zone in range(MAX_ZONES):
        if entered >> zone & 1:
            push(battle, SUPPRESSION, who, zone).argument = 1 + unit.aboard
        elif is_under(battle, arena, zone, who):
            push(battle, UNDER_FIRE, who, zone).cursor = STRAY


@kernel
def go_on_under_fire(battle, arena, log, frame):
    """Let a unit meet a zone of fire: a test against being pinned, a stray shot, or both (SS-U6, SS-U7).

    The frame's cursor says which: PIN and STRAY, a bit each.
    """
    who = frame.unit
    zone = frame.target
    meets = frame.cursor
    if not threatened(battle, zone, who):
        battle.depth -= 1
    elif meets & PIN:
        frame.cursor = meets & ~PIN
        if resists_pin(battle, arena, log, zone, who):
            return
        if can_go_to_cover(battle, arena, zone, who):
            open_pinned(battle)
            decide(battle, PINNED, who, battle.zones[zone].shooter)
        else:
            pin_down(battle, log, zone, who, is_in_cover(battle, arena, zone, who))
    else:
        battle.depth -= 1
        if meets & STRAY and needs_defense(battle, arena, zone, who):
            shot = push(battle, ATTACK, battle.zones[zone].shooter, who)
            shot.weapon = battle.zones[zone].weapon
            shot.firing = SINGLE
            shot.cursor = 1 + zone


@kernel
def meet_fire_anew(battle, arena, who):
    """Let a unit, whose cover may have changed without a step, meet the stray shots of this turn again (SS-U7)."""
    unit = battle.units[who]
    for zone in range(MAX_ZONES):
        if unit.stray_hits[zone] != UNTRIED and is_under(battle, arena, zone, who):
            push(battle, UNDER_FIRE, who, zone).cursor = STRAY


@kernel
def go_on_with_stray_shot(battle, arena, log, frame):
    """Go on with a stray shot, an attack whose cursor is 1 + its zone: ask the target for full defense if it may (SS-U7)."""
    who, zone = frame.target, frame.cursor - 1
    unit = battle.units[who]
    asks = arena.sheets[who].inanimate == 0 and not is_surprised_by(unit, frame.unit)
    if frame.stage == 0 and asks and threatened(battle, zone, who):
        open_replies(battle, arena, who, frame.weapon)
        battle.open[DODGE] = 0  # it dodges as it is
        if unit.karma:
            open_push(battle, arena, who, True)
        if not only_choice(battle, PASS):
            decide(battle, DEFEND, who, frame.unit)
            return
    battle.depth -= 1
    if threatened(battle, zone, who):
        stray_shot(battle, arena, log, zone, who)
        check_over(battle, arena, log)


@kernel
def is_barred(battle, arena, log, who, x, y, side):
    """Test a unit against the zones of fire that a place lies in; return True if one keeps it out (SS-U6).

    The place is `side` tiles wide, (x, y) the first of them. Of a vehicle it is the driver who is tested.
    """
    unit = battle.units[who]
    for zone in range(MAX_ZONES):
        if not threatened(battle, zone, who) or unit.stray_hits[zone] != UNTRIED:
            continue
        if touches(battle, arena, zone, x, y, side) and not is_under(battle, arena, zone, who):
            if not resists_pin(battle, arena, log, zone, who):
                unit.barred |= 1 << zone
                emit(battle, log, events.BARRED, who, battle.zones[zone].shooter, 0, 0, 0)
                return True
    return False
