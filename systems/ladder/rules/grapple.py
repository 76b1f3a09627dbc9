"""Holds (LD-G1 to LD-G4): grappling, pinning, the garrote, keeping hold, breaking free."""

from fireteam.env.rules.ground.grid import apart, toward
from fireteam.env.rules.ground.sight import NO_COVER, sees
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit, term
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.knowledge import knows
from fireteam.env.rules.sides.objectives import check_over

from ..words import events, purposes
from ..words.verbs import GARROTE
from . import clauses
from .aim import lose_aim
from .attack.evasion import evaded, evasion_in_force, let_go_to_defend
from .attack.hands import CHOKES, NO_SLOT, slot_that
from .attack.modifiers import cover_penalty
from .damage import drop_hold, hurt
from .plan import FREE, evasion_against, release_in
from .record import IN_HANDS, ON_ARM, PENDING
from .rolls import FAILURE, better_of, roll, roll_attack, skill_of
from .tables import PHYSIQUE, UNARMED, UNARMED_COMBAT
from .walk import reveal

FREE_ROLL = 0  # actions of a roll that is none
NEVER, MAY, ALWAYS = range(3)  # whether a unit rolls against a hold: not at all, for an action, in any case


@kernel
def is_within_arms_reach(arena, unit, other):
    """Return whether two units, records, are near enough to lay hands on each other: about five feet (LD-G5)."""
    return apart(arena, unit, other) <= max(1, arena.scale)


@kernel
def can_grapple(battle, arena, who, target, verb):
    """Return whether a unit can grapple an enemy now: it stands beside it, and no other unit holds it (LD-G1)."""
    unit = battle.units[who]
    other = battle.units[target]
    if other.status != UP or arena.sheets[target].inanimate or not knows(battle, unit.team, target):
        return False
    if not is_within_arms_reach(arena, unit, other) or unit.held_by != NOBODY:
        return False
    if not sees(battle, arena, unit, other):
        return False
    if other.held_by != NOBODY and other.held_by != who:
        return False
    if unit.holds != NOBODY and unit.holds != target:
        return False
    if verb == GARROTE and (slot_that(CHOKES, arena, who, unit.hand, unit.off_hand) == NO_SLOT or unit.holds == target):
        return False
    return other.pinned == 0


@kernel
def resists_for_free(battle, who):
    """Return whether a unit's roll against a hold is free: it has no shield in its hands (LD-G1, LD-C2)."""
    return battle.units[who].bearing not in (IN_HANDS, ON_ARM)


@kernel
def spare_action(unit):
    """Return the place in a unit's plan of the next action that it could give up, -1 for none."""
    for place in range(unit.items):
        if unit.plan[place].state == PENDING and unit.plan[place].verb not in FREE:
            return place
    return -1


@kernel
def can_resist(unit):
    """Return whether a shield bearer has an action to resist with: one of its plan, or the one it has not used (LD-G1)."""
    return spare_action(unit) >= 0 or (unit.acted == 0 and unit.actions == 0 and unit.resisted == 0)


@kernel
def resistance(battle, target, who):
    """Return whether a unit may roll against being held by another, NEVER to ALWAYS (LD-G1, LD-C2).

    A unit that holds somebody does not resist, unless it has declared to let go. A unit with a shield resists if it has
    declared an evasion, or if it gives up an action.
    """
    other = battle.units[target]
    if other.holds != NOBODY and release_in(other) < 0:
        return NEVER
    if resists_for_free(battle, target) or evasion_against(other, who) >= 0:
        return ALWAYS
    return MAY if can_resist(other) else NEVER


@kernel
def evasion_against_hold(battle, arena, target, who):
    """Return the verb by which a unit has declared to evade a grapple, which is an attack too; -1 for none (LD-R1).

    It is rolled besides the free roll. A unit with a shield has no free roll: the evasion is its action (LD-G1, LD-C2).
    """
    if not resists_for_free(battle, target):
        return -1
    return evasion_in_force(battle, arena, target, who, arena.weapons[UNARMED])


@kernel
def log_grapple(battle, arena, log, who, target, verb, actions, exposed):
    """Return the bonus of a grapple's roll, and log its terms: Unarmed, less for a garrote (LD-G4).

    Cover of the target counts as against any attack (LD-C1); `exposed` is its cover on ground that gives none.
    """
    bonus = skill_of(battle, arena, log, who, UNARMED_COMBAT, actions)
    bonus += term(log, clauses.GARROTE, arena.rules.garrote if verb == GARROTE else 0)
    cover = cover_penalty(battle, arena, battle.units[who], battle.units[target], exposed)
    return bonus + term(log, clauses.TARGET_COVER, cover)


