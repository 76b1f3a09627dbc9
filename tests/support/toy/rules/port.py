"""The toy's rules: whose phase it is, what is open, an attack that waits for its answer."""

from fireteam.env.rules import events
from fireteam.env.rules.arena import SEES
from fireteam.env.rules.decisions import ACT, NO_DECISION
from fireteam.env.rules.dice import throw, tossed
from fireteam.env.rules.ground.bulk import occupant
from fireteam.env.rules.ground.grid import DX, DY, apart, beside, steps_from
from fireteam.env.rules.ground.sight import TOTAL, cover_of
from fireteam.env.rules.interface import DONE, FINISHED, ILLEGAL, START
from fireteam.env.rules.kernel import entry, kernel, port
from fireteam.env.rules.log import clear, emit, emit_at, emit_roll, term
from fireteam.env.rules.mask import close_all, is_open
from fireteam.env.rules.record import DEAD, NOBODY, UP
from fireteam.env.rules.sides.knowledge import know_all, knows, look_around
from fireteam.env.rules.sides.objectives import check_over, close_round
from fireteam.env.rules.sides.view import as_known, copy_unit_back
from fireteam.env.rules.verbs import DODGE, END, PASS, SHOOT, STEP

from ..words import EVENTS, VERBS
from .record import ARENA, BATTLE, CLAUSES, DECISIONS, LOG, OPTIONS, POINTS, PURPOSES, RULE_NUMBERS, SHOT, SHOT_AT, UNIT

WORDS = {"purpose": ("attack", "who begins"), "firing": ("", "attack"), "pool": ("life",)}
FACES, CORE, HEALTH = 10, "TOY-1", ("life",)


@kernel
def faces(battle):
    """Return how many faces a die has."""
    return FACES


@port
def step(battle, arena, log, verb, argument) -> int:
    """Resolve the pending decision and run to the next one."""
    if battle.over:
        return FINISHED
    if battle.round_number == 0:
        if verb != START:
            return ILLEGAL
        clear(log)
        if arena.fog == 0:
            know_all(battle)
        begin_round(battle, arena, log)
    else:
        if not is_open(battle, verb, argument):
            return ILLEGAL
        clear(log)
        battle.decisions += 1
        asked, battle.decision = battle.decision, NO_DECISION
        if asked == SHOT_AT:
            resolve(battle, arena, log, verb)
        else:
            act(battle, arena, log, battle.decider, verb, argument)
    while battle.over == 0 and battle.decision == NO_DECISION:
        look_around(battle, arena, log)
        check_over(battle, arena, log)
        if battle.over == 0:
            go_on(battle, arena, log)
    return DONE


@kernel
def begin_round(battle, arena, log):
    """Begin a round: a coin says from which end of the roster units act."""
    battle.round_number += 1
    battle.pass_number = 1
    emit(battle, log, events.ROUND, NOBODY, NOBODY, battle.round_number, 0, 0)
    last_first = tossed(battle, 1)
    for who in range(arena.units):
        unit = battle.units[who]
        unit.acted = unit.dodged = unit.attacked = 0
        unit.ap = POINTS
        unit.score = 1 + (who if last_first else arena.units - who)


@kernel
def go_on(battle, arena, log):
    """Ask the next unit, or end the round."""
    who = NOBODY
    for other in range(arena.units):
        unit = battle.units[other]
        if unit.status == UP and unit.acted == 0 and arena.sheets[other].inanimate == 0:
            who = other if who == NOBODY or unit.score > battle.units[who].score else who
    if who == NOBODY:
        close_round(battle, arena, log)
        if battle.over == 0:
            begin_round(battle, arena, log)
        return
    battle.decision, battle.decider, battle.opponent = ACT, who, NOBODY
    open_phase(battle, arena, log, who)


@port
def open_phase(battle, arena, log, who) -> None:
    """Open steps and attacks, as far as the unit's team knows."""
    known = as_known(battle, arena, log, battle.units[who].team)
    close_all(known)
    unit = known.units[who]
    known.open[END] = 1
    steps, _ = steps_from(known, arena, unit.x, unit.y)
    for direction in range(8):
        if steps >> direction & 1 and occupant(known, arena, unit.x + DX[direction], unit.y + DY[direction], who) == NOBODY:
            known.open[STEP] |= 1 << direction
    for other in range(arena.units if unit.attacked == 0 and unit.ap >= SHOT else 0):
        enemy = known.units[other]
        if enemy.status != UP or enemy.team == unit.team or not knows(known, unit.team, other):
            continue
        near = apart(arena, unit, enemy) <= arena.sheets[who].reach
        if near and cover_of(known, arena, enemy, unit) != TOTAL:
            known.open[SHOOT] |= 1 << other
    copy_unit_back(battle, known, arena, who)


