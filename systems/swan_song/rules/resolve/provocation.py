"""Opportunity attacks (SS-U9), an option that replaces interception: what provokes a blow, and the blow.

A frame of kind PROVOKED lies over a phase and holds the action that waits. It is carried out once all whom it provokes have
struck or passed, if its doer is still up and it is still open.
"""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.sight import sees
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.mask import is_open
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.verbs import PROVOKES

from ...words import events
from ...words.decisions import INTERCEPT
from ...words.verbs import OFF_HAND, PASS, READY, SHOOT, SUPPRESS_LINE, SWITCH, THROW, VERBS, VOLLEY
from .. import clauses
from ..area.rockets import launch
from ..attack.defense import is_surprised_by, model_in_hand, only_defends
from ..body.ailments import exert
from ..body.conditions import lose_aim
from ..body.hands import blow_out_of_turn, wields
from ..body.holds import is_in_a_hold
from ..body.reach import can_touch, is_on_foot
from ..legal import can_fire, open_interception, open_phase
from ..record import PROVOKED
from ..stack import decide, open_attack, push
from ..tables import AT_REST, DRAWN, NO_FIRING, SHOOT_OF_MODE, VOLLEY_OF_MODE
from ..time.initiative import acts_earlier, goes_before

PROVOKING = VERBS.with_traits(PROVOKES)


@kernel
def provokes(battle, arena, who, verb, argument):
    """Return whether an action provokes those beside its doer: it takes the doer's eyes or hands off them."""
    unit = battle.units[who]
    if verb == READY:
        return draws_a_bow(arena, unit, who)
    if verb == SWITCH:
        return unit.hand != BARE_HANDS and (argument == BARE_HANDS or argument != unit.off_hand)  # something is stowed
    if verb == OFF_HAND:
        return unit.off_hand != BARE_HANDS
    return verb in PROVOKING


@kernel
def is_provoked(battle, arena, who, doer, verb, argument):
    """Return whether an action of unit `doer` provokes unit `who`, which stands beside it and could strike.

    It does so once a turn, and not if that unit is its target. A step provokes all enemies beside its doer, wherever it
    leads, since the doer leaves its place. Drawing a bow provokes even the target, also when it is drawn for a shot.
    """
    unit = battle.units[who]
    other = battle.units[doer]
    if unit.status != UP or unit.broken or unit.team == other.team or arena.sheets[who].inanimate:
        return False
    if is_in_a_hold(unit) or not is_on_foot(unit):
        return False
    if unit.ap < arena.rules.interception or unit.engaged == 0 or is_surprised_by(unit, doer):
        return False
    if other.asked >> who & 1 or only_defends(arena, unit):
        return False
    if not can_touch(battle, arena, unit, other) or not sees(battle, arena, unit, other):
        return False
    if argument != who or verb not in (SHOOT, VOLLEY, SUPPRESS_LINE, THROW):
        return True
    return verb == SHOOT and draws_a_bow(arena, other, doer)


@kernel
def draws_a_bow(arena, unit, who):
    """Return whether a unit draws the bow in its hand when it shoots it or makes it ready."""
    if unit.hand == BARE_HANDS or arena.weapons[arena.sheets[who].weapons[unit.hand]].draws == 0:
        return False
    held = unit.held[unit.hand]
    return held.mode != DRAWN and held.jammed == 0


@kernel
def next_provoked(battle, arena, log, doer, verb, argument, last):
    """Return the unit after unit `last` by initiative that an action provokes (SS-T3), NOBODY if there is none.

    With NOBODY for `last` it is the first of them.
    """
    best = NOBODY
    for who in range(arena.units):
        if who == last or not is_provoked(battle, arena, who, doer, verb, argument):
            continue
        if last != NOBODY and not acts_earlier(battle, arena, log, last, who):
            continue
        if best == NOBODY or goes_before(battle, arena, log, who, best):
            best = who
    return best


