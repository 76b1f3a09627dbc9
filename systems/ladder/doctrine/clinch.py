"""How a doctrine values holds and feints."""

from fireteam.agents.doctrine.offers import offer
from fireteam.agents.doctrine.orders import DEFEND, GEAR, STRIKE
from fireteam.agents.doctrine.records import MELEE as LIKES_MELEE
from fireteam.agents.doctrine.values import is_enemy, points_left
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
from ..words.verbs import BREAK_FREE, GARROTE, GRAPPLE, HOLD_ON, LET_GO
from .values import chance_to_touch

FREEDOM = 0.4  # worth of being free of a hold
KEPT = 0.3  # worth of keeping somebody held for another turn
HELPLESS = 0.35  # worth of holding an enemy, which attacks nobody else and evades nothing


@kernel
def clinch(battle, arena, log, weights, who, actions, price, offers):
    """Offer breaking free, keeping hold, letting go, and grappling somebody."""
    unit = battle.units[who]
    if battle.open[BREAK_FREE]:
        gain = grip_chance(battle, arena, who, unit.held_by, actions) * FREEDOM
        offer(offers, DEFEND, unit.held_by, BREAK_FREE, 0, gain, 1.0, gain - price)
    if battle.open[HOLD_ON]:
        choked = 0.2 * (unit.strangles > 0)
        worth = KEPT * weights[LIKES_MELEE] + choked - price
        offer(offers, STRIKE, unit.holds, HOLD_ON, 0, KEPT + choked, 1.0, worth)
    if battle.open[LET_GO]:
        offer(offers, GEAR, unit.holds, LET_GO, 0, 0.0, 0.0, 0.1 if unit.level > 3 else 0.0)
    for verb in (GRAPPLE, GARROTE):
        if battle.open[verb] == 0:
            continue
        for target in range(arena.units):
            if battle.open[verb] >> target & 1 and is_enemy(battle, who, target):
                gain = held_gain(battle, arena, log, who, target, verb, actions)
                offer(offers, STRIKE, target, verb, target, gain, 1.0, gain * weights[LIKES_MELEE] - price)


@kernel
def held_gain(battle, arena, log, who, target, verb, actions):
    """Return what grappling an enemy does, as a share of a life: the more harm it could do, the more it is."""
    body = battle.units[target]
    chance = hold_chance(battle, arena, log, who, target, verb, actions)
    chance *= chance_to_touch(battle, arena, who, target, max(1, arena.scale), actions)
    threat = min(arena.harm[target, hand(battle, target), who, NO_COVER] / points_left(battle, arena, who), 1.0)
    worth = HELPLESS * threat + (0.5 if verb == GARROTE else 0.0)
    if body.held_by != NOBODY:
        worth *= 0.3
    return chance * worth


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
