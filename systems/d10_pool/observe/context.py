"""The context in an observation of d10_pool: the decision, the dice of the round, pools, weapon and condition."""

from fireteam.env.observe.context import SHARED, asked
from fireteam.env.observe.features import Feature, clipped, numbering
from fireteam.env.rules.decisions import ACT, NO_DECISION
from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.numbered import number

from ..rules.attack.attack import attack_pool
from ..rules.attack.difficulty import is_behind_cover
from ..rules.attack.hands import NO_SLOT, slot_that_shoots, slot_that_strikes
from ..rules.record import ATTACK, RUNS
from ..rules.rolls import pool_of
from ..rules.split import MOST_SHARE
from ..rules.tables import BRAWL, DEXTERITY, DODGING, MELEE, UNARMED, WAYS
from ..words.decisions import DECISIONS, DEFEND, DIVIDE

CONTEXT: list[Feature] = []
_context = numbering(CONTEXT)

KIND = len(CONTEXT)
for _kind in DECISIONS.values():
    number(CONTEXT, asked(_kind))
CONTEXT += SHARED
SMALLEST = _context("smallest_pool", "smallest pool used in this round / 15, 1 before any is")
SPENT = _context("spent", "dice spent in this round / 15")
KEPT = _context("kept", "dice that the plan keeps for a defense / 15")
KEPT_DODGE = _context("kept_to_dodge", "1 if they are kept to dodge")
KEPT_PARRY = _context("kept_to_parry", "1 if they are kept to parry")
KEPT_BRAWL = _context("kept_to_brawl", "1 if they are kept to ward off by hand")
COMMITTED = _context("committed", "1 after a committed action, or a botch")
DEDICATED = _context("dedicated_dodge", "1 + successes of the dedicated dodge of this round / 8")
POOL_STRIKES = _context("pool_to_strike", "pool of blows with the weapon in hand / 15")
POOL_PUNCHES = _context("pool_to_punch", "pool of bare hands / 15")
POOL_SHOOTS = _context("pool_to_shoot", "pool of shots with the weapon in hand / 15")
POOL_DODGES = _context("pool_to_dodge", "pool of dodges / 15")
POOL_PARRIES = _context("pool_to_parry", "pool of parries / 15")
POOL_WARDS = _context("pool_to_brawl", "pool of warding off by hand / 15")
HAS_ATTACKED = _context("attacked", "1 after the attack of the turn")
PACE = _context("pace", "pace declared for the turn: 0 none, 1/3 a walk, 2/3 a jog, 1 a run")
METRES = _context("metres_left", "metres that may be moved right now / 40")
AIMED = _context("aim", "rounds spent aiming / 3")
WEAPON = len(CONTEXT)
for _way in WAYS:
    _context(f"way_{_way}", f"1 with a weapon in hand that does harm this way: {_way}")
DIFFICULTY = _context("weapon_difficulty", "difficulty of the weapon in hand / 10")
DAMAGE = _context("weapon_damage", "its own dice of damage / 10")
RATE = _context("rate", "its rate of fire / 6")
TAKES_ALL = _context("takes_all", "1 if it takes a committed action")
RANGE = _context("range", "its range in metres / 100")
AMMO = _context("ammo", "rounds in it / its magazine")
SPARE = _context("spare", "spare magazines / 4")
WOUNDED = _context("level", "wound level / 7")
INCOMING = _context("incoming_dice", "dice of the attack to defend against / 15")
INCOMING_DAMAGE = _context("incoming_damage", "dice of damage of its weapon / 10")
FREE_DODGE = _context("free_dodge", "1 if a dodge costs nothing: behind cover against it")
TO_DIVIDE = _context("to_divide", "successes that are still to be divided / 8")
MARKED = _context("marked", "targets marked for a burst / 4")


@kernel
def write_own_context(battle, arena, log, who, out):
    """Write the system's own part of the context of unit `who` into `out`: the decision, its dice and its weapon."""
    unit = battle.units[who]
    if battle.decider == who and battle.decision != NO_DECISION:
        out[KIND + battle.decision - ACT] = 1.0
    out[SMALLEST] = clipped(unit.cap / MOST_SHARE)
    out[SPENT] = clipped(unit.spent / MOST_SHARE)
    out[KEPT] = unit.kept / MOST_SHARE
    if unit.kept:
        out[KEPT_PARRY if unit.kept_for == MELEE else KEPT_BRAWL if unit.kept_for == BRAWL else KEPT_DODGE] = 1.0
    out[COMMITTED] = unit.committed
    out[DEDICATED] = clipped(unit.dedicated / 8)
    out[HAS_ATTACKED] = unit.attacked
    out[PACE] = unit.gait / RUNS
    out[METRES] = clipped(unit.metres / 40)
    out[AIMED] = unit.aim / 3
    out[WOUNDED] = clipped(unit.level / 7)
    marked = unit.marked
    while marked:
        marked &= marked - 1
        out[MARKED] += 0.25
    write_pools(battle, arena, who, out)
    if battle.decider == who:
        write_pending(battle, arena, who, out)


@kernel
def write_pools(battle, arena, who, out):
    """Write a unit's pools and the weapon in its hand."""
    unit = battle.units[who]
    sheet = arena.sheets[who]
    out[POOL_PUNCHES] = clipped(attack_pool(battle, arena, who, UNARMED) / MOST_SHARE)
    out[POOL_DODGES] = clipped(pool_of(battle, arena, who, DEXTERITY, DODGING) / MOST_SHARE)
    out[POOL_PARRIES] = clipped(pool_of(battle, arena, who, DEXTERITY, MELEE) / MOST_SHARE)
    out[POOL_WARDS] = clipped(pool_of(battle, arena, who, DEXTERITY, BRAWL) / MOST_SHARE)
    striking = slot_that_strikes(arena, who, unit)
    if striking != NO_SLOT:
        out[POOL_STRIKES] = clipped(attack_pool(battle, arena, who, sheet.weapons[striking]) / MOST_SHARE)
    slot = slot_that_shoots(arena, who, unit)
    if slot == NO_SLOT:
        slot = striking
    else:
        out[POOL_SHOOTS] = clipped(attack_pool(battle, arena, who, sheet.weapons[slot]) / MOST_SHARE)
    weapon = arena.weapons[sheet.weapons[slot] if slot != NO_SLOT else UNARMED]
    out[WEAPON + weapon.way] = 1.0
    out[DIFFICULTY] = weapon.difficulty / 10
    out[DAMAGE] = clipped(weapon.damage / 10)
    out[RATE] = clipped(weapon.rate / 6)
    out[TAKES_ALL] = weapon.committed
    out[RANGE] = clipped(weapon.range / 100)
    if slot != NO_SLOT and weapon.magazine > 0:
        out[AMMO] = unit.held[slot].ammo / weapon.magazine
        out[SPARE] = clipped(unit.held[slot].spare / 4)


@kernel
def write_pending(battle, arena, who, out):
    """Write the pending question: the attack to defend against, or the successes to divide."""
    if battle.depth == 0:
        return
    frame = battle.stack[battle.depth - 1]
    if frame.kind != ATTACK:
        return
    if battle.decision == DIVIDE:
        out[TO_DIVIDE] = clipped(frame.successes / 8)
    elif battle.decision == DEFEND:
        out[INCOMING] = clipped(frame.dice / MOST_SHARE)
        out[INCOMING_DAMAGE] = clipped(arena.weapons[frame.weapon].damage / 10)
        out[FREE_DODGE] = 1.0 if is_behind_cover(battle, arena, battle.units[who], battle.units[frame.unit]) else 0.0
