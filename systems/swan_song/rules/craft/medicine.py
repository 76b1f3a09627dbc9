"""Medicine in combat: first aid (SS-H9), recovering from ailments (SS-U8), and helping (SS-D11)."""

from fireteam.env.rules.kernel import kernel
from fireteam.env.rules.log import cite, emit
from fireteam.env.rules.record import DOWN, NOBODY, UP
from fireteam.env.rules.sides.objectives import check_over

from ...words import events, purposes
from ...words.verbs import ASSIST, FIRST_AID, PICK_LOCK, REMEDY, REPAIR, SET_CHARGE
from .. import clauses
from ..body.ailments import end_lasting_ailments, recover, shorten
from ..body.conditions import lose_blood, survive_last_stand
from ..body.damage import FLESH_POOL
from ..body.reach import can_touch
from ..karma import hold_test
from ..pairs import rounds_left
from ..pools import CRITICAL_GLITCH, NO_GLITCH, NO_LIMIT, attribute, burdens, on_the_run, roll
from ..stack import affords
from ..tables import BLEEDOUT, BODY, FOR_GOOD, LOGIC, MEDICINE, MEDKIT, ONE_ARM, SLOW_DEATH, STIMULATED, WILLPOWER
from ..tables import FIRST_AID as FIRST_AID_SKILL
from .tasks import (
    SUCCEEDS,
    add_up,
    can_be_repaired,
    can_rise,
    drop_task,
    fail,
    help_given,
    own_pool,
    rolls_before,
    skill_of_task,
    take_up_task,
    task_of,
    tools,
    tries_before,
    wake,
)

TASKS = (FIRST_AID, REPAIR, PICK_LOCK, SET_CHARGE)  # that others can help with


@kernel
def open_care(battle, arena, who):
    """Open what a unit can do for those beside it: first aid (also for itself), repairs, helping; and Remedy."""
    unit = battle.units[who]
    if unit.ap < 1:
        return
    goal = arena.goals[unit.team]
    for other in range(goal.first, goal.first + goal.count):
        friend = battle.units[other]
        if other != who and not can_touch(battle, arena, unit, friend):
            continue
        if is_hurt(arena, other, friend) and affords(arena, unit, FIRST_AID) and takes_aid(battle, arena, who, other):
            battle.open[FIRST_AID] |= 1 << other
        if arena.sheets[other].armored > 0 and affords(arena, unit, REPAIR) and can_be_repaired(battle, arena, who, other):
            battle.open[REPAIR] |= 1 << other
        if other != who and affords(arena, unit, ASSIST) and takes_help(battle, arena, other):
            battle.open[ASSIST] |= 1 << other
    if unit.ailing and affords(arena, unit, REMEDY) and remedies(arena, unit):
        battle.open[REMEDY] = 1


@kernel
def is_hurt(arena, who, unit):
    """Return whether first aid could do something for a unit: Flesh is lost, an arm is hurt, or it bleeds (SS-H9, SS-C3)."""
    if arena.sheets[who].flesh == 0:
        return False
    if unit.flesh < arena.sheets[who].flesh or unit.ailing & (1 << BLEEDOUT | 1 << ONE_ARM):
        return True
    return bleeds_untreated(unit)


@kernel
def bleeds_untreated(unit):
    """Return whether a unit suffers slow death and nobody has treated it for a minute (SS-C3)."""
    return unit.ailing >> SLOW_DEATH & 1 == 1 and unit.tended == 0


@kernel
def can_be_treated(battle, arena, who, patient):
    """Return whether a hurt friend is within reach of first aid: the unit itself, or one beside it in the open."""
    if not takes_aid(battle, arena, who, patient):
        return False
    return patient == who or can_touch(battle, arena, battle.units[who], battle.units[patient])


@kernel
def takes_aid(battle, arena, who, patient):
    """Return whether a hurt friend can get first aid: it is up, or lies where it can rise; the unit itself always can."""
    return patient == who or battle.units[patient].status == UP or can_rise(battle, arena, patient)


