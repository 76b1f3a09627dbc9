"""Called shots in a doctrine's eyes: the exact odds that one gets through, and what its effect is worth."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.swan_song.attack.attack import accuracy, damage_value
from fireteam.env.rules.swan_song.attack.defense import defense_limit, model_in_hand
from fireteam.env.rules.swan_song.attack.standing import model_of_blow, pools_of
from fireteam.env.rules.swan_song.odds import HITS, MOST_DICE, chance_of, protection
from fireteam.env.rules.swan_song.tables import (
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
from fireteam.env.rules.verbs import CALL_SHOT, END, PASS, PUNCH, SHOOT, STRIKE, VOLLEY

from ..records import ATTACK, CALL
from .values import attack_worth, health_left

WORTH_IT = 5  # dice that must be left for a called shot to be thought of
ENGINE_WORTH = 0.7  # of a vehicle that stands


@kernel
def effect_worth(arena, location):
    """Return what the effects of a location, an index in `arena.locations`, are worth if they come about."""
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
def call(battle, arena, log, weights, who, verb, target):
    """Return the called shot (verb, location, worth) to declare before an attack, nothing if the odds speak against it.

    `verb` and `target` are those of the attack.
    """
    if weights[CALL] <= 0.0 or battle.open[CALL_SHOT] == 0 or verb not in (SHOOT, VOLLEY, STRIKE, PUNCH):
        return END, 0, 0.0
    unit = battle.units[who]
    if unit.free_used >= arena.rules.free_actions or arena.sheets[target].inanimate != arena.sheets[target].vehicle:
        return END, 0, 0.0
    model, firing = attack_of(battle, arena, who, verb)
    if arena.weapons[model].blast:
        return END, 0, 0.0
    pool, defense = pools_of(battle, arena, log, who, target, model, firing, PASS)
    armor, soak = protection(arena, target, model)
    damage = damage_value(battle, arena, who, target, model)
    limit = accuracy(arena, who, model)
    bound = defense_limit(arena, target, PASS)
    strain = arena.weapons[model].strain
    left = health_left(battle, arena, target, strain)
    plain = attack_worth(battle, arena, log, weights, who, target, model, firing, 0) * weights[ATTACK]
    found, best = -1, plain + 0.02
    first, last = KNOCK_DOWN + 1, FIRST_VEHICLE_LOCATION
    if arena.sheets[target].vehicle:
        first, last = FIRST_VEHICLE_LOCATION, len(LOCATIONS)
    for location in range(first, last):
        mark = arena.locations[location]
        dice = pool + mark.modifier
        if battle.open[CALL_SHOT] >> location & 1 == 0 or dice < WORTH_IT:
            continue
        through, mean = capped(dice, limit, defense, bound, damage, armor, soak, strain, mark.cap)
        worth = mean / left + through * effect_worth(arena, location) * weights[CALL]
        if worth > best:
            found, best = location, worth
    return (CALL_SHOT, found, best) if found >= 0 else (END, 0, 0.0)


@kernel
def capped(pool, limit, defense, bound, damage, armor, soak, strain, cap):
    """Return the chance, 0 to 1, that any damage of an attack gets through, and the points expected under a cap.

    Args:
        pool, limit: dice and limit of the attack.
        defense, bound: dice and limit of the defense.
        damage: damage value before net hits.
        armor, soak: points of modified armor, and dice that soak.
        cap: most points that the location lets through.
    """
    through, mean = 0.0, 0.0
    soak = min(max(soak, 0), MOST_DICE)
    for hits in range(1, min(max(pool, 0), limit, MOST_DICE) + 1):
        chance = chance_of(pool, limit, hits)
        for defended in range(min(hits, max(defense, 0) + 1)):
            both = chance * chance_of(defense, bound, defended)
            total = damage + hits - defended
            if strain == 0 and total < armor:
                continue
            for soaked in range(min(soak, total - 1) + 1):
                through += both * HITS[soak, soaked]
                mean += both * HITS[soak, soaked] * min(total - soaked, cap)
    return through, mean
