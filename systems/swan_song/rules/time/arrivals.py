"""Late entry (SS-T6): units that come in the course of the battle."""

from fireteam.env.rules.dice import tossed
from fireteam.env.rules.ground.grid import tile_of
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit_at
from fireteam.env.rules.record import NOBODY, NOWHERE
from fireteam.env.rules.sides.arrivals import enter

from ...words import events, purposes
from .. import clauses


@kernel
def let_in(battle, arena, log):
    """Let all units in whose time has come; return the first unexpected one, NOBODY if there is none (SS-S2).

    A coin says from which end of the roster, so that no place in it has the better tile.
    """
    surprising = NOBODY
    backwards = tossed(battle, purposes.COIN)
    for place in range(arena.units):
        who = arena.units - 1 - place if backwards else place
        tile = enter(battle, arena, who)
        if tile == NOWHERE:
            continue
        if arena.sheets[who].inanimate:
            emit_at(battle, log, events.ARRIVES, who, tile, 0, 0)
        elif arena.sheets[who].expected == 0:
            battle.singled_out |= 1 << who
            surprising = who if surprising == NOBODY else surprising
    return surprising


@kernel
def enter_late(battle, arena, log, who):
    """Lower the initiative a newcomer has rolled by ten points for each pass that is already over (SS-T6)."""
    unit = battle.units[who]
    cite(log, clauses.LATE_ENTRY)
    unit.score -= (battle.pass_number - 1) * arena.rules.pass_drop
    emit_at(battle, log, events.ARRIVES, who, tile_of(arena, unit), unit.score, 0)
