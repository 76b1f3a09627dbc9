"""Rounds (DP-T4): in these three seconds everybody has one turn, and pools are whole again."""

from fireteam.env.rules.dice import tossed
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, emit_at
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.sides.arrivals import enter

from ...words import events, purposes
from .. import clauses
from ..record import STILL
from ..split import begin_with_whole_pools
from .initiative import roll_initiative


@kernel
def begin_round(battle, arena, log):
    """Begin a round: newcomers enter, and all units have whole pools and a turn to come."""
    battle.round_number += 1
    battle.pass_number = 1
    emit(battle, log, events.ROUND, NOBODY, NOBODY, battle.round_number, 0, 0)
    for who in range(arena.units):
        unit = battle.units[who]
        for purpose in range(len(unit.rolls)):
            unit.rolls[purpose] = 0
        unit.acted = 0
        unit.attacked = 0
        unit.diagonals = 0
        unit.stunned = max(unit.stunned - 1, 0)
        begin_with_whole_pools(unit)
    if arena.waves:
        let_in(battle, arena, log)


@kernel
def let_in(battle, arena, log):
    """Let in all units whose time has come; they roll initiative as they enter (DP-T1).

    A coin decides from which end of the roster they enter, so that no place in it gets the better tiles.
    """
    backwards = tossed(battle, purposes.COIN)
    for place in range(arena.units):
        who = arena.units - 1 - place if backwards else place
        tile = enter(battle, arena, who)
        if tile == NOWHERE:
            continue
        emit_at(battle, log, events.ARRIVES, who, tile, 0, 0)
        if arena.sheets[who].inanimate == 0:
            roll_initiative(battle, arena, log, who)


@kernel
def begin_turn(battle, log, who):
    """Begin a unit's turn: it has declared no pace and made no attack yet."""
    unit = battle.units[who]
    cite(log, clauses.TURN)
    unit.acted = 1
    end_last_turn(unit)
    unit.marked = 0
    emit(battle, log, events.PHASE_BEGINS, who, NOBODY, unit.score, 0, 0)


@kernel
def end_last_turn(unit):
    """End what lasts from a unit's last turn to this one: its pace (DP-M1) and the noise of its shots."""
    unit.gait = STILL
    unit.pace = STILL
    unit.metres = 0
    unit.steps = 0
    unit.shot = 0


@kernel
def lose_turn(battle, log, who):
    """Let a stunned unit lose its turn (DP-H4): it stays in place, and its pace ends as in any turn (DP-M1)."""
    unit = battle.units[who]
    unit.acted = 1
    end_last_turn(unit)
    cite(log, clauses.STUNNED)
    emit(battle, log, events.PHASE_LOST, who, NOBODY, 0, 0, 0)
