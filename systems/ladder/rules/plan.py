"""Plans (LD-T1, LD-A1): what a unit has declared for the turn, how many actions it takes, and the state that it leads to."""

from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.sight import sees
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import SILENT, cite, emit, witnesses
from fireteam.env.rules.record import NOBODY, UP

from ..words import events
from ..words.decisions import DECLARE
from ..words.verbs import (
    AIM,
    AWAIT,
    BREAK_FREE,
    DODGE_ATTACKS,
    DROP,
    FEINT,
    GARROTE,
    GRAPPLE,
    HOLD_ON,
    LET_GO,
    OFF_HAND,
    PARRY_ATTACKS,
    PUNCH,
    SHIELD_PARRY,
    SHIELD_STRIKE,
    SHOOT,
    SHOOT_THROUGH,
    STRAP_SHIELD,
    STRIKE,
    STRIKE_THROUGH,
    SWITCH,
    TAKE_COVER,
    UNSTRAP_SHIELD,
    VOLLEY,
)
from . import clauses
from .record import DONE, IN_HANDS, LAPSED, MOST_ITEMS, ON_ARM, ON_BACK, PENDING
from .tables import NO_SHIELD

SHOTS = (SHOOT, VOLLEY, SHOOT_THROUGH, AWAIT)
BLOWS = (STRIKE, STRIKE_THROUGH, PUNCH, SHIELD_STRIKE)
EVASIONS = (DODGE_ATTACKS, PARRY_ATTACKS, SHIELD_PARRY)
CLINCHES = (GRAPPLE, GARROTE)
AT_SOMEBODY = (*SHOTS, *BLOWS, *EVASIONS, *CLINCHES, FEINT, AIM)
KEEPS_AIM = (AIM, AWAIT, BREAK_FREE, HOLD_ON, LET_GO)  # all else that a unit does spends its aim (LD-A4)
# What is no action: letting somebody go, dropping a buckler (LD-C2), drawing a weapon: the page's example draws and fires at
# no penalty (LD-H3).
FREE = (LET_GO, DROP, SWITCH)
HALF = 60  # verbs below it are in the first number of a set, the others in the second; what is not has a bit at the border


@kernel
def clear_plan(unit):
    """Clear a unit's plan, as a turn begins."""
    unit.items = 0
    unit.actions = 0
    for place in range(MOST_ITEMS):
        item = unit.plan[place]
        item.verb = 0
        item.argument = 0
        item.state = PENDING
        item.sham = 0


@kernel
def add_item(unit, verb, argument):
    """Add an item to a unit's plan; letting go, dropping and drawing take no action (LD-A1)."""
    item = unit.plan[unit.items]
    item.verb = verb
    item.argument = argument
    item.state = PENDING
    item.sham = 0
    unit.items += 1
    if verb not in FREE:
        unit.actions += 1


@kernel
def is_complete(battle, who):
    """Return whether a unit's plan is complete; nobody sees an incomplete one (LD-T1)."""
    return battle.decider != who or battle.decision != DECLARE


@kernel
def penalty_of(actions):
    """Return what `actions` actions in one turn add to each roll: 0 for one, else minus their number (LD-A1)."""
    return -actions if actions > 1 else 0


@kernel
def has_planned(unit, verb):
    """Return whether a verb is in a unit's plan."""
    for place in range(unit.items):
        if unit.plan[place].verb == verb:
            return True
    return False


@kernel
def planned_verbs(unit):
    """Return the set of verbs in a unit's plan; `has_verb` reads it, which is fast for many verbs."""
    low, high = 0, 0
    for place in range(unit.items):
        verb = unit.plan[place].verb
        low |= 1 << min(verb, HALF)
        high |= 1 << max(verb - HALF + 1, 0)
    return low, high


@kernel
def has_verb(verbs, verb):
    """Return whether a verb is in a set of `planned_verbs`."""
    if verb < HALF:
        return verbs[0] >> verb & 1 == 1
    return verbs[1] >> verb - HALF + 1 & 1 == 1


@kernel
def targets_of(unit, verbs):
    """Return the units, a bit each, at which some of the verbs are planned."""
    targets = 0
    for place in range(unit.items):
        if unit.plan[place].verb in verbs:
            targets |= 1 << unit.plan[place].argument
    return targets


@kernel
def evasion_against(unit, other):
    """Return the place in a unit's plan of its evasion against unit `other`, -1 for none."""
    for place in range(unit.items):
        item = unit.plan[place]
        if item.verb in EVASIONS and item.argument == other and item.state != LAPSED:
            return place
    return -1


@kernel
def hands_then(arena, who, unit):
    """Return the slots in both hands after a unit's plan so far."""
    hand, other = unit.hand, unit.off_hand
    for place in range(unit.items):
        hand, other = hands_after(arena, who, unit.plan[place], hand, other)
    return hand, other


