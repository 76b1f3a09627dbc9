"""What shared code finds of ladder: the tables of its observations, and the kernels of their interface."""

from ...rules.kernel import kernel
from ...rules.ladder.plan.plan import has_planned, is_complete
from ...rules.ladder.record import MOST_ITEMS, ON_ARM
from ...rules.record import NOBODY
from ...rules.verbs import WALK
from .. import state, units
from ..features import Feature, clipped, numbering
from ..tables import tables_of
from .context import CONTEXT, write_own_context
from .intentions import attacks_declared_on, seen_of_plan

SLOT: list[Feature] = list(units.SHARED)
_slot = numbering(SLOT)
TO_ACT = _slot("to_act", "1 if its phase of this pass is still to come")
ACTIONS = _slot("actions", "actions it has declared for this turn / 6")
ATTACKS_ME = _slot("attacks_me", "attacks on me that it has declared and not made / 2")
MY_ATTACKS = _slot("my_attacks", "attacks on it that I have declared and not made / 2")
I_EVADE = _slot("i_evade", "1 if I have declared an evasion against it")
ATTACKED = _slot("attacked", "attacks on it that others than its team have declared and not made / 2")
EVADES_ME = _slot("evades_me", "1 if it has declared an evasion against me")
WALKS = _slot("walks", "1 if it has declared that it moves")
AIMS = _slot("aims", "1 if it has declared that it aims at me")
AIMED = _slot("aim", "turns it has spent aiming / 3")
SHIELD = _slot("shield", "1 with a shield on its arm")
HOLDS = _slot("holds", "1 while it holds somebody")
HELD = _slot("held", "0.5 while somebody holds it, 1 if it is pinned")

STATE: list[Feature] = list(state.SHARED)
_state = numbering(STATE)
STATE_ACTIONS = _state("actions", "actions declared for this turn / 6")
STATE_WALKS = _state("walks", "1 if it has declared that it moves")
STATE_AIM = _state("aim", "turns spent aiming / 3")
STATE_HELD = _state("held", "1 while somebody holds it")

TABLES = tables_of(CONTEXT, SLOT, STATE)


@kernel
def tables(battle):
    """Return TABLES."""
    return TABLES


@kernel
def write_bearing(battle, arena, who, other, out, at):
    """Write what anybody sees of unit `other`, which is up, into its slot at `out[at]`."""
    body = battle.units[other]
    out[at + TO_ACT] = 1.0 if body.acted == 0 else 0.0
    if battle.units[who].items:
        attacks, evades, _, _ = seen_of_plan(battle.units[who], other)
        out[at + MY_ATTACKS] = clipped(attacks / 2)
        out[at + I_EVADE] = evades
    if body.items and is_complete(battle, other):
        out[at + ACTIONS] = clipped(body.actions / MOST_ITEMS)
        attacks, evades, walks, aims = seen_of_plan(body, who)
        out[at + ATTACKS_ME] = clipped(attacks / 2)
        out[at + EVADES_ME] = evades
        out[at + WALKS] = walks
        out[at + AIMS] = aims
    out[at + ATTACKED] = clipped(attacks_declared_on(battle, arena, other, body.team) / 2)
    out[at + AIMED] = clipped(body.aim / 3)
    out[at + SHIELD] = 1.0 if body.bearing == ON_ARM else 0.0
    out[at + HOLDS] = 1.0 if body.holds != NOBODY else 0.0
    out[at + HELD] = (0.5 if body.held_by != NOBODY else 0.0) + 0.5 * body.pinned


@kernel
def write_own_state(battle, arena, who, out, at):
    """Write the plan, aim and freedom of unit `who`, which is up, into its place at `out[at]`."""
    unit = battle.units[who]
    out[at + STATE_ACTIONS] = clipped(unit.actions / MOST_ITEMS)
    out[at + STATE_WALKS] = 1.0 if has_planned(unit, WALK) else 0.0
    out[at + STATE_AIM] = clipped(unit.aim / 3)
    out[at + STATE_HELD] = 1.0 if unit.held_by != NOBODY else 0.0
