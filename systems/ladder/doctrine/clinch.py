"""How a doctrine values holds and feints."""

from fireteam.agents.doctrine.records import MELEE as LIKES_MELEE
from fireteam.agents.doctrine.values import better, is_enemy, points_left
from fireteam.env.rules.ground.sight import NO_COVER
from fireteam.env.rules.interface import hand
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import NOBODY

from ..rules.attack.chance import UNDEFENDED, chance_of_equal, hit_chance
from ..rules.attack.evasion import log_evasion
from ..rules.grapple import NEVER, evasion_against_hold, log_grapple, log_resistance, resistance
from ..rules.rolls import better_of, plain_skill
from ..rules.tables import PHYSIQUE, UNARMED_COMBAT
from ..words.verbs import BREAK_FREE, END, GARROTE, GRAPPLE, HOLD_ON, LET_GO
from .values import chance_to_touch

FREEDOM = 0.4  # worth of being free of a hold
KEPT = 0.3  # worth of keeping somebody held for another turn
HELPLESS = 0.35  # worth of holding an enemy, which attacks nobody else and evades nothing


@kernel
def clinch(battle, arena, log, weights, who, actions, price):
    """Return the best (verb, argument, worth) of breaking free, keeping hold, and grappling somebody."""
    best = (END, 0, 0.0)
    unit = battle.units[who]
    if battle.open[BREAK_FREE]:
        chance = grip_chance(battle, arena, who, unit.held_by, actions)
        best = better(best, BREAK_FREE, 0, chance * FREEDOM - price)
    if battle.open[HOLD_ON]:
        best = better(best, HOLD_ON, 0, KEPT * weights[LIKES_MELEE] + 0.2 * (unit.strangles > 0) - price)
    if battle.open[LET_GO] and unit.level > 3:
        best = better(best, LET_GO, 0, 0.1)
    for verb in (GRAPPLE, GARROTE):
        if battle.open[verb] == 0:
            continue
        for target in range(arena.units):
            if battle.open[verb] >> target & 1 and is_enemy(battle, who, target):
                worth = held_worth(battle, arena, log, weights, who, target, verb, actions)
                best = better(best, verb, target, worth - price)
    return best


@kernel
def held_worth(battle, arena, log, weights, who, target, verb, actions):
    """Return the worth of grappling an enemy: the more harm it could do, the more it is."""
    body = battle.units[target]
    chance = hold_chance(battle, arena, log, who, target, verb, actions)
    chance *= chance_to_touch(battle, arena, who, target, max(1, arena.scale), actions)
    threat = min(arena.harm[target, hand(battle, target), who, NO_COVER] / points_left(battle, arena, who), 1.0)
    worth = HELPLESS * threat + (0.5 if verb == GARROTE else 0.0)
    if body.held_by != NOBODY:
        worth *= 0.3
    return chance * worth * weights[LIKES_MELEE]


@kernel
def hold_chance(battle, arena, log, who, target, verb, actions):
    """Return the chance to grapple an adjacent enemy, which resists if it may (LD-G1)."""
    body = battle.units[target]
    level = log.level
    log.level = SILENT
    bonus, ward = log_grapple(battle, arena, log, who, target, verb, actions, NO_COVER), UNDEFENDED
    if resistance(battle, target, who) != NEVER:
        ward = log_resistance(battle, arena, log, target, max(body.actions, 1))
    reply = evasion_against_hold(battle, arena, target, who)
    if reply >= 0:  # it comes off besides
        bonus -= max(log_evasion(battle, arena, log, target, reply, body.actions), 0)
    log.level = level
    return hit_chance(arena, bonus, ward)


@kernel
def grip_chance(battle, arena, who, holder, actions):
    """Return the chance to break a hold: a tie suffices (LD-G3)."""
    own = plain_skill(battle, arena, who, better_of(arena, who, PHYSIQUE, UNARMED_COMBAT), actions)
    return chance_of_equal(own - plain_skill(battle, arena, holder, UNARMED_COMBAT, 0))