@kernel
def hands_after(arena, who, item, hand, other):
    """Return the slots in both hands after one item of a unit's plan."""
    if item.state != PENDING:
        return hand, other
    if item.verb == SWITCH:
        hand = item.argument
        if hand != BARE_HANDS and (other == hand or arena.weapons[arena.sheets[who].weapons[hand]].two_handed):
            other = BARE_HANDS
    elif item.verb == OFF_HAND:
        other = item.argument
    elif item.verb == DROP:
        other = BARE_HANDS
    return hand, other


@kernel
def bearing_then(unit):
    """Return where a unit carries its shield after its plan so far."""
    bearing = unit.bearing
    for place in range(unit.items):
        item = unit.plan[place]
        if item.state != PENDING:
            continue
        if item.verb == STRAP_SHIELD:
            bearing = IN_HANDS if bearing == ON_BACK else ON_ARM
        elif item.verb == UNSTRAP_SHIELD:
            bearing = ON_BACK
    return bearing


@kernel
def covered_then(unit):
    """Return whether a unit is in cover after its plan so far; a planned walk is ignored."""
    for place in range(unit.items):
        if unit.plan[place].verb == TAKE_COVER and unit.plan[place].state == PENDING:
            return 1
    return unit.covered


@kernel
def aims_then(unit):
    """Return whether an aiming unit still aims after its plan so far (LD-A4)."""
    for place in range(unit.items):
        if unit.plan[place].state == PENDING and unit.plan[place].verb not in KEEPS_AIM:
            return False
    return True


@kernel
def holds_then(unit):
    """Return the unit that a unit holds after its plan so far, if its grapples succeed; NOBODY for none."""
    target = unit.holds
    for place in range(unit.items):
        item = unit.plan[place]
        if item.state != PENDING:
            continue
        if item.verb == LET_GO:
            target = NOBODY
        elif item.verb in CLINCHES:
            target = item.argument
    return target


@kernel
def lapse(battle, arena, log, who, place):
    """Let an item of a plan lapse, since it has become impossible (LD-T1)."""
    item = battle.units[who].plan[place]
    end_deception(battle, item)
    item.state = LAPSED
    cite(log, clauses.LAPSED)
    target = item.argument if item.verb in AT_SOMEBODY else NOBODY
    emit_intention(battle, arena, log, events.LAPSES, who, target, item.verb, 0)


@kernel
def emit_intention(battle, arena, log, kind, who, target, value, a):
    """Emit a unit's intention: to teams that know where it is, in fog only to those that see it.

    The target of the intention may learn nothing of it. A team that only hears a unit does not learn its intentions.
    """
    emit(battle, log, kind, who, target, value, a, 0)
    if log.level == SILENT or log.count == 0:
        return
    teams = witnesses(battle, who)
    for team in range(arena.teams if arena.fog else 0):
        if team != battle.units[who].team and not is_seen(battle, arena, team, who):
            teams &= ~(1 << team)
    log.events[log.count - 1].seen_by &= teams


@kernel
def is_seen(battle, arena, team, who):
    """Return whether a unit of a team sees another unit; hearing one does not reveal its intentions."""
    goal = arena.goals[team]
    for watcher in range(goal.first, goal.first + goal.count):
        if battle.units[watcher].status == UP and sees(battle, arena, battle.units[watcher], battle.units[who]):
            return True
    return False


@kernel
def end_deception(battle, item):
    """End a feint, an item of a plan, that somebody takes for an attack (LD-G5)."""
    if item.sham:
        item.sham = 0
        battle.shams -= 1


@kernel
def drop_plan(battle, unit):
    """Let the rest of a unit's plan lapse: the unit has fallen, or is gone."""
    for place in range(unit.items):
        item = unit.plan[place]
        end_deception(battle, item)
        if item.state == PENDING:
            item.state = LAPSED


@kernel
def is_buckler(arena, who, slot):
    """Return whether a buckler is in a slot."""
    return slot != BARE_HANDS and arena.weapons[arena.sheets[who].weapons[slot]].shield > NO_SHIELD + 1


@kernel
def done(unit, place):
    """Note that an item of a plan is carried out."""
    unit.plan[place].state = DONE


@kernel
def release_in(unit):
    """Return the place in a unit's plan at which it lets go of its hold, -1 for none."""
    for place in range(unit.items):
        if unit.plan[place].verb == LET_GO and unit.plan[place].state == PENDING:
            return place
    return -1


@kernel
def keeps_hold(unit):
    """Return whether a unit has declared an action that keeps its hold (LD-G1)."""
    return has_planned(unit, HOLD_ON) or has_planned(unit, GRAPPLE) or has_planned(unit, GARROTE)
