"""What an observation of the toy shows: what every system shows, the decision, points, who may still dodge."""

from fireteam.env.observe import context, state, units
from fireteam.env.observe.features import Feature, Sizes, places_of
from fireteam.env.rules.decisions import ACT, DEFEND
from fireteam.env.rules.kernel import kernel

CONTEXT = [*context.SHARED, context.asked(ACT), context.asked(DEFEND), Feature("points", "points left / 6")]
ROW = [*units.SHARED, Feature("dodged", "1 after it has dodged in this round")]
STATE = list(state.SHARED)
SIZES = Sizes(len(CONTEXT), len(ROW), len(STATE))
CONTEXT_PLACES = places_of(context.SHARED, CONTEXT)
ROW_PLACES = places_of(units.SHARED, ROW)
STATE_PLACES = places_of(state.SHARED, STATE)
ACTS, DODGED = len(CONTEXT_PLACES), len(ROW_PLACES)


@kernel
def sizes(battle):
    """Return SIZES."""
    return SIZES


@kernel
def context_places(battle):
    """Return where the shared features stand."""
    return CONTEXT_PLACES


@kernel
def row_places(battle):
    """Return where they stand in a row."""
    return ROW_PLACES


@kernel
def state_places(battle):
    """Return where they stand in the state."""
    return STATE_PLACES


@kernel
def write_own_context(battle, arena, log, who, out):
    """Write the decision and the points."""
    if battle.decider == who:
        out[ACTS + (1 if battle.decision == DEFEND else 0)] = 1.0
    out[ACTS + 2] = battle.units[who].ap / 6


@kernel
def write_bearing(battle, arena, who, other, out, row):
    """Write whether it has dodged."""
    out[row + DODGED] = battle.units[other].dodged