@kernel
def grapple(battle, arena, log, who, target, verb, resists):
    """Grapple an enemy: hold it, or pin it if it is held already; a garrote also harms (LD-G1, LD-G2, LD-G4).

    `resists` says whether the target rolls against the grapple.
    """
    unit = battle.units[who]
    other = battle.units[target]
    begin_grapple(battle, log, who, target)
    bonus = log_grapple(battle, arena, log, who, target, verb, unit.actions, NO_COVER)
    result, glitch = roll_attack(battle, arena, log, who, target, purposes.GRAPPLE, bonus)
    reply = evasion_against_hold(battle, arena, target, who)
    defense = resisted(battle, arena, log, target, who) if resists else 0
    if reply >= 0:
        defense += evaded(battle, arena, log, target, who, reply)
    succeeds = glitch != FAILURE and result - defense > 0
    if not succeeds:
        emit(battle, log, events.MISS, who, target, min(result - defense, 0), 0, 0)
    if unit.holds == target:
        if succeeds:
            cite(log, clauses.PINNED)
            other.pinned = 1
            emit(battle, log, events.HELD_DOWN, who, target, 0, 0, 0)
        strangles = unit.strangles and unit.gripped == 0
        unit.gripped = 1
        if strangles:
            strangle(battle, arena, log, who)
        return
    if not succeeds:
        return
    take_hold(battle, log, who, target, result - defense)
    if verb == GARROTE:
        unit.strangles = min(result - defense, 100)
        strangle(battle, arena, log, who)


@kernel
def begin_grapple(battle, log, who, target):
    """Turn to the target of a grapple, and come out of hiding."""
    unit = battle.units[who]
    other = battle.units[target]
    unit.attacked = 1
    battle.quiet = 0
    if other.x != unit.x or other.y != unit.y:
        unit.facing = toward(other.x - unit.x, other.y - unit.y)
    lose_aim(unit)
    if unit.hidden:
        reveal(battle, log, who)


@kernel
def resisted(battle, arena, log, who, holder):
    """Roll a unit's resistance to being held; return the result, at least 0 (LD-G1)."""
    let_go_to_defend(battle, log, who)
    bonus = log_resistance(battle, arena, log, who, battle.units[who].actions)
    result, _ = roll(battle, log, who, holder, purposes.RESISTANCE, bonus)
    return max(result, arena.rules.least_defense)


@kernel
def log_resistance(battle, arena, log, who, actions):
    """Return the bonus of a roll against being held, and log its terms: the better of Physique and Unarmed (LD-G1).

    The roll is free, so it has no penalty for several actions. For a unit with a shield it is one of its `actions` (LD-C2).
    """
    skill = better_of(arena, who, PHYSIQUE, UNARMED_COMBAT)
    free = resists_for_free(battle, who)
    if free:
        cite(log, clauses.FREE_ROLL)
    return skill_of(battle, arena, log, who, skill, FREE_ROLL if free else actions)


@kernel
def take_hold(battle, log, who, target, outcome):
    """Hold an enemy: it can only harm its holder or break free, does not move, and evades nothing (LD-G1)."""
    unit = battle.units[who]
    other = battle.units[target]
    if other.holds != NOBODY:
        drop_hold(battle, log, target)
    unit.holds = target
    unit.gripped = 1
    unit.strangles = 0
    other.held_by = who
    other.pinned = 0
    other.metres = 0
    unit.awaits = NOBODY
    other.awaits = NOBODY
    lose_aim(other)
    emit(battle, log, events.GRAPPLED, who, target, outcome, 0, 0)


@kernel
def strangle(battle, arena, log, who):
    """Let a garrote do its harm: in the turn of the grapple, and in each turn in which the hold is kept (LD-G4)."""
    unit = battle.units[who]
    slot = slot_that(CHOKES, arena, who, unit.hand, unit.off_hand)
    model = arena.sheets[who].weapons[slot] if slot != NO_SLOT else UNARMED
    hurt(battle, arena, log, who, unit.holds, unit.strangles, arena.weapons[model].bonus, 0, 0)
    check_over(battle, arena, log)


@kernel
def keep_hold(battle, arena, log, who):
    """Spend an action on keeping a hold (LD-G1)."""
    unit = battle.units[who]
    unit.gripped = 1
    emit(battle, log, events.HOLD_KEPT, who, unit.holds, 0, 0, 0)
    if unit.strangles:
        strangle(battle, arena, log, who)


@kernel
def check_holds(battle, log, who):
    """End a unit's hold if it has spent no action on it in this turn (LD-G1)."""
    unit = battle.units[who]
    if unit.holds != NOBODY and unit.gripped == 0:
        drop_hold(battle, log, who)


@kernel
def break_free(battle, arena, log, who):
    """Try to break a hold: Physique or Unarmed against the holder's Unarmed; a tie frees (LD-G3)."""
    unit = battle.units[who]
    holder = unit.held_by
    skill = better_of(arena, who, PHYSIQUE, UNARMED_COMBAT)
    bonus = skill_of(battle, arena, log, who, skill, unit.actions)
    result, _ = roll(battle, log, who, holder, purposes.BREAK, bonus)
    grip = skill_of(battle, arena, log, holder, UNARMED_COMBAT, FREE_ROLL)
    against, _ = roll(battle, log, holder, who, purposes.GRIP, grip)
    if result == against:
        cite(log, clauses.TIE_FREES)
    if result >= against:
        drop_hold(battle, log, holder)
    else:
        emit(battle, log, events.MISS, who, holder, result - against, 0, 0)