@kernel
def takes_help(battle, arena, leader):
    """Return whether a unit has begun a task that takes more helping dice, or could give somebody first aid (SS-D11)."""
    unit = battle.units[leader]
    if unit.status != UP or unit.helped >= most_help(battle, arena, leader):
        return False
    if unit.task in TASKS:
        return True
    if unit.task > 0:
        return False
    goal = arena.goals[unit.team]
    for patient in range(goal.first, goal.first + goal.count):
        if is_hurt(arena, patient, battle.units[patient]) and can_be_treated(battle, arena, leader, patient):
            return True
    return False


@kernel
def most_help(battle, arena, leader):
    """Return the most dice that assistants can add: the leader's rank in the skill, or 100 without such a limit (SS-D11)."""
    if arena.rules.assist_limit == 0:
        return 100
    skill, _ = skill_of_help(battle, arena, leader, leader)
    return arena.sheets[leader].skills[skill]


@kernel
def skill_of_help(battle, arena, who, leader):
    """Return the numbers of the skill and of the attribute with which a unit takes part in a leader's task (SS-D11)."""
    skill, which = skill_of_task(task_of(battle.units[leader]))
    if skill == FIRST_AID_SKILL and treats_slow_death(battle, arena, leader):
        skill = skill_for_slow_death(arena, who)
    return skill, which


@kernel
def treats_slow_death(battle, arena, leader):
    """Return whether a unit treats somebody's slow death, or could begin to."""
    unit = battle.units[leader]
    if unit.task == FIRST_AID:
        return battle.units[unit.task_at].ailing >> SLOW_DEATH & 1 == 1
    goal = arena.goals[unit.team]
    for patient in range(goal.first, goal.first + goal.count):
        if bleeds_untreated(battle.units[patient]) and can_be_treated(battle, arena, leader, patient):
            return True
    return False


@kernel
def skill_for_slow_death(arena, who):
    """Return the number of the skill with which a unit treats slow death: Medicine serves as well as First Aid (SS-C3)."""
    skills = arena.sheets[who].skills
    return MEDICINE if skills[MEDICINE] > skills[FIRST_AID_SKILL] else FIRST_AID_SKILL


@kernel
def assist(battle, arena, log, who, leader):
    """Help a friend with its task: hits are dice for its next roll; a glitch helps nobody, a critical one costs a die."""
    skill, which = skill_of_help(battle, arena, who, leader)
    sheet = arena.sheets[who]
    pool = own_pool(battle, arena, log, who, skill, which)
    limit = sheet.mental if which == LOGIC else sheet.physical
    hits, glitch = roll(battle, arena, log, who, leader, purposes.ASSIST, pool, limit)
    hold_test(battle, who, NOBODY, ASSIST, leader, hits, glitch, 0)


@kernel
def lend_dice(battle, arena, log, who, leader, hits, glitch):
    """Let an assistant's test take effect: its hits are dice for the leader's next roll."""
    unit = battle.units[leader]
    dice = 0
    if glitch == NO_GLITCH:
        dice = max(min(hits, most_help(battle, arena, leader) - unit.helped), 0)
    elif glitch == CRITICAL_GLITCH:
        dice = -1
    unit.helped = max(unit.helped + dice, -100)
    cite(log, clauses.TEAMWORK)
    emit(battle, log, events.ASSISTS, who, leader, dice, 0, 0)


