"""The context in an observation of ladder: the decision, the plan, ranks, weapon, shield and condition."""

from fireteam.env.observe.context import SHARED, asked
from fireteam.env.observe.features import Feature, clipped, numbering
from fireteam.env.rules.decisions import ACT, NO_DECISION
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.numbered import number
from fireteam.env.rules.record import NOBODY

from ..rules.attack.hands import (
    CHOKES,
    NO_SLOT,
    PUNCHES,
    SHOOTS,
    STRIKES,
    slot_of_shield,
    slot_that,
)
from ..rules.plan import BLOWS, CLINCHES, EVASIONS, SHOTS, has_planned, penalty_of
from ..rules.record import MOST_ITEMS, ON_ARM
from ..rules.rolls import penalty_for
from ..rules.tables import SKILLS, UNARMED, WAYS
from ..words.decisions import DECISIONS
from ..words.verbs import AIM, FEINT, HOLD_ON, TAKE_COVER, VERBS, WALK

CONTEXT: list[Feature] = []
_context = numbering(CONTEXT)

KIND = len(CONTEXT)
for _kind in DECISIONS.values():
    number(CONTEXT, asked(_kind))
CONTEXT += SHARED
ACTIONS = _context("actions", "actions declared for this turn / 6")
PENALTY = _context("penalty", "what they take off every roll / 6")
PLANS_SHOT = _context("plans_shot", "1 if a shot is declared")
PLANS_BLOW = _context("plans_blow", "1 if a blow is declared")
PLANS_EVASION = _context("plans_evasion", "evasions declared / 6")
PLANS_WALK = _context("plans_walk", "1 if it is declared that it moves")
PLANS_AIM = _context("plans_aim", "1 if aiming is declared")
PLANS_CLINCH = _context("plans_clinch", "1 if a grapple or keeping hold is declared")
PLANS_FEINT = _context("plans_feint", "1 if a feint is declared")
PLANS_COVER = _context("plans_cover", "1 if taking cover is declared")
THREATENED = _context("threatened", "attacks that others have declared on it / 4")
RANK = len(CONTEXT)
for _skill in SKILLS:
    _context(f"rank_{_skill}", f"what its rank of {_skill} is worth / 4")
WOUNDED = _context("level", "wound level / 6")
HANDICAP = _context("handicap", "what wounds take off every roll / 3")
METRES = _context("metres_left", "metres that may be moved right now / 10")
AIMED = _context("aim", "turns spent aiming / 3")
WEAPON = len(CONTEXT)
for _way in WAYS:
    _context(f"way_{_way}", f"1 with a weapon in hand that does harm this way: {_way}")
BONUS = _context("weapon_bonus", "damage bonus of the weapon in hand / 5")
BURSTS = _context("bursts", "1 if it fires bursts")
RANGE = _context("range", "its range in metres / 100")
AMMO = _context("ammo", "rounds in it / its magazine")
SPARE = _context("spare", "spare magazines / 4")
SHIELD = _context("shield", "1 with a shield on the arm or a buckler in hand")
ON_THE_ARM = _context("shield_on_arm", "1 with a shield on the arm")
HOLDS = _context("holds", "1 while it holds somebody")
HELD = _context("held", "1 while somebody holds it")
PINNED = _context("pinned", "1 while it is pinned")
THREATS = (*SHOTS, *BLOWS, *CLINCHES)  # what may be declared on it: whoever declares later sees how it is attacked (LD-T1)
THREAT = len(CONTEXT)
for _verb in THREATS:
    _context(f"threat_{VERBS[_verb].name}", f"attacks that others have declared on it by {VERBS[_verb].name} / 4")


@kernel
def write_own_context(battle, arena, log, who, out):
    """Write the system's own part of the context of unit `who` into `out`: the decision, its plan and its weapon."""
    unit = battle.units[who]
    if battle.decider == who and battle.decision != NO_DECISION:
        out[KIND + battle.decision - ACT] = 1.0
    write_plan(unit, out)
    for skill in range(len(SKILLS)):
        out[RANK + skill] = clipped(arena.sheets[who].ranks[skill] / 4)
    out[WOUNDED] = clipped(unit.level / 6)
    if arena.sheets[who].tough == 0:
        out[HANDICAP] = clipped(-penalty_for(arena, unit.level) / 3)
    out[METRES] = clipped(unit.metres / 10)
    out[AIMED] = clipped(unit.aim / 3)
    out[HOLDS] = 1.0 if unit.holds != NOBODY else 0.0
    out[HELD] = 1.0 if unit.held_by != NOBODY else 0.0
    out[PINNED] = unit.pinned
    write_weapon(arena, who, unit, out)


@kernel
def write_plan(unit, out):
    """Write what a unit has declared; declarations against it are written with the plans of others (`intentions.py`)."""
    out[ACTIONS] = clipped(unit.actions / MOST_ITEMS)
    out[PENALTY] = clipped(-penalty_of(unit.actions) / MOST_ITEMS)
    for place in range(unit.items):
        verb = unit.plan[place].verb
        if verb in SHOTS:
            out[PLANS_SHOT] = 1.0
        elif verb in BLOWS:
            out[PLANS_BLOW] = 1.0
        elif verb in EVASIONS:
            out[PLANS_EVASION] += 1.0 / MOST_ITEMS
        elif verb in CLINCHES or verb == HOLD_ON:
            out[PLANS_CLINCH] = 1.0
    out[PLANS_WALK] = 1.0 if has_planned(unit, WALK) else 0.0
    out[PLANS_AIM] = 1.0 if has_planned(unit, AIM) else 0.0
    out[PLANS_FEINT] = 1.0 if has_planned(unit, FEINT) else 0.0
    out[PLANS_COVER] = 1.0 if has_planned(unit, TAKE_COVER) else 0.0


@kernel
def write_weapon(arena, who, unit, out):
    """Write the weapon in a unit's hand, and its shield."""
    slot = slot_that(SHOOTS, arena, who, unit.hand, unit.off_hand)
    if slot == NO_SLOT:
        slot = slot_that(STRIKES, arena, who, unit.hand, unit.off_hand)
    if slot == NO_SLOT:
        slot = slot_that(CHOKES, arena, who, unit.hand, unit.off_hand)
    if slot == NO_SLOT:
        slot = slot_that(PUNCHES, arena, who, unit.hand, unit.off_hand)
    weapon = arena.weapons[arena.sheets[who].weapons[slot] if slot != NO_SLOT else UNARMED]
    out[WEAPON + weapon.way] = 1.0
    out[BONUS] = clipped(weapon.bonus / 5)
    out[BURSTS] = weapon.burst
    out[RANGE] = clipped(weapon.range / 100)
    if slot != NO_SLOT and weapon.magazine > 0:
        out[AMMO] = unit.held[slot].ammo / weapon.magazine
        out[SPARE] = clipped(unit.held[slot].spare / 4)
    out[SHIELD] = 1.0 if slot_of_shield(arena, who, unit.bearing, unit.hand, unit.off_hand) != NO_SLOT else 0.0
    out[ON_THE_ARM] = 1.0 if unit.bearing == ON_ARM else 0.0
