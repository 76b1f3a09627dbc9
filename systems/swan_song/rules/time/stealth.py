"""Stealth (SS-U2): hidden units, the acts that reveal them, and detailed observation."""

from fireteam.env.rules.ground.grid import apart
from fireteam.env.rules.ground.sight import sees
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import ABSENT, NOBODY, UP
from fireteam.env.rules.sides.knowledge import has_come, know_unit, knows
from fireteam.env.rules.verbs import LOUD

from ...words import events, purposes
from ...words.verbs import OBSERVE, VERBS
from .. import clauses
from ..pairs import is_blind
from ..pools import blindness, burdens, deafness, on_the_run, roll, skill_and_attribute
from ..stack import affords
from ..tables import AGILITY, INTUITION, PERCEPTION, SNEAKING

GIVES_AWAY = VERBS.with_traits(LOUD)


@kernel
def hide(battle, arena, log, who):
    """Hide a unit: Sneaking + Agility [Physical]; as many hits find it, at least `rules.hidden_least`."""
    know_unit(battle, who, 0)
    cite(log, clauses.DETAILED_OBSERVATION)
    pool = skill_and_attribute(battle, arena, log, who, SNEAKING, AGILITY)
    pool += burdens(battle, arena, log, who, pool)
    hits, _ = roll(battle, arena, log, who, NOBODY, purposes.HIDE, pool, arena.sheets[who].physical)
    battle.units[who].hidden = max(hits, arena.rules.hidden_least)


@kernel
def reveal(battle, arena, log, finder, who):
    """End the hiding of a unit for good; in fog its enemies know it while they see or hear it.

    `finder` is the index of whoever found it, or NOBODY.
    """
    battle.units[who].hidden = 0
    if arena.fog == 0:
        know_unit(battle, who, 1)
    cite(log, clauses.DETAILED_OBSERVATION)
    emit(battle, log, events.REVEALED, finder, who, 0, 0, 0)


@kernel
def give_away(battle, arena, log, who, verb):
    """Reveal a hidden unit that does what cannot be overlooked; attacks reveal it once they are resolved."""
    if verb in GIVES_AWAY and battle.units[who].hidden:
        reveal(battle, arena, log, NOBODY, who)


@kernel
def find_the_near(battle, arena, log):
    """Reveal hidden units that have fallen, or that have an enemy near enough to see them."""
    for who in range(arena.units):
        unit = battle.units[who]
        if unit.hidden and unit.status != ABSENT:
            finder = near_enemy(battle, arena, who)
            if unit.status != UP or finder != NOBODY:
                reveal(battle, arena, log, finder, who)


@kernel
def near_enemy(battle, arena, who):
    """Return the index of an enemy so near to a hidden unit, and in sight, that it cannot stay hidden; NOBODY if none."""
    unit = battle.units[who]
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.status == UP and enemy.team != unit.team and arena.sheets[other].inanimate == 0 and not is_blind(enemy):
            if apart(arena, unit, enemy) <= arena.rules.found_within and sees(battle, arena, enemy, unit):
                return other
    return NOBODY


@kernel
def open_observation(battle, arena, who):
    """Open detailed observation where it could show something: somebody hidden, or in fog an enemy not yet studied."""
    unit = battle.units[who]
    if not affords(arena, unit, OBSERVE):
        return
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.team == unit.team:
            continue
        if enemy.status == ABSENT:  # for this team: it may be hidden
            if arena.hiding and has_come(battle, arena, other):
                battle.open[OBSERVE] = 1
                return
        elif enemy.status == UP and arena.fog and can_study(battle, arena, unit, other):
            battle.open[OBSERVE] = 1
            return


@kernel
def can_study(battle, arena, unit, other):
    """Return whether a unit sees enemy `other` and its team does not know that unit's condition yet."""
    team = battle.teams[unit.team]
    if team.studied >> other & 1 or not knows(battle, unit.team, other):
        return False
    return sees(battle, arena, unit, battle.units[other])


@kernel
def observe_closely(battle, arena, log, who):
    """Roll Perception + Intuition [Mental]: finds hidden enemies in sight, tells in fog how those in sight fare (SS-U2)."""
    unit = battle.units[who]
    cite(log, clauses.DETAILED_OBSERVATION)
    pool = skill_and_attribute(battle, arena, log, who, PERCEPTION, INTUITION)
    pool += burdens(battle, arena, log, who, pool) + blindness(arena, log, unit) + deafness(arena, log, unit)
    pool += on_the_run(arena, log, unit)
    hits, _ = roll(battle, arena, log, who, NOBODY, purposes.OBSERVE, pool, arena.sheets[who].mental)
    emit(battle, log, events.OBSERVED, who, NOBODY, hits, 0, 0)
    for other in range(arena.units):
        enemy = battle.units[other]
        if enemy.status != UP or enemy.team == unit.team:
            continue
        if enemy.hidden and enemy.hidden <= hits and sees(battle, arena, unit, enemy):
            reveal(battle, arena, log, who, other)
        if arena.fog and enemy.hidden == 0 and hits >= arena.rules.observe_threshold and sees(battle, arena, unit, enemy):
            battle.teams[unit.team].studied |= 1 << other
