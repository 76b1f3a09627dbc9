"""Area effects (SS-F4): explosions, and everybody within a blast; `shattering.py` has what they do to barriers.

A blast waits on the stack and takes one unit after the other, so that the effects on one are settled before the next.
"""

from fireteam.env.rules.ground.grid import metres
from fireteam.env.rules.ground.rays import EYE
from fireteam.env.rules.ground.sight import NO_COVER, TOTAL, cover_between, cover_of, place_of
from fireteam.env.rules.kernel import kernel, rare
from fireteam.env.rules.log import cite, emit, emit_at, term
from fireteam.env.rules.record import DOWN, NOBODY, NOWHERE, UP
from fireteam.env.rules.sides.objectives import check_over

from ...words import events, purposes
from .. import clauses
from ..attack.cover import NOTHING_THERE, cover_taken, through_cover, through_glass
from ..attack.defense import (
    count_defense,
    defense_modifiers,
    has_defense,
    is_in_melee,
    is_unaware,
    shot_at_modifiers,
    without_defense,
)
from ..body.damage import take_hit
from ..pools import NO_LIMIT, attribute, roll
from ..record import BLAST
from ..stack import push
from ..tables import INTUITION, NO_FIRING, REACTION
from .clouds import release_cloud
from .shattering import shatter_in_contact, shatter_within

ON_THE_GROUND = 1  # a blast starts low: from where the prone look


@kernel
def set_off(battle, arena, log, owner, model, tile, direction, hits):
    """Let a weapon go off on a tile: its cloud spreads, and its blast comes onto the stack.

    `direction` is that of the barrier it touches, NO_BARRIER for none; `hits` are those of the throw, shot or charge.
    """
    weapon = arena.weapons[model]
    if weapon.cloud:
        release_cloud(battle, arena, log, owner, model, tile)
        if weapon.damage == 0:
            return
    frame = push(battle, BLAST, owner, NOBODY)
    frame.weapon = model
    frame.tile = tile
    frame.direction = direction
    frame.hits = hits


@rare
def go_on_with_blast(battle, arena, log, frame) -> None:
    """Go on with a blast: the barrier it touches, then one unit after the other in roster order, then other barriers."""
    if frame.stage == 0:
        frame.stage = 1
        emit_at(battle, log, events.EXPLODES, frame.unit, frame.tile, frame.weapon, 0)
        mark_fighters(battle, arena, frame)
        shatter_in_contact(battle, arena, log, frame)
        return
    while frame.cursor < arena.units:
        who = frame.cursor
        frame.cursor += 1
        tile = place_reached(battle, arena, frame, battle.units[who])
        if tile != NOWHERE:
            catch_in_blast(battle, arena, log, frame, who, tile)
            return
    shatter_within(battle, arena, log, frame)
    battle.singled_out = 0
    battle.depth -= 1
    check_over(battle, arena, log)


@kernel
def mark_fighters(battle, arena, frame):
    """Mark the units in melee as a blast goes off: the order in which it fells them changes nothing (SS-F4)."""
    battle.singled_out = 0
    for who in range(arena.units):
        if battle.units[who].status == UP and is_in_melee(battle, arena, who, frame.unit):
            battle.singled_out |= 1 << who


@kernel
def place_reached(battle, arena, frame, unit):
    """Return the tile on which a blast reaches a unit, within it and with a free line from its centre; NOWHERE for none.

    Of a vehicle, and for those in it, it is the nearest such tile.
    """
    found = NOWHERE
    if unit.status == UP or unit.status == DOWN:
        nearest = arena.weapons[frame.weapon].blast + 1
        for number in range(unit.side * unit.side):
            tile = place_of(arena, unit, number)
            away = metres_from_blast(arena, frame, tile)
            if away < nearest and cover_from_blast(battle, arena, frame, unit, tile) != TOTAL:
                nearest, found = away, tile
    return found


@kernel
def metres_from_blast(arena, frame, tile):
    """Return the distance of a tile from the centre of a blast in metres."""
    width = arena.width
    return metres(arena, frame.tile % width, frame.tile // width, tile % width, tile // width)


@kernel
def cover_from_blast(battle, arena, frame, unit, tile):
    """Return the geometric cover a unit has on a tile against a blast."""
    return cover_between(battle, arena, frame.tile, ON_THE_GROUND, tile, unit.prone)


@kernel
def catch_in_blast(battle, arena, log, frame, who, tile):
    """Roll a unit's defense against the hits of a blast and apply what is left of it at its distance (SS-F4).

    Fewer hits than the defender: avoided. A tie: a graze, or through cover if the target is in cover (SS-B2). More: the
    damage value plus net hits, less the falloff for each metre, through what is transparent (SS-B5). An unconscious unit
    has no defense at all.
    """
    unit = battle.units[who]
    owner, model = frame.unit, frame.weapon
    net = frame.hits
    centre, low = frame.tile, EYE[ON_THE_GROUND]
    cover = cover_taken_from_blast(battle, arena, frame, unit, tile)
    if unit.status == UP:
        seen = cover_of(battle, arena, unit, battle.units[owner])
        unaware = who != owner and is_unaware(battle, who, owner, seen)
        if has_defense(battle, arena, who, unaware):
            dice = blast_defense(battle, arena, log, frame, who, cover)
            count_defense(unit)
        else:
            dice = without_defense(arena, log, who, unaware, cover)
        defense, _ = roll(battle, arena, log, who, owner, purposes.DEFENSE, dice, NO_LIMIT)
        unit.engaged = 1
        cite(log, clauses.OPPOSED)
        net -= defense
        if net < 0 or (frame.hits == 0 and unaware):
            emit(battle, log, events.MISS, owner, who, net, 0, 0)
            return
    distance = metres_from_blast(arena, frame, tile)
    damage = arena.weapons[model].damage + net - arena.weapons[model].falloff * distance
    tie = net == 0 and unit.status == UP
    if damage > 0 and tie:
        left = NOTHING_THERE
        if cover != NO_COVER:
            left = through_cover(battle, arena, log, owner, who, model, NO_FIRING, damage, centre, tile, low)
    elif damage > 0 and arena.glassy:
        left = through_glass(battle, arena, log, owner, who, model, NO_FIRING, damage, centre, tile, low)
    else:
        left = damage if damage > 0 else NOTHING_THERE
    if left == NOTHING_THERE:
        emit(battle, log, events.GRAZE, owner, who, 0, 0, 0)
    elif left > 0:
        emit(battle, log, events.CAUGHT, owner, who, left, distance, 0)
        take_hit(battle, arena, log, owner, who, model, left)


@kernel
def cover_taken_from_blast(battle, arena, frame, unit, tile):
    """Return the cover that a unit uses against a blast: what it has taken, the vehicle it sits in, the body it holds."""
    seen_cover = cover_from_blast(battle, arena, frame, unit, tile)
    return cover_taken(arena, unit, frame.tile % arena.width, frame.tile // arena.width, seen_cover)


@kernel
def blast_defense(battle, arena, log, frame, who, cover):
    """Return the pool of a defense against a blast, a ranged attack; interrupts come too late for it (SS-F4)."""
    unit = battle.units[who]
    pool = attribute(battle, arena, log, who, REACTION) + attribute(battle, arena, log, who, INTUITION)
    pool += defense_modifiers(battle, arena, log, who, unit, frame.weapon, cover, pool)
    pool += shot_at_modifiers(battle, arena, log, who, frame.unit, battle.singled_out >> who & 1)
    return pool + term(log, clauses.AREA, arena.rules.area_effect)
