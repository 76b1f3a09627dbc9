"""What an observation of the toy shows: what every system shows, the decision, points, who may still dodge."""

from fireteam.env.observe import context, state, units
from fireteam.env.observe.features import Feature
from fireteam.env.observe.tables import tables_of
from fireteam.env.rules.kernel import kernel
from toy.rules.record import DECISIONS, SHOT_AT

CONTEXT = [*context.SHARED, *map(context.asked, DECISIONS.values()), Feature("points", "points left / 6")]
SLOT = [*units.SHARED, Feature("dodged", "1 after it has dodged in this round")]
STATE = list(state.SHARED)
TABLES = tables_of(CONTEXT, SLOT, STATE)
ACTS, DODGED = len(context.SHARED), len(units.SHARED)


@kernel
def tables(battle):
    """Return TABLES."""
    return TABLES


@kernel
def write_own_context(battle, arena, log, who, out):
    """Write the decision and the points."""
    if battle.decider == who:
        out[ACTS + (1 if battle.decision == SHOT_AT else 0)] = 1.0
    out[ACTS + 2] = battle.units[who].ap / 6


@kernel
def write_bearing(battle, arena, who, other, out, at):
    """Write whether it has dodged."""
    out[at + DODGED] = battle.units[other].dodged