@kernel
def give_first_aid(battle, arena, log, who, patient):
    """Give first aid: First Aid + Logic [Mental] (2); each hit above heals a point of Flesh (SS-H9).

    Success stabilizes the fallen. Enough hits at once close a bleeding neck; against slow death the hits of several tests
    on the same patient add up, one in a minute and a die fewer at each (SS-C3, SS-D10), and Medicine serves as well. A
    critical glitch costs the patient a point.
    """
    unit = battle.units[who]
    body = battle.units[patient]
    take_up_task(unit, FIRST_AID, patient)
    cite(log, clauses.FIRST_AID)
    slowly = bleeds_untreated(body)
    skill = skill_for_slow_death(arena, who) if slowly else FIRST_AID_SKILL
    pool = own_pool(battle, arena, log, who, skill, LOGIC) + tools(battle, arena, log, who, MEDKIT)
    pool += tries_before(arena, log, unit) + help_given(log, unit)
    if slowly:
        pool += rolls_before(log, unit)
        body.tended = min(arena.rules.minute, FOR_GOOD)
    hits, glitch = roll(battle, arena, log, who, patient, purposes.FIRST_AID, pool, arena.sheets[who].mental)
    hold_test(battle, who, NOBODY, FIRST_AID, patient, hits, glitch, pool).cursor = 1 if slowly else 0


@kernel
def finish_first_aid(battle, arena, log, who, patient, hits, glitch, pool, slowly):
    """Let a test of first aid take effect.

    `pool` is the dice it was rolled with; `slowly` says that it is one of several against slow death.
    """
    unit = battle.units[who]
    body = battle.units[patient]
    rules = arena.rules
    if glitch == CRITICAL_GLITCH:
        fail(battle, log, who)
        lose_blood(battle, arena, log, patient, 1)
        check_over(battle, arena, log)
        return
    if body.ailing >> BLEEDOUT & 1 and hits >= rules.bleedout_threshold:
        recover(battle, log, patient, BLEEDOUT)
    if slowly:
        if add_up(battle, arena, log, who, pool, hits, glitch, rules.slow_death_threshold) == SUCCEEDS:
            drop_task(unit)
            recover(battle, log, patient, SLOW_DEATH)
    elif hits < rules.first_aid_threshold:
        fail(battle, log, who)
    else:
        drop_task(unit)
    if hits >= rules.first_aid_threshold:
        heal(battle, arena, log, who, patient, hits - rules.first_aid_threshold)


@kernel
def heal(battle, arena, log, who, patient, points):
    """Stabilize a patient, give back points of Flesh, mend its arm, and let it come to if it can (SS-H9, SS-C3)."""
    body = battle.units[patient]
    if body.status == DOWN and body.stable == 0:
        body.stable = 1
        emit(battle, log, events.STABILIZED, who, patient, 0, 0, 0)
    if points > 0:
        end_lasting_ailments(battle, arena, log, patient)
    points = min(points, arena.sheets[patient].flesh - body.flesh)
    if points > 0:
        body.flesh += points
        emit(battle, log, events.HEALED, who, patient, points, FLESH_POOL, 0)
        survive_last_stand(battle, log, patient)
    wake(battle, arena, log, patient)


@kernel
def remedies(arena, unit):
    """Return whether a unit suffers from an ailment that it could recover from (SS-U8)."""
    for ailment in range(STIMULATED):
        if unit.ailing >> ailment & 1:
            if 0 < rounds_left(unit, ailment) < FOR_GOOD or arena.ailments[ailment].remedy > 0:
                return True
    return False


@kernel
def take_remedy(battle, arena, log, who):
    """Roll Body + Willpower: each hit takes a round off passing ailments, enough hits end others that can end (SS-U8)."""
    unit = battle.units[who]
    cite(log, clauses.REMEDY)
    pool = attribute(battle, arena, log, who, BODY) + attribute(battle, arena, log, who, WILLPOWER)
    pool += burdens(battle, arena, log, who, pool) + on_the_run(arena, log, unit)
    hits, _ = roll(battle, arena, log, who, NOBODY, purposes.REMEDY, pool, NO_LIMIT)
    emit(battle, log, events.REMEDY, who, NOBODY, hits, 0, 0)
    for ailment in range(STIMULATED):
        if unit.ailing >> ailment & 1:
            needed = arena.ailments[ailment].remedy
            if rounds_left(unit, ailment) < FOR_GOOD:
                shorten(battle, arena, log, who, ailment, hits)
            elif needed > 0 and hits >= needed:
                recover(battle, log, who, ailment)
