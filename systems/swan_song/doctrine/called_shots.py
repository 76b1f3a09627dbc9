"""How a doctrine values called shots: the exact odds that one gets through, and the worth of its effect."""

from fireteam.agents.doctrine.offers import offer_after
from fireteam.agents.doctrine.orders import NO_ACT
from fireteam.agents.doctrine.records import ATTACK, CALL
from fireteam.env.rules.ground.sight import cover_of
from fireteam.env.rules.kernel import kernel

from ..rules.attack.defense import model_in_hand
from ..rules.attack.standing import model_of_blow, pools_of
from ..rules.odds import expected_points
from ..rules.tables import (
    BLEEDOUT,
    BLINDED,
    BROKEN_GRIP,
    FIRST_VEHICLE_LOCATION,
    KNOCK_DOWN,
    LOCATIONS,
    NO_FIRING,
    ONE_ARM,
    SHOOT_OF_MODE,
    SLOWED,
    VOLLEY_OF_MODE,
)
from ..words.verbs import CALL_SHOT, PASS, PUNCH, SHOOT, STRIKE, VOLLEY
from .values import attack_worth, health_left

WORTH_IT = 5  # dice that must be left for a called shot to be thought of
ENGINE_WORTH = 0.7  # of a vehicle that stands


@kernel
def effect_worth(arena, location):
    """Return the worth of the effects of a location, an index in `arena.locations`, if they happen."""
    harm = arena.locations[location].harm
    worth = harm.stun * 0.012
    for ailment, value in ((SLOWED, 0.05), (BLINDED, 0.2), (BROKEN_GRIP, 0.4), (ONE_ARM, 0.5), (BLEEDOUT, 0.3)):
        if harm.ailments >> ailment & 1:
            worth += value
    if arena.locations[location].systems & 1:
        worth += ENGINE_WORTH
    return worth


@kernel
def attack_of(battle, arena, who, verb):
    """Return the model of weapon and the way of firing with which a unit carries out an attack verb."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    if verb in (STRIKE, PUNCH):
        return model_of_blow(arena, unit, sheet, verb), NO_FIRING
    model = model_in_hand(unit, sheet)
    if arena.weapons[model].firearm == 0:
        return model, NO_FIRING
    mode = unit.held[unit.hand].mode
    return model, SHOOT_OF_MODE[mode] if verb == SHOOT else VOLLEY_OF_MODE[mode]


@kernel
def call(battle, arena, log, weights, who, offers):
    """Offer to call the best attack so far, if the odds are good and it needs no preparation."""
    verb, target, price = offers[0].verbs[2], offers[0].target, offers[0].price
    if weights[CALL] <= 0.0 or battle.open[CALL_SHOT] == 0 or verb not in (SHOOT, VOLLEY, STRIKE, PUNCH):
        return
    unit = battle.units[who]
    if (
        offers[0].verbs[1] != NO_ACT
        or unit.called
        or unit.free_used >= arena.rules.free_actions
        or arena.sheets[target].inanimate != arena.sheets[target].vehicle
    ):
        return
    model, firing = attack_of(battle, arena, who, verb)
    if arena.weapons[model].blast:
        return
    seen_cover = cover_of(battle, arena, battle.units[target], unit)
    pool, _, _ = pools_of(battle, arena, log, who, target, model, firing, PASS, seen_cover)
    left = health_left(battle, arena, target, arena.weapons[model].strain)
    plain = attack_worth(battle, arena, log, weights, who, target, model, firing, seen_cover, 0) * weights[ATTACK]
    likely = expected_points(battle, arena, log, who, target, model, firing, PASS, seen_cover, 0, 1)  # at most
    kind, best = offers[0].kind, plain + 0.02
    first, last = KNOCK_DOWN + 1, FIRST_VEHICLE_LOCATION
    if arena.sheets[target].vehicle:
        first, last = FIRST_VEHICLE_LOCATION, len(LOCATIONS)
    for location in range(first, last):
        mark = arena.locations[location]
        if battle.open[CALL_SHOT] >> location & 1 == 0 or pool + mark.modifier < WORTH_IT:
            continue
        effect = effect_worth(arena, location) * weights[CALL]
        if mark.modifier <= 0 and likely * (mark.cap / left + effect) <= best:  # no call is likelier to hurt
            continue
        mean = expected_points(battle, arena, log, who, target, model, firing, PASS, seen_cover, mark.modifier, mark.cap)
        through = expected_points(battle, arena, log, who, target, model, firing, PASS, seen_cover, mark.modifier, 1)
        worth = mean / left + through * effect
        if worth > best:
            best = worth
            offer_after(offers, kind, target, CALL_SHOT, location, verb, target, mean / left, price, worth)
