"""Meeting suppressive fire (SS-U5 to SS-U7): who is pinned by a new zone, kept out of one, or hit in it."""

from ... import log as tells
from ...kernel import kernel
from ...log import tell
from ...mask import only_choice
from ...sides.objectives import check_over
from ...verbs import DODGE, PASS
from ..attack.defense import is_surprised_by
from ..attack.suppression import (
    UNTRIED,
    can_go_to_cover,
    in_zone,
    is_in_cover,
    needs_defense,
    pin_down,
    resists_pin,
    stray_shot,
    threatened,
)
from ..business import decide, push
from ..karma import open_push
from ..kinds.decisions import DEFEND, PINNED
from ..legal import open_pinned, open_replies
from ..record import ATTACK, MAX_ZONES, UNDER_FIRE
from ..tables import SINGLE

# What a unit meets in a zone of fire: bits of a frame's cursor.
PIN, STRAY = 1, 2


@kernel
def go_on_with_suppression(battle, arena, frame):
    """Let everybody in a new zone of fire meet it, in roster order (SS-U5, SS-U6)."""
    zone = frame.target
    while frame.cursor < arena.units:
        who = frame.cursor
        frame.cursor += 1
        unit = battle.units[who]
        if threatened(battle, zone, who) and in_zone(battle, arena, zone, unit.x, unit.y):
            push(battle, UNDER_FIRE, who, zone).cursor = PIN
            return
    battle.depth -= 1


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
        if unit.stray_hits[zone] != UNTRIED and threatened(battle, zone, who):
            if in_zone(battle, arena, zone, unit.x, unit.y):
                push(battle, UNDER_FIRE, who, zone).cursor = STRAY


@kernel
def go_on_with_stray_shot(battle, arena, log, frame):
    """Go on with a stray shot, an attack whose cursor is 1 + its zone: who may go on full defense is asked (SS-U7)."""
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
def is_barred(battle, arena, log, who, tile):
    """Test a unit against the zones of fire that a step onto a tile leads into; return True if one keeps it out (SS-U6)."""
    unit = battle.units[who]
    x, y = tile % arena.width, tile // arena.width
    for zone in range(MAX_ZONES):
        if not threatened(battle, zone, who) or unit.stray_hits[zone] != UNTRIED:
            continue
        if in_zone(battle, arena, zone, x, y) and not in_zone(battle, arena, zone, unit.x, unit.y):
            if not resists_pin(battle, arena, log, zone, who):
                unit.barred |= 1 << zone
                tell(battle, log, tells.BARRED, who, battle.zones[zone].shooter, 0, 0, 0)
                return True
    return False
