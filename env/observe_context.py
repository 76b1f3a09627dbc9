"""What an agent sees first: the pending decision, the clock, its own state, its weapon, its team's objective."""

from .features import Feature, clipped, numbering
from .rules.arena import EXIT, HOLD
from .rules.battle import DECISIONS, DEFEND, NOBODY
from .rules.grid import tile_of
from .rules.kernel import kernel
from .rules.objectives import standing
from .rules.swan_song.attack import damage_value
from .rules.swan_song.defense import weapon_row
from .rules.swan_song.movement import metres_left
from .rules.swan_song.standing import chance_of_hit
from .rules.swan_song.tables import MODES
from .rules.verbs import PASS

CONTEXT: list[Feature] = []
_context = numbering(CONTEXT)

KIND = _context("decides_act", "1 in the own action phase")
for _name in DECISIONS[2:]:
    _context(f"decides_{_name}", f"1 when the decision is to {_name}" if _name != "pinned" else "1 when pinned")
ROUND = _context("round", "rounds fought / round limit")
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
OWN_STANDING = _context("own_standing", "share of the own team that can act")
OTHERS_STANDING = _context("others_standing", "share of all others that can act")
GOAL_KIND = _context("goal_eliminate", "1 if the team's objective is to eliminate")
_context("goal_hold", "1 if it is to hold ground")
_context("goal_exit", "1 if it is to reach an exit")
_context("goal_protect", "1 if it is to protect a ward")
PROGRESS = _context("progress", "rounds held or units brought out / needed")
RIVAL_PROGRESS = _context("rival_progress", "the same of the best other team")
ON_GOAL = _context("on_goal", "1 on a tile of the objective's zone")


@kernel
def write_context(battle, arena, log, who, out):
    """Write the decision, the clock and the unit's own state."""
    unit = battle.units[who]
    if battle.decider == who and battle.decision > 0:
        out[KIND + battle.decision - 1] = 1.0
        if battle.decision == DEFEND:
            write_attack(battle, arena, log, out)
    out[ROUND] = battle.round_number / arena.limit
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
    write_weapon(arena, who, unit, out)
    write_goal(battle, arena, unit, out)


@kernel
def write_weapon(arena, who, unit, out):
    """Write the state of the weapon in hand."""
    row = weapon_row(unit, arena.sheets[who])
    if row < 0:
        out[UNARMED] = 1.0
        return
    weapon = arena.weapons[row]
    held = unit.held[unit.hand]
    out[MELEE] = weapon.melee
    out[JAMMED] = held.jammed
    if weapon.magazine > 0:
        out[AMMO] = held.ammo / weapon.magazine
        out[SPARE] = clipped(held.spare * (1 / 4))
    if weapon.firearm:
        out[GUN_MODE + held.mode] = 1.0


@kernel
def write_attack(battle, arena, log, out):
    """Write what is known of the attack that waits for the decider's answer."""
    frame = battle.stack[battle.depth - 1]
    damage = damage_value(battle, arena, frame.unit, frame.target, frame.weapon)
    out[THREAT_DAMAGE] = clipped(damage * (1 / 16))
    chance = chance_of_hit(battle, arena, log, frame.unit, frame.target, frame.weapon, frame.firing, PASS)
    out[THREAT_CHANCE] = chance / 100


@kernel
def progress(battle, arena, team):
    """Return how far a team has come with an objective that is counted, 0 to 1."""
    goal = arena.goals[team]
    if goal.kind == HOLD:
        return clipped(battle.teams[team].rounds_held / goal.needed)
    if goal.kind == EXIT:
        return clipped(battle.teams[team].escaped / goal.needed)
    return 0.0


@kernel
def write_goal(battle, arena, unit, out):
    """Write how the teams stand and how far their objectives are."""
    goal = arena.goals[unit.team]
    others = 0
    for team in range(arena.teams):
        if team == unit.team:
            out[OWN_STANDING] = standing(battle, arena, team) / goal.count
        else:
            others += standing(battle, arena, team)
            out[RIVAL_PROGRESS] = max(out[RIVAL_PROGRESS], progress(battle, arena, team))
    out[OTHERS_STANDING] = others / (arena.units - goal.count)
    out[GOAL_KIND + goal.kind] = 1.0
    out[PROGRESS] = progress(battle, arena, unit.team)
    if goal.zone != 0 and arena.tiles[tile_of(arena, unit)].zone == goal.zone:
        out[ON_GOAL] = 1.0
