"""The records of d10_pool: the fields of its battles, arenas and logs beyond the shared ones (`rules/record.py`)."""

from fireteam.env.rules.arena import MAX_WEAPONS, arena_of
from fireteam.env.rules.log import log_of
from fireteam.env.rules.record import battle_of, frame_of, gapless, unit_of

from ..words.purposes import PURPOSES
from ..words.verbs import VERBS
from .tables import RULES, SHEET, WEAPON

MAX_DEPTH = 3  # of the stack: a phase, the attack made in it, and room
MAX_WEAPON_MODELS = 64
ROOM_FOR_VERBS = 96  # so that a new verb does not change the layout, nor what replays check
UNSPLIT = 100  # smallest pool of a round in which nothing has been done yet

# Kinds of pending business on the stack.
PHASE, ATTACK = range(2)  # of FRAME.kind
FREE_PHASE = 2  # a phase in which the surprised are attacked (DP-T3)

# The pace of a turn (DP-M1).
STILL, WALKS, JOGS, RUNS = range(4)

HELD = gapless([("ammo", "i2"), ("spare", "i1")])

UNIT = unit_of(
    len(PURPOSES),
    [
        ("level", "i1"),  # wound level (DP-H3)
        ("scars", "i1"),  # (DP-H5)
        ("stunned", "i1"),  # rounds it is still unable to act in, this one included (DP-H4)
        ("mind", "i1"),  # of MINDS
        # surprise (DP-T3), while it lasts
        ("stealth", "i1"),  # successes of Stealth, -1 for none rolled
        ("alert", "i1"),  # successes of Alertness
        # the dice of the round (DP-A3)
        ("cap", "i1"),  # the smallest of the pools used so far, UNSPLIT for none
        ("spent", "i1"),  # dice that have gone into actions
        ("kept", "i1"),  # dice that the plan keeps for a defense, while it has not attacked
        ("kept_for", "i1"),  # ability that they are kept for
        ("planned", "i1"),  # has made its plan of this round: it can only be taken back
        ("committed", "i1"),  # nothing more in this round: a committed action, or a botch (DP-A4)
        ("dedicated", "i1"),  # 1 + successes of its dedicated dodge, 0 for none (DP-A5)
        ("begun", "i1"),  # has taken a step or cover in its turn of this round: the entire turn can go into nothing else
        # movement
        ("gait", "i1"),  # the pace that it has declared for its turn, STILL for none
        ("pace", "i1"),  # the one at which it goes: from its first step until the next own phase
        ("metres", "i2"),  # that are left of the pace
        # attack and defense
        ("hand", "i1"),  # weapon slot in hand, BARE_HANDS for none
        ("off_hand", "i1"),
        ("held", HELD, MAX_WEAPONS),
        ("aim", "i1"),  # rounds spent aiming
        ("aim_at", "i1"),
        ("marked", "i4"),  # whom its next burst is spread over, a bit each (DP-A6)
        ("answer", "i1"),  # ability with which it meets the attack that is under way, NO_ABILITY for none
        ("answer_dice", "i1"),
        ("given", "i1"),  # successes of that attack that are meant for it
    ],
)

FRAME = frame_of(
    [
        ("weapon", "i1"),  # model
        ("slot", "i1"),
        ("single", "i1"),  # one steady shot (DP-A2)
        ("dice", "i1"),
        ("successes", "i1"),  # of the attack roll; those not yet divided
        ("targets", "i4"),  # units, a bit each
        ("asked", "i4"),  # those of them that have been asked
    ],
)

BATTLE = battle_of(UNIT, FRAME, MAX_DEPTH, [("backwards", "i1")], verbs=VERBS, room=ROOM_FOR_VERBS)

ARENA = arena_of(RULES, SHEET, UNIT, [("weapons", WEAPON, MAX_WEAPON_MODELS)])

LOG = log_of(BATTLE)
