"""Meeting suppressive fire (SS-U5 to SS-U7): who is pinned by a new zone, kept out of one, or hit in it."""

from .. import log as tells
from ..battle import (
    MAX_ZONES,
    PINNED,
    UNDER_FIRE,
)
from ..kernel import kernel
from ..log import tell
from ..objectives import check_over
from .business import decide, push
from .legal import open_pinned
from .suppression import UNTRIED, can_go_to_cover, in_zone, is_in_cover, pin_down, resists_pin, stray_shot, threatened

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
    """Let a unit meet a zone of fire: a test against being pinned, a stray shot, or both (SS-U6, SS-U7)."""
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
        if meets & STRAY:
            stray_shot(battle, arena, log, zone, who)
            check_over(battle, arena, log)


@kernel
def is_barred(battle, arena, log, who, tile):
    """Test a unit against the zones of fire a step leads into; return True if one of them keeps it out (SS-U6)."""
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