@kernel
def act(battle, arena, log, who, verb, argument):
    """Carry out an action of the own phase: a step takes a point, a shot as many as SHOT."""
    unit = battle.units[who]
    unit.ap -= SHOT if verb == SHOOT else 1
    if verb == STEP:
        left = unit.y * arena.width + unit.x
        tile = beside(arena, unit.x, unit.y, argument)
        unit.x += DX[argument]
        unit.y += DY[argument]
        emit_at(battle, log, events.STEP, who, tile, arena.scale, left)
    elif verb == SHOOT:
        unit.attacked = unit.shot = 1
        emit(battle, log, events.ATTACK, who, argument, arena.sheets[who].weapon, 0, 0)
        frame = battle.stack[0]
        frame.unit, frame.target = who, argument
        battle.depth = 1
        close_all(battle)
        battle.open[PASS] = 1
        battle.open[DODGE] = 1 - battle.units[argument].dodged
        battle.decision, battle.decider, battle.opponent = SHOT_AT, argument, who
    if verb == END or unit.ap <= 0:
        unit.acted = 1


@kernel
def needed(battle, arena, attacker, target):
    """Return the face that hits: 3, one more for each degree of cover."""
    return min(3 + cover_of(battle, arena, battle.units[target], battle.units[attacker]), 6)


@kernel
def resolve(battle, arena, log, verb):
    """Roll the attack that was waiting (TOY-1); who dodges is missed by a die that shows what hits just so (TOY-3)."""
    frame = battle.stack[0]
    who, target = frame.unit, frame.target
    battle.depth = 0
    body = battle.units[target]
    body.dodged |= verb == DODGE
    count = throw(battle, log, who, 0, 1)
    hit = log.faces[0] >= needed(battle, arena, who, target) + term(log, 0, 1 if verb == DODGE else 0)
    emit_roll(battle, log, who, target, 1 if hit else 0, 0, 0, count)
    if not hit:
        emit(battle, log, events.MISS, who, target, 0, 0, 0)
        return
    battle.quiet = 0
    body.life -= arena.sheets[who].damage
    emit(battle, log, events.DAMAGE, who, target, arena.sheets[who].damage, 0, 0)
    if body.life <= 0:
        body.status = DEAD
        emit(battle, log, events.DEAD, who, target, 0, 0, 0)


@entry
def fill_tables(arena):
    """Fill `arena.harm` and `arena.menace`: chance to hit, times damage."""
    for who in range(arena.units):
        for target in range(arena.units):
            for cover in range(TOTAL):
                harm = arena.sheets[who].damage * (FACES + 1 - min(3 + cover, 6)) / FACES
                arena.harm[who, 0, target, cover] = harm
                arena.menace[who, 0, target, cover] = SEES + harm


@kernel
def life(battle, arena, who):
    """Return the points left, and those of a fresh unit."""
    return battle.units[who].life, arena.sheets[who].life


@kernel
def make_ready(battle, arena, who, other):
    """Let a unit of which nothing is known act after the one that decides."""
    battle.units[other].score = battle.units[who].score - 1


@kernel
def forget_condition(battle, arena, who):
    """Make an enemy unhurt."""
    battle.units[who].life = arena.sheets[who].life


@kernel
def forget_unknown(battle, arena, team, unknown):
    """Forget nothing more: who asks for an answer is known."""


@kernel
def weapon_in_hand(battle, arena, who):
    """Return the reach of the weapon, in metres; -1 for a knife."""
    return arena.sheets[who].reach if arena.sheets[who].reach > arena.scale else -1


@kernel
def in_range(battle, arena, weapon, metres):
    """Return whether a weapon reaches so far."""
    return metres <= max(weapon, arena.scale)


@kernel
def walk_rate(battle, arena, who):
    """Return the metres of a phase that is spent on steps."""
    return POINTS * arena.scale


@kernel
def reach(battle, arena, who):
    """Return the metres of the points that are left, twice: nobody runs."""
    metres = battle.units[who].ap * arena.scale
    return metres, metres


@kernel
def metres_left(battle, arena, who):
    """Return the metres of the points that are left."""
    return battle.units[who].ap * arena.scale
