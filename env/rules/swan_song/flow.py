"""What happens next: `step` resolves one decision and runs on to the next, over a small stack of pending business.

    step ── run ──┬─ answer    hand the decision to the business that asked for it
                  ├─ advance   go on with the top of the stack until somebody must decide:
                  │      (nothing)    the next phase, pass or round
                  │      PHASE        somebody's own action phase
                  │      MOVE         a step that may be intercepted or barred
                  │      ATTACK       an attack that waits for the defender
                  │      SUPPRESSION  a new zone of fire that pins those in it
                  │      UNDER_FIRE   a unit that meets a zone of fire
                  └─ ordered_answer   where the unit has standing orders, they answer, and round it goes

Nothing here calls itself: what is half done lies in `battle.stack`.
"""

from .. import log as tells
from ..battle import (
    ACT,
    ATTACK,
    DEFEND,
    INTERCEPT,
    MAX_ZONES,
    MOVE,
    NO_DECISION,
    NOBODY,
    PHASE,
    PINNED,
    STILL,
    SUPPRESSION,
    UNDER_FIRE,
    UP,
)
from ..grid import beside, is_ahead, is_rough, step_metres
from ..kernel import entry, kernel
from ..knowledge import know_all, look_around
from ..log import cite, clear, tell
from ..objectives import check_exit, check_over, close_round
from ..sight import cover_of, sees
from ..verbs import END, FULL_DEFENSE, PASS, TAKE_COVER
from . import clauses
from .actions import act, open_attack, push
from .attack import resolve_attack
from .conditions import bleed, end_suppression, is_up, lose_aim
from .defense import is_unaware
from .initiative import begin_round, next_pass, next_to_act
from .interception import next_interceptor
from .legal import is_open, only_choice, open_interception, open_phase, open_pinned, open_replies
from .movement import make_step, metres_left, spend_movement, stop_moving
from .standing import NO_ANSWER, blow_row, ordered_answer
from .suppression import UNTRIED, can_go_to_cover, in_zone, is_in_cover, pin_down, resists_pin, stray_shot, threatened
from .tables import BODY, NO_FIRING

DONE, ILLEGAL, FINISHED = range(3)  # what step returns
START = NO_ANSWER  # the verb with which a battle that was just set up begins

# What a unit meets in a zone of fire: bits of a frame's cursor.
PIN, STRAY = 1, 2


@entry
def step_row(battles, arenas, logs, verb, argument):
    """Step the battle in the first row of an array: what Python calls, since arrays pass faster than single records."""
    battle = battles[0]
    return step(battle, arenas[battle.variant], logs[0], verb, argument)


@kernel
def step(battle, arena, log, verb, argument):
    """Resolve the pending decision and run to the next one; return DONE, or leave all as it is and say why not.

    The first step of a battle has the verb START: it rolls initiative and runs to the first decision.
    """
    if battle.over:
        return FINISHED
    if battle.round_number > 0:
        if not is_open(battle, verb, argument):
            return ILLEGAL
        battle.decisions += 1
    elif verb != START:
        return ILLEGAL
    clear(log)
    run(battle, arena, log, verb, argument)
    return DONE


@kernel
def run(battle, arena, log, verb, argument):
    """Answer the pending decision, if there is one, and go on until an agent must decide or the battle is over."""
    while True:
        if verb != NO_ANSWER:
            answer(battle, arena, log, verb, argument)
        while battle.over == 0 and battle.decision == NO_DECISION:
            look_around(battle, arena, log)
            advance(battle, arena, log)
        if battle.over:
            battle.decision = NO_DECISION
            return
        verb, argument = ordered_answer(battle, arena, log)
        if verb == NO_ANSWER:
            return


@kernel
def answer(battle, arena, log, verb, argument):
    """Hand the decision to the business that asked for it."""
    decision = battle.decision
    decider = battle.decider
    frame = battle.stack[battle.depth - 1]
    battle.decision = NO_DECISION
    if decision == ACT:
        if verb == END:
            end_phase(battle, arena, log, decider)
        else:
            act(battle, arena, log, decider, verb, argument)
    elif decision == DEFEND:
        reply_to_attack(battle, arena, log, frame, verb)
    elif decision == INTERCEPT:
        intercept(battle, arena, log, frame, decider, verb)
    else:
        pin_down(battle, log, frame.target, decider, verb == TAKE_COVER)


