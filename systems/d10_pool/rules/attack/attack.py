"""An attack in progress (DP-A1, DP-A2, DP-A6): the targets answer, it is rolled, divided, and does harm."""

from fireteam.env.rules.ground.grid import toward
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.mask import close_all, only_choice
from fireteam.env.rules.record import NOBODY, UP
from fireteam.env.rules.sides.objectives import check_over
from fireteam.env.rules.stack import decide

from ...words import events, purposes
from ...words.decisions import DEFEND, DIVIDE
from ...words.verbs import GIVE, PASS, SINGLE_SHOT
from .. import clauses
from ..aim import lose_aim
from ..damage import hurt
from ..record import ATTACK
from ..rolls import BOTCH, log_pool, pool_of, roll
from ..split import MOST_SHARE, attack_dice, commit, lose_dice, take_dice
from ..stack import push
from ..tables import DEXTERITY, FIREARM, NO_ABILITY
from .defense import can_defend, defended, open_defenses
from .difficulty import attack_difficulty, strikes

ASKING, DIVIDING = range(2)  # stages
# How an attack is made, as its event tells it: with all the weapon has, with one steady shot, with a part of a burst.
FIRINGS = ("", "one steady shot", "a part of a burst")
STEADY, PART_OF_A_BURST = 1, 2


@kernel
def attack_pool(battle, arena, who, model):
    """Return the pool of attacks with a weapon: Dexterity, or Strength where the weapon says so, and its ability (DP-A1)."""
    weapon = arena.weapons[model]
    return pool_of(battle, arena, who, weapon.attribute, weapon.ability)


@kernel
def is_committed(arena, weapon, several):
    """Return whether an attack takes a committed action (DP-A4): heavy and sniper weapons, and spraying several targets.

    The source contradicts itself here, so an option makes all attacks with firearms committed.
    """
    every_gun = arena.rules.option_committed_firearms == 1 and weapon.way == FIREARM
    return weapon.committed == 1 or several or every_gun


@kernel
def pool_beside(battle, arena, who, model):
    """Return the pool of an attack with a weapon, or that of the planned defense if it is smaller (DP-A3)."""
    unit = battle.units[who]
    pool = min(attack_pool(battle, arena, who, model), MOST_SHARE)
    return min(pool, pool_of(battle, arena, who, DEXTERITY, unit.kept_for)) if unit.kept else pool


@kernel
def dice_of_attack(battle, arena, who, model, several):
    """Return the dice that an attack with a weapon would take now, 0 if it cannot be made (DP-A3, DP-A4)."""
    unit = battle.units[who]
    pool = pool_beside(battle, arena, who, model)
    if is_committed(arena, arena.weapons[model], several):
        return pool if unit.kept == 0 and unit.spent == 0 and unit.committed == 0 and unit.stunned == 0 else 0
    return attack_dice(arena, unit, pool)


@kernel
def declare_attack(battle, arena, log, who, targets, slot, model, verb):
    """Declare an attack on `targets`, a bit each: it spends dice and rounds, and waits for the answers.

    `slot` is that of the weapon in hand, below 0 for bare hands.
    """
    unit = battle.units[who]
    weapon = arena.weapons[model]
    first = first_of(targets)
    several = targets & (targets - 1) != 0
    frame = push(battle, ATTACK, who, first)
    frame.weapon = model
    frame.slot = slot
    frame.single = STEADY if verb == SINGLE_SHOT else 0
    frame.targets = targets
    frame.dice = dice_of_attack(battle, arena, who, model, several)
    take_dice(unit, frame.dice, pool_beside(battle, arena, who, model))
    if is_committed(arena, weapon, several):
        cite(log, clauses.COMMITTED)
        commit(unit)
    unit.kept = 0
    unit.attacked = 1
    unit.marked = 0
    if not strikes(weapon):
        unit.shot = 1
    if weapon.magazine:
        cite(log, clauses.RATE_OF_FIRE)
        unit.held[slot].ammo -= 1 if frame.single else weapon.rate
    other = battle.units[first]
    if other.x != unit.x or other.y != unit.y:
        unit.facing = toward(other.x - unit.x, other.y - unit.y)
    for target in range(arena.units):
        if targets >> target & 1:
            battle.units[target].answer = NO_ABILITY
            battle.units[target].given = 0
            emit(battle, log, events.ATTACK, who, target, model, PART_OF_A_BURST if several else frame.single, 0)


