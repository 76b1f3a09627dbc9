"""Turns (LD-T1): all roll initiative, all declare, then all act; newcomers enter at the beginning."""

from fireteam.env.rules.dice import tossed
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import emit, emit_at
from fireteam.env.rules.record import NOBODY, NOWHERE, UP
from fireteam.env.rules.sides.arrivals import enter

from ...words import events, purposes
from ..grapple import check_holds
from ..plan import clear_plan
from ..record import DECLARING, RESOLVING
from .initiative import roll_initiative


@kernel
def begin_turn(battle, arena, log):
    """Begin a turn: newcomers enter, plans are empty, and all roll initiative (LD-T1)."""
    battle.round_number += 1
    battle.pass_number = DECLARING
    battle.shams = 0
    battle.backwards = tossed(battle, purposes.COIN)
    emit(battle, log, events.ROUND, NOBODY, NOBODY, battle.round_number, 0, 0)
    for who in range(arena.units):
        reset_turn(battle.units[who])
    if arena.waves:
        let_in(battle, arena, log)
    for place in range(arena.units):
        unit = battle.units[place]
        if unit.status == UP and arena.sheets[place].inanimate == 0:
            roll_initiative(battle, arena, log, place)


@kernel
def reset_turn(unit):
    """Clear what a unit had for the last turn only."""
    for purpose in range(len(unit.rolls)):
        unit.rolls[purpose] = 0
    clear_plan(unit)
    unit.acted = 0
    unit.attacked = 0
    unit.shot = 0
    unit.steps = 0
    unit.diagonals = 0
    unit.metres = 0
    unit.awaits = NOBODY
    unit.kept_up = NOBODY
    unit.warded = 0
    unit.gripped = 0
    unit.resisted = 0


@kernel
def let_in(battle, arena, log):
    """Let in all units whose time has come; a coin decides the end of the roster to begin from, for fair tiles."""
    for place in range(arena.units):
        who = arena.units - 1 - place if battle.backwards else place
        tile = enter(battle, arena, who)
        if tile == NOWHERE:
            continue
        emit_at(battle, log, events.ARRIVES, who, tile, 0, 0)


@kernel
def begin_resolving(battle, arena, log):
    """Begin to resolve what was declared, the quickest first (LD-T1)."""
    battle.pass_number = RESOLVING
    emit(battle, log, events.PASS_BEGINS, NOBODY, NOBODY, RESOLVING, 0, 0)
    for who in range(arena.units):
        battle.units[who].acted = 0
        for purpose in range(len(battle.units[who].rolls)):
            battle.units[who].rolls[purpose] = 0


@kernel
def begin_phase(battle, log, who):
    """Begin to carry out a unit's plan."""
    unit = battle.units[who]
    unit.acted = 1
    emit(battle, log, events.PHASE_BEGINS, who, NOBODY, unit.score, 0, 0)


@kernel
def end_phase(battle, log, who):
    """End a unit's phase: its hold on another ends if no action was spent on it (LD-G1)."""
    check_holds(battle, log, who)