@kernel
def advance(battle, arena, log):
    """Take the business on top of the stack one stage further."""
    if battle.depth == 0:
        next_phase(battle, arena, log)
        return
    frame = battle.stack[battle.depth - 1]
    if frame.kind == PHASE:
        go_on_with_phase(battle, arena, log, frame)
    elif frame.kind == MOVE:
        go_on_with_move(battle, arena, log, frame)
    elif frame.kind == ATTACK:
        go_on_with_attack(battle, arena, log, frame)
    elif frame.kind == SUPPRESSION:
        go_on_with_suppression(battle, arena, frame)
    else:
        go_on_under_fire(battle, arena, log, frame)


@kernel
def decide(battle, decision, decider, opponent):
    """Ask a unit for a decision; what is open to it has been filled in."""
    battle.decision = decision
    battle.decider = decider
    battle.opponent = opponent


@kernel
def next_phase(battle, arena, log):
    """Give the next unit its phase, or go on to the next pass, or close the round and begin another (SS-T3, SS-T4)."""
    if battle.round_number > 0:
        who = next_to_act(battle, arena, log)
        if who != NOBODY:
            push(battle, PHASE, who, NOBODY)
            return
        if next_pass(battle, arena, log):
            return
        bleed(battle, arena, log)
        check_over(battle, arena, log)
        if battle.over == 0:
            close_round(battle, arena, log)
    elif arena.fog == 0:
        know_all(battle)
    if battle.over == 0:
        begin_round(battle, arena, log)


@kernel
def begin_phase(battle, arena, log, who):
    """Begin a unit's action phase: what lasted until now ends, and it looks around."""
    unit = battle.units[who]
    unit.acted = 1
    unit.pace = STILL
    unit.steps = 0
    unit.evading = 0
    unit.stuck = 0
    unit.barred = 0
    unit.asked = 0
    unit.attacked = 0
    unit.shot = 0
    unit.defended = 0
    for zone in range(MAX_ZONES):
        unit.stray_hits[zone] = UNTRIED
    tell(battle, log, tells.PHASE_BEGINS, who, NOBODY, unit.score, 0, 0)
    end_suppression(battle, log, who)
    if unit.engaged == 0:
        unit.engaged = notices_enemy(battle, arena, who)


@kernel
def notices_enemy(battle, arena, who):
    """Return 1 if a unit sees an enemy before it: from now on it is in the fight (SS-F5)."""
    unit = battle.units[who]
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.status == UP and enemy.team != unit.team and is_ahead(unit.facing, enemy.x - unit.x, enemy.y - unit.y):
            if sees(battle, arena, unit, enemy):
                return 1
    return 0


@kernel
def end_phase(battle, arena, log, who):
    """End a unit's phase: unused runs are lost, recoil goes if it has not fired, aim if its target is out of sight."""
    unit = battle.units[who]
    tell(battle, log, tells.PHASE_ENDS, who, NOBODY, unit.ap, 0, 0)
    unit.run_left = 0
    unit.walking = 0
    unit.charge = NOBODY
    unit.closing = NOBODY
    if unit.shot == 0:
        unit.recoil = 0
    if unit.aim > 0 and not (is_up(battle, unit.aim_at) and sees(battle, arena, unit, battle.units[unit.aim_at])):
        lose_aim(unit)
    battle.depth -= 1


