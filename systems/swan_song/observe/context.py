"""The context in an observation of Swan Song: the decision, points, movement, weapon and condition."""

from fireteam.env.observe.context import SHARED, asked
from fireteam.env.observe.features import Feature, clipped, numbering
from fireteam.env.rules.arena import BARE_HANDS, MAX_ITEMS
from fireteam.env.rules.decisions import ACT
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.numbered import number
from fireteam.env.rules.record import NOBODY

from ..rules.attack.attack import damage_value
from ..rules.attack.defense import model_in_hand
from ..rules.attack.standing import chance_of_hit
from ..rules.body.movement import metres_left
from ..rules.body.vehicles import is_driver
from ..rules.pairs import rounds_left
from ..rules.record import LATE
from ..rules.tables import AILMENTS, MODES
from ..words.decisions import DECISIONS, DEFEND, KARMA, LAST_STAND
from ..words.verbs import PASS

CONTEXT: list[Feature] = []
_context = numbering(CONTEXT)

KIND = len(CONTEXT)
for _kind in range(ACT, LAST_STAND + 1):
    number(CONTEXT, asked(DECISIONS[_kind]))
number(CONTEXT, SHARED.round)
PASS_NUMBER = _context("pass", "initiative pass / 4")
POINTS = _context("action_points", "action points left / 4")
FREE_ACTION = _context("free_action", "1 while the free action of the pass is unused")
SCORE = _context("score", "initiative score / 40")
WALK_LEFT = _context("walk_left", "metres of the round's walk left / 20")
STEPS_LEFT = _context("metres_left", "metres that may be moved right now / 20")
RUNS_MADE = _context("runs", "run actions of this round / 3")
HAS_ATTACKED = _context("attacked", "1 after the attack of the phase")
IS_STUCK = _context("stuck", "1 when movement is over for this phase")
CHARGING = _context("charging", "1 during a charge")
AIMED = _context("aim", "dice of aim / 6")
RECOIL = _context("recoil", "rounds fired and not recovered from / 20")
UNARMED = _context("unarmed", "1 with empty hands")
MELEE = _context("melee_weapon", "1 with a melee weapon in hand")
AMMO = _context("ammo", "rounds in the weapon / its magazine")
SPARE = _context("spare", "spare magazines / 4")
JAMMED = _context("jammed", "1 when the weapon must be readied")
GUN_MODE = _context("mode_SS", "1 in single shot mode")
for _name in MODES[1:]:
    _context(f"mode_{_name}", f"1 in mode {_name}")
FULL = _context("full_defense", "1 while on full defense")
DEFENDED = _context("defended", "attacks defended against since the own last phase / 4")
THREAT_DAMAGE = _context("incoming_damage", "damage value of the attack to defend against / 16")
THREAT_CHANCE = _context("incoming_chance", "its chance to hit the standard defense")
CONTEXT += [SHARED.own_standing, SHARED.others_standing]
CONTEXT += [SHARED.goal_eliminate, SHARED.goal_hold, SHARED.goal_exit, SHARED.goal_protect]
CONTEXT += [SHARED.progress, SHARED.rival_progress, SHARED.on_goal, SHARED.needed]
CONTEXT += [SHARED.goal_dx, SHARED.goal_dy, SHARED.goal_path, SHARED.rival_hold, SHARED.rival_exit, SHARED.rival_protect]
CONTEXT += [SHARED.at_limit, SHARED.own_units, SHARED.other_units, SHARED.light, SHARED.fog]
KARMA_LEFT = _context("karma", "points of karma / 4")
PUSHED = _context("pushed", "1 when karma is spent on the next test")
HITS_NOW = _context("rolled_hits", "hits of the roll that karma may be spent on / 8")
HITS_AGAINST = _context("rolled_against", "hits rolled against it, once known / 8")
GLITCHED = _context("rolled_glitch", "its glitch: 1/3 glitch, 2/3 hard, 1 critical")
IS_SURPRISED = _context("surprised", "1 while surprised, 0.5 while it defends all the same")
IS_LATE = _context("late", "1 in a delayed phase")
FIGHTS_ON = _context("last_stand", "1 in a last stand")
IS_HIDDEN = _context("hidden", "hits that would reveal it / 8")
CALLED = _context("called_shot", "dice that the shot called costs / 10")
SPLIT = _context("attacks_left", "attacks left of a split pool / 4")
SECOND_WEAPON = _context("off_hand", "1 with a weapon in the other hand")
GRENADE = _context("grenade", "1 with a grenade in hand")
SECOND_FUSE = _context("fuse", "0 next round, 0.5 end of pass, 1 end of round")
HOLDING = _context("holds", "1 while it holds somebody")
IS_HELD = _context("held", "0.5 held, 1 held down")
CARRYING = _context("carries", "1 with a body on its shoulder")
IS_ABOARD = _context("aboard", "0.5 in a vehicle, 1 at its wheel")
ROLLING = _context("vehicle_metres", "metres the vehicle may still move / 20")
TASK_PAID = _context("task_paid", "action points put into the task under way / 4")
TASK_HITS = _context("task_hits", "hits of the task under way / 16")
HELPED = _context("helped", "dice from assistants / 4")
AILS = len(CONTEXT)
for _name in AILMENTS:
    _context(_name, f"rounds that it is still {_name.replace('_', ' ')} / 10")
HAS_ITEMS = len(CONTEXT)
for _place in range(MAX_ITEMS):
    _context(f"item_{_place}", "how many are left of this item of the sheet / 4")