@kernel
def first_of(units):
    """Return the first of a set of units, a bit each."""
    who = 0
    while units >> who & 1 == 0:
        who += 1
    return who


@kernel
def go_on_with_attack(battle, arena, log, frame):
    """Go on with an attack: ask the next target, roll, let the attacker divide, and apply it."""
    attacker = frame.unit
    if frame.stage == ASKING:
        while frame.asked != frame.targets:
            target = first_of(frame.targets & ~frame.asked)
            frame.asked |= 1 << target
            if can_defend(battle, arena, target, attacker):
                open_defenses(battle, arena, target, attacker, frame.weapon)
                if not only_choice(battle, PASS):
                    frame.target = target
                    decide(battle, DEFEND, target, attacker)
                    return
        roll_attack(battle, arena, log, frame)
        frame.stage = DIVIDING
    rest = frame.asked
    if rest & (rest - 1) and frame.successes > 0:
        open_division(battle, frame, first_of(rest))
        return
    if rest:
        battle.units[first_of(rest)].given = frame.successes
    land(battle, arena, log, frame)


@kernel
def is_off_hand(battle, frame):
    """Return whether the attack of a frame is made with the off hand (DP-R2)."""
    return frame.slot >= 0 and frame.slot != battle.units[frame.unit].hand


@kernel
def roll_attack(battle, arena, log, frame):
    """Roll an attack; the hardest of several targets sets its difficulty (DP-A6). A unit that botches loses its dice."""
    attacker, model = frame.unit, frame.weapon
    weapon = arena.weapons[model]
    hardest, difficulty = NOBODY, 0
    counted = log.terms_count
    off_hand = is_off_hand(battle, frame)
    for target in range(arena.units):
        if frame.targets >> target & 1:
            harder = attack_difficulty(battle, arena, log, attacker, target, model, frame.single, off_hand)
            if hardest == NOBODY or harder > difficulty:
                hardest, difficulty = target, harder
            log.terms_count = counted
    log_pool(battle, arena, log, attacker, weapon.attribute, weapon.ability, frame.dice)
    attack_difficulty(battle, arena, log, attacker, hardest, model, frame.single, off_hand)
    frame.successes, botch = roll(battle, arena, log, attacker, hardest, purposes.ATTACK, frame.dice, difficulty)
    unit = battle.units[attacker]
    lose_aim(unit)
    if botch == BOTCH:
        lose_dice(unit)


@kernel
def open_division(battle, frame, target):
    """Ask the attacker for a target's successes (DP-A6); `frame.asked` are the targets that still wait for theirs."""
    close_all(battle)
    for given in range(min(frame.successes, MOST_SHARE) + 1):
        battle.open[GIVE] |= 1 << given
    frame.target = target
    decide(battle, DIVIDE, frame.unit, target)


@kernel
def divide(battle, log, frame, given):
    """Give a target its part of the successes (DP-A6)."""
    cite(log, clauses.DIVIDED)
    battle.units[frame.target].given = given
    frame.successes -= given
    frame.asked &= ~(1 << frame.target)


@kernel
def land(battle, arena, log, frame):
    """Apply an attack to its targets: the successes that the defense leaves are the outcome (DP-H1)."""
    attacker, model, single, targets = frame.unit, frame.weapon, frame.single, frame.targets
    battle.depth -= 1
    for target in range(arena.units):
        other = battle.units[target]
        if targets >> target & 1 == 0 or other.status != UP:
            continue
        given = other.given
        outcome = given - defended(battle, arena, log, target, attacker)
        other.answer = NO_ABILITY
        other.given = 0
        if outcome <= 0:
            emit(battle, log, events.MISS, attacker, target, outcome, 0, 0)
            continue
        emit(battle, log, events.HIT, attacker, target, outcome, 0, 0)
        hurt(battle, arena, log, attacker, target, model, outcome, single)
    check_over(battle, arena, log)
