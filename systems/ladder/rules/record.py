"""The records of ladder: the fields of its battles, arenas and logs beyond the shared ones (`rules/record.py`)."""

from fireteam.env.rules.arena import MAX_WEAPONS, arena_of
from fireteam.env.rules.log import log_of
from fireteam.env.rules.record import battle_of, frame_of, gapless, unit_of

from ..words.purposes import PURPOSES
from ..words.verbs import VERBS
from .tables import RULES, SHEET, TAILS, WEAPON

MAX_DEPTH = 3  # of the stack: a phase, a grapple that waits for an answer, and room
MAX_WEAPON_MODELS = 64
ROOM_FOR_VERBS = 112  # so that a new verb does not change the layout, nor what replays check
MOST_ITEMS = 6  # of a plan

DECLARING, RESOLVING = 1, 2  # passes of a turn (LD-T1)

# Kinds of pending business on the stack.
PHASE, CLINCH = range(2)  # of FRAME.kind

# What has become of an item of a plan.
PENDING, DONE, LAPSED = range(3)
STATES = ("pending", "done", "lapsed")

# Where a unit bears its shield (LD-C2).
BEARINGS = ("", "on the back", "in both hands", "on the arm")
NOWHERE_BORNE, ON_BACK, IN_HANDS, ON_ARM = range(len(BEARINGS))

HELD_WEAPON = gapless([("ammo", "i2"), ("spare", "i1")])

ITEM = gapless(
    [
        ("verb", "i1"),
        ("argument", "i1"),
        ("state", "i1"),  # PENDING to LAPSED
        ("sham", "i1"),  # of a feint: the verb of the attack that its target takes it for, 0 if it does not (LD-G5)
    ],
)

UNIT = unit_of(
    len(PURPOSES),
    [
        ("level", "i1"),  # wound level (LD-H2)
        # what it has declared (LD-T1)
        ("plan", ITEM, MOST_ITEMS),
        ("items", "i1"),
        ("actions", "i1"),  # of them, those that count as actions (LD-A1)
        # movement
        ("metres", "i2"),  # that are left of the movement roll
        # attack and defense
        ("hand", "i1"),  # weapon slot in hand, BARE_HANDS for none
        ("off_hand", "i1"),
        ("held", HELD_WEAPON, MAX_WEAPONS),
        ("aim", "i1"),  # turns spent aiming
        ("aim_at", "i1"),
        ("awaits", "i1"),  # whom its shot waits for, in this turn
        # shield
        ("bearing", "i1"),  # of BEARINGS
        ("kept_up", "i1"),  # the only one against whom the shield is up in this turn, NOBODY for everybody
        ("warded", "i4"),  # against whom it was up in this turn, a bit each
        # holding and being held
        ("holds", "i1"),
        ("held_by", "i1"),
        ("pinned", "i1"),
        ("strangles", "i1"),  # outcome of the garrote with which it holds somebody, 0 for none
        ("resisted", "i1"),  # has used its action on resisting a grapple in this turn, having declared none
        ("gripped", "i1"),  # has spent an action on its hold in this turn
    ],
)

FRAME = frame_of([])

BATTLE = battle_of(
    UNIT,
    FRAME,
    MAX_DEPTH,
    [
        ("backwards", "i1"),  # from which end of the roster equals are taken in this turn
        ("shams", "i2"),  # feints that somebody takes for attacks
    ],
    verbs=VERBS,
    room=ROOM_FOR_VERBS,
)

ARENA = arena_of(
    RULES,
    SHEET,
    UNIT,
    [
        ("weapons", WEAPON, MAX_WEAPON_MODELS),
        ("tails", "f4", TAILS),  # chances of outcomes by the numbers of the rules, see `attack/chance.py`
    ],
)

LOG = log_of(BATTLE)