@kernel
def write_own_context(battle, arena, log, who, out):
    """Write the decision and the unit's own state into `out`, float32, by CONTEXT; `out` is all zeros before."""
    unit = battle.units[who]
    if battle.decider == who and battle.decision > 0:
        out[KIND + battle.decision - ACT] = 1.0
        if battle.decision == DEFEND:
            write_attack(battle, arena, log, out)
        elif battle.decision == KARMA:
            write_roll(battle, who, out)
    out[PASS_NUMBER] = clipped(battle.pass_number * (1 / 4))
    out[POINTS] = clipped(unit.ap * (1 / 4))
    out[FREE_ACTION] = 1.0 if unit.free_used < arena.rules.free_actions else 0.0
    out[SCORE] = clipped(unit.score * (1 / 40))
    out[WALK_LEFT] = clipped(unit.walk_left * (1 / 20))
    out[STEPS_LEFT] = clipped(metres_left(unit) * (1 / 20))
    out[RUNS_MADE] = clipped(unit.runs * (1 / 3))
    out[HAS_ATTACKED] = unit.attacked
    out[IS_STUCK] = 1.0 if unit.stuck != 0 else 0.0
    out[CHARGING] = 1.0 if unit.charge != NOBODY else 0.0
    out[AIMED] = clipped(unit.aim * (1 / 6))
    out[RECOIL] = clipped(unit.recoil * (1 / 20))
    out[FULL] = 1.0 if unit.full_defense else 0.0
    out[DEFENDED] = clipped(unit.defended * (1 / 4))
    write_condition(arena, unit, out)
    if arena.vehicles and unit.aboard != NOBODY:
        out[IS_ABOARD] = 1.0 if is_driver(battle, arena, who) else 0.5
        out[ROLLING] = clipped(battle.units[unit.aboard].run_left * (1 / 20))
    write_weapon(arena, who, unit, out)


@kernel
def write_condition(arena, unit, out):
    """Write into `out` what only some units in some battles have: karma, ailments, holds, items, tasks."""
    out[KARMA_LEFT] = clipped(unit.karma * (1 / 4))
    out[PUSHED] = 1.0 if unit.push else 0.0
    out[IS_SURPRISED] = clipped(1 / unit.surprised) if unit.surprised else 0.0
    out[IS_LATE] = 1.0 if unit.delay == LATE else 0.0
    out[FIGHTS_ON] = unit.last_stand
    out[IS_HIDDEN] = clipped(unit.hidden * (1 / 8))
    out[SPLIT] = clipped(unit.attacks_left * (1 / 4))
    out[SECOND_WEAPON] = 1.0 if unit.off_hand != BARE_HANDS else 0.0
    out[SECOND_FUSE] = unit.fuse / 2
    out[HOLDING] = 1.0 if unit.holds != NOBODY else 0.0
    out[IS_HELD] = unit.hold / 2
    out[CARRYING] = 1.0 if unit.carries != NOBODY else 0.0
    if unit.called:
        out[CALLED] = clipped(arena.locations[unit.called - 1].modifier * (-1 / 10))
    if unit.task:
        out[TASK_PAID] = clipped(unit.task_paid * (1 / 4))
        out[TASK_HITS] = clipped(unit.task_hits * (1 / 16))
    out[HELPED] = clipped(unit.helped * (1 / 4))
    if unit.ailing:
        for ailment in range(len(AILMENTS)):
            rounds = max(rounds_left(unit, ailment), unit.ailing >> ailment & 1)  # an arm hurt for good has none left
            out[AILS + ailment] = clipped(rounds * (1 / 10))
    for place in range(MAX_ITEMS):
        out[HAS_ITEMS + place] = clipped(unit.items[place] * (1 / 4))


@kernel
def write_roll(battle, who, out):
    """Write into `out` the roll that karma may be spent on: its hits, the hits against it, its glitch."""
    if battle.depth == 0:
        return
    frame = battle.stack[battle.depth - 1]
    own, other = (frame.hits, frame.defense) if frame.unit == who else (frame.defense, frame.hits)
    out[HITS_NOW] = clipped(own * (1 / 8))
    out[HITS_AGAINST] = clipped(other * (1 / 8))
    out[GLITCHED] = frame.glitch / 3


@kernel
def write_weapon(arena, who, unit, out):
    """Write the state of the weapon in hand into `out`."""
    row = model_in_hand(unit, arena.sheets[who])
    if row < 0:
        out[UNARMED] = 1.0
        return
    weapon = arena.weapons[row]
    held = unit.held[unit.hand]
    out[MELEE] = weapon.melee
    out[GRENADE] = weapon.thrown
    out[JAMMED] = held.jammed
    if weapon.magazine > 0:
        out[AMMO] = held.ammo / weapon.magazine
        out[SPARE] = clipped(held.spare * (1 / 4))
    if weapon.firearm:
        out[GUN_MODE + held.mode] = 1.0


@kernel
def write_attack(battle, arena, log, out):
    """Write into `out` what is known of the attack that waits for the decider's answer."""
    frame = battle.stack[battle.depth - 1]
    damage = damage_value(battle, arena, frame.unit, frame.target, frame.weapon)
    out[THREAT_DAMAGE] = clipped(damage * (1 / 16))
    chance = chance_of_hit(battle, arena, log, frame.unit, frame.target, frame.weapon, frame.firing, PASS)
    out[THREAT_CHANCE] = chance / 100
