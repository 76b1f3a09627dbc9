"""Grenades (SS-A4, SS-T8): throwing them, where they land, and when their fuses have burned down."""

from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.sight import TOTAL, cover_of, lane
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, emit_at, term
from fireteam.env.rules.record import DOWN, FUSE, MAX_EFFECTS, NOBODY
from fireteam.env.rules.sides.knowledge import knows

from ...words import events, purposes
from ...words.verbs import FUSE as FUSE_VERB
from ...words.verbs import LOB, THROW
from .. import clauses
from ..attack.attack import OUT_OF_RANGE, accuracy, darkness, turn_to
from ..attack.defense import can_be_attacked, model_in_hand
from ..attack.glitches import suffer_glitch
from ..body.vehicles import can_shoot_out
from ..karma import hold_test
from ..pools import NO_GLITCH, blindness, burdens, on_the_run, roll, skill_and_attribute
from ..record import END_OF_PASS, END_OF_ROUND, NEXT_ROUND
from ..stack import affords
from ..tables import AGILITY, STRENGTH
from ..time.initiative import another_pass
from .effects import end_effect, free_effect, lay_effect
from .explosions import set_off
from .scatter import end_of_flight, stray


@kernel
def open_throws(battle, arena, who):
    """Open throwing the grenade in hand at units in sight and in range, and setting its fuse.

    From a vehicle it is thrown out of the window (SS-C4).
    """
    unit = battle.units[who]
    model = model_in_hand(unit, arena.sheets[who])
    if model < 0 or arena.weapons[model].thrown == 0:
        return
    held = unit.held[unit.hand]
    if arena.weapons[model].timed and affords(arena, unit, FUSE_VERB):
        battle.open[FUSE_VERB] = 0b111 & ~(1 << unit.fuse)
    if unit.attacked or held.jammed or held.ammo < 1 or free_effect(battle) == MAX_EFFECTS:
        return
    if not can_shoot_out(battle, unit):
        return
    for other in range(arena.units):
        body = battle.units[other]
        own = body.team == unit.team
        if not can_be_attacked(arena, body) and not (own and body.status == DOWN):
            continue
        if not own and not knows(battle, unit.team, other):
            continue
        verb = LOB if own else THROW
        if affords(arena, unit, verb) and throw_band(arena, who, unit, body) != OUT_OF_RANGE:
            if other == who or cover_of(battle, arena, body, unit) != TOTAL:
                battle.open[verb] |= 1 << other


@kernel
def throw_band(arena, who, unit, body):
    """Return the range band of a throw, 0 to 3 or OUT_OF_RANGE; its metres grow with Strength (SS-R8)."""
    reach = arena.rules.throw_range * arena.sheets[who].attributes[STRENGTH]
    distance = apart(arena, unit, body)
    for band in range(4):
        if distance <= (band + 1) * reach:
            return band
    return OUT_OF_RANGE


@kernel
def set_fuse(battle, log, who, due):
    """Set when the grenades of a unit go off: `due` is NEXT_ROUND, END_OF_PASS or END_OF_ROUND (SS-T8)."""
    battle.units[who].fuse = due
    emit(battle, log, events.FUSE_SET, who, NOBODY, due, 0, 0)


@kernel
def throw_grenade(battle, arena, log, who, target):
    """Throw the grenade in hand at the tile of a unit: Throwing + Agility [Physical] (SS-A4).

    With enough hits it lands there, else it strays. A timed one lies there until its fuse has burned down (SS-T8), any
    other goes off at once.
    """
    unit = battle.units[who]
    model = arena.sheets[who].weapons[unit.hand]
    unit.attacked = 1
    cite(log, clauses.ATTACK_OF_THE_PHASE)
    turn_to(battle, who, target)
    unit.held[unit.hand].ammo -= 1
    hits, glitch = roll_throw(battle, arena, log, who, target, model)
    hold_test(battle, who, NOBODY, THROW, target, hits, glitch, 0)


@kernel
def land_grenade(battle, arena, log, who, target, hits, glitch):
    """Let a thrown grenade land; the effects of a glitch of the throw come last."""
    unit = battle.units[who]
    model = arena.sheets[who].weapons[unit.hand]
    weapon = arena.weapons[model]
    start, mark = lane(battle, arena, unit, battle.units[target])
    tile, barrier = end_of_flight(battle, arena, start, mark, False)
    astray = 0
    if hits < arena.rules.throw_threshold:
        tile, barrier, astray = stray(battle, arena, log, who, model, tile, hits)
    emit_at(battle, log, events.THROWN, who, tile, model, astray)
    if weapon.timed:
        light_fuse(battle, arena, who, model, tile, barrier, hits)
    else:
        set_off(battle, arena, log, who, model, tile, barrier, hits)
    if glitch != NO_GLITCH:
        suffer_glitch(battle, arena, log, who, battle.units[who].hand, glitch)


@kernel
def roll_throw(battle, arena, log, who, target, model):
    """Roll a throw and return its hits and glitch: range, sight, a run and what the thrower carries count."""
    unit = battle.units[who]
    body = battle.units[target]
    pool = skill_and_attribute(battle, arena, log, who, arena.weapons[model].skill, AGILITY)
    pool += burdens(battle, arena, log, who, pool) + blindness(arena, log, unit)
    pool += on_the_run(arena, log, unit)
    pool += term(log, clauses.RANGE, arena.rules.range[max(throw_band(arena, who, unit, body), 0)])
    pool += darkness(battle, arena, log, unit, body)
    return roll(battle, arena, log, who, target, purposes.THROW, pool, accuracy(arena, who, model))


@kernel
def light_fuse(battle, arena, who, model, tile, barrier, hits):
    """Leave a timed weapon on a tile, to go off at the thrower's score in the next round or as the fuse is set (SS-T8).

    `barrier` is the direction of the barrier it touches, NO_BARRIER for none.
    """
    fuse = lay_effect(battle, arena, FUSE, who, model, tile, barrier, hits)
    fuse.due = battle.units[who].fuse
    fuse.score = battle.units[who].score
    fuse.round_number = battle.round_number + (1 if fuse.due == NEXT_ROUND else 0)


@kernel
def burns_down(battle, arena, log, who, ends):
    """Let the next fuse burn down that is due before unit `who` acts; return whether one did.

    A fuse goes off when its score is above that of everybody still to act, so last in a tie (SS-T8). With NOBODY for
    `who`, no unit is still to act in this pass, so every fuse of the pass is due. A fuse set for the end of the pass goes
    off when `ends` is true: nobody acts in the pass any more, not even a unit that has waited (SS-T7).
    """
    due = MAX_EFFECTS
    for row in range(MAX_EFFECTS):
        if is_due(battle, arena, row, who, ends):
            if due == MAX_EFFECTS or battle.effects[row].score > battle.effects[due].score:
                due = row
    if due == MAX_EFFECTS:
        return False
    fuse = battle.effects[due]
    cite(log, clauses.TIMED)
    end_effect(battle, due)
    set_off(battle, arena, log, fuse.owner, fuse.weapon, fuse.y * arena.width + fuse.x, fuse.direction, fuse.hits)
    return True


@kernel
def is_due(battle, arena, row, who, ends):
    """Return whether a row of `battle.effects` is a fuse that burns down before unit `who` acts, or as the pass `ends`."""
    fuse = battle.effects[row]
    if fuse.kind != FUSE:
        return False
    if fuse.due == END_OF_PASS:
        return ends
    if fuse.due == END_OF_ROUND:
        return ends and not another_pass(battle, arena)
    if fuse.round_number > battle.round_number:
        return False
    return who == NOBODY or fuse.score > battle.units[who].score