@kernel
def go_on_with_phase(battle, arena, log, frame):
    """Go on with a phase: the zones of fire it begins in, then one decision after the other until it ends."""
    who = frame.unit
    unit = battle.units[who]
    if frame.stage == 0:
        begin_phase(battle, arena, log, who)
        frame.stage = 1
    while frame.cursor < MAX_ZONES and unit.status == UP:
        zone = frame.cursor
        frame.cursor += 1
        if threatened(battle, zone, who) and in_zone(battle, arena, zone, unit.x, unit.y):
            push(battle, UNDER_FIRE, who, zone).cursor = PIN | STRAY
            return
    if unit.status == UP:
        open_phase(battle, arena, who)
        if not only_choice(battle, END):
            decide(battle, ACT, who, NOBODY)
            return
    end_phase(battle, arena, log, who)
    check_over(battle, arena, log)


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
def go_on_with_move(battle, arena, log, frame):
    """Go on with a step: interceptors first (SS-I1), then zones of fire that may bar it (SS-U6), then the step itself."""
    who = frame.unit
    unit = battle.units[who]
    tile = beside(arena, unit.x, unit.y, frame.direction)
    cost = step_metres(arena, unit, frame.direction % 2 == 1, is_rough(battle, arena, tile))
    if unit.status != UP or unit.stuck or cost > metres_left(unit):
        battle.depth -= 1
        return
    enemy = next_interceptor(battle, arena, who, frame.cursor)
    if enemy != NOBODY:
        frame.cursor = enemy
        unit.asked |= 1 << enemy
        if unit.evading > 0:
            unit.evading -= 1
            return
        open_interception(battle, arena, enemy, who)
        decide(battle, INTERCEPT, enemy, who)
        return
    battle.depth -= 1
    if is_barred(battle, arena, log, who, tile):
        return
    make_step(battle, arena, log, who, frame.direction)
    check_exit(battle, arena, log, who)
    for zone in range(MAX_ZONES):
        if threatened(battle, zone, who) and in_zone(battle, arena, zone, unit.x, unit.y):
            push(battle, UNDER_FIRE, who, zone).cursor = STRAY
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


@kernel
def intercept(battle, arena, log, frame, who, verb):
    """Let a unit strike at the mover of a step as an interrupt, or let it pass (SS-I1, SS-A3)."""
    if verb == PASS:
        return
    unit = battle.units[who]
    lose_aim(unit)
    unit.ap -= arena.rules.interception
    cite(log, clauses.INTERRUPT)
    row = blow_row(arena, unit, arena.sheets[who], verb)
    tell(battle, log, tells.INTERCEPTION, who, frame.unit, row, 0, 0)
    open_attack(battle, arena, log, who, frame.unit, row, NO_FIRING).interrupt = 1


@kernel
def go_on_with_attack(battle, arena, log, frame):
    """Go on with an attack: ask the defender unless it cannot or need not answer, then roll."""
    attacker = frame.unit
    target = frame.target
    if frame.stage == 0:
        other = battle.units[target]
        cover = cover_of(battle, arena, other, battle.units[attacker])
        if not is_unaware(battle, target, attacker, cover) and arena.sheets[target].inanimate == 0:
            open_replies(battle, arena, target, frame.weapon)
            if not only_choice(battle, PASS):
                decide(battle, DEFEND, target, attacker)
                return
    battle.depth -= 1
    charging = battle.units[attacker].charge == target
    suffered = resolve_attack(battle, arena, log, frame)
    if frame.interrupt:
        if suffered >= arena.sheets[target].attributes[BODY] and battle.units[target].status == UP:
            stop_moving(battle, log, target)
    elif charging:
        spend_movement(battle.units[attacker])
    check_over(battle, arena, log)


@kernel
def reply_to_attack(battle, arena, log, frame, verb):
    """Take a defender's answer (SS-F1, SS-F2). After full defense it may still add a parry, block or dodge (SS-F3)."""
    target = frame.target
    unit = battle.units[target]
    if verb == PASS:
        frame.stage = 1
        return
    lose_aim(unit)
    unit.ap -= arena.cost[verb]
    cite(log, clauses.INTERRUPT)
    if verb == FULL_DEFENSE:
        unit.full_defense = 1
        tell(battle, log, tells.FULL_DEFENSE, target, frame.unit, 0, 0, 0)
        return
    tell(battle, log, tells.REPLY, target, frame.unit, verb, 0, 0)
    frame.reply = verb
    frame.stage = 1