@kernel
def must_wait(battle, arena, log, doer, verb, argument):
    """Put aside an action that somebody may strike at, and return True; return False if it provokes nobody."""
    if not provokes(battle, arena, doer, verb, argument):
        return False
    if next_provoked(battle, arena, log, doer, verb, argument, NOBODY) == NOBODY:
        return False
    frame = push(battle, PROVOKED, doer, NOBODY)
    frame.verb = verb
    frame.argument = argument
    return True


@kernel
def go_on_with_provocation(battle, arena, log, frame):
    """Ask the next unit that is provoked; when there is none left, return True if the action can still be carried out."""
    doer = frame.unit
    if battle.units[doer].status == UP:
        who = next_provoked(battle, arena, log, doer, frame.verb, frame.argument, frame.target)
        if who != NOBODY:
            frame.target = who
            open_interception(battle, arena, who, doer)
            open_shots(battle, arena, who, doer)
            decide(battle, INTERCEPT, who, doer)
            return False
    battle.depth -= 1
    if battle.units[doer].status != UP:
        return False
    open_phase(battle, arena, log, doer)
    return is_open(battle, frame.verb, frame.argument)


@kernel
def open_shots(battle, arena, who, doer):
    """Open the shots at a unit that provokes: any that is a simple action, with a weapon that is ready (SS-U9).

    A bow has been drawn before, or is of no use.
    """
    unit = battle.units[who]
    sheet = arena.sheets[who]
    model = model_in_hand(unit, sheet)
    if model < 0 or arena.weapons[model].melee or unit.held[unit.hand].jammed or not wields(arena, unit, sheet):
        return
    held = unit.held[unit.hand]
    if arena.weapons[model].firearm == 0:
        if held.ammo > 0 and not draws_a_bow(arena, unit, who):
            battle.open[SHOOT] = 1 << doer
        return
    if can_fire(arena, unit, arena.rules.interception, held, SHOOT_OF_MODE[held.mode]):
        battle.open[SHOOT] = 1 << doer
    if can_fire(arena, unit, arena.rules.interception, held, VOLLEY_OF_MODE[held.mode]):
        battle.open[VOLLEY] = 1 << doer


@kernel
def strike_provoker(battle, arena, log, frame, who, verb):
    """Let a unit take its opportunity as an interrupt, or let it go (SS-U9, SS-A3).

    Like any action that is not free, it costs the unit its aim and an extended action (SS-U4, SS-A1). A shot at the target
    of the aim uses the aim.
    """
    if verb == PASS:
        return
    unit = battle.units[who]
    doer = frame.unit
    if verb not in (SHOOT, VOLLEY) or unit.aim_at != doer:
        lose_aim(unit)
    unit.ap -= arena.rules.interception
    unit.task_paid = 0
    battle.units[doer].asked |= 1 << who
    cite(log, clauses.INTERRUPT)
    cite(log, clauses.OPPORTUNITY)
    if unit.ailing and not exert(battle, arena, log, who, verb):
        return
    if verb not in (SHOOT, VOLLEY):
        model = blow_out_of_turn(battle, arena, unit, battle.units[doer], arena.sheets[who], verb)
        emit(battle, log, events.OPPORTUNITY, who, doer, model, frame.verb, 0)
        open_attack(battle, arena, log, who, doer, model, NO_FIRING)
        return
    model = model_in_hand(unit, arena.sheets[who])
    emit(battle, log, events.OPPORTUNITY, who, doer, model, frame.verb, 0)
    held = unit.held[unit.hand]
    firing = NO_FIRING
    if arena.weapons[model].firearm:
        firing = SHOOT_OF_MODE[held.mode] if verb == SHOOT else VOLLEY_OF_MODE[held.mode]
    elif arena.weapons[model].draws:
        held.mode = AT_REST
    if arena.weapons[model].blast:
        launch(battle, arena, log, who, doer, model)
    else:
        open_attack(battle, arena, log, who, doer, model, firing)
