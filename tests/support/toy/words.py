"""The toy's words: its verbs and events."""

from fireteam.env.rules.events import DAMAGE, ROUND, STEP, Kinds
from fireteam.env.rules.verbs import DODGE, END, PASS, SHOOT, Verbs
from fireteam.env.rules.verbs import STEP as MOVE

VERBS = Verbs()
for number, rule in {END: "TOY-2", PASS: "TOY-3", DODGE: "TOY-3", MOVE: "TOY-2", SHOOT: "TOY-1"}.items():
    VERBS.share(number, rule)

EVENTS = Kinds({ROUND: "TOY-2", STEP: "TOY-2", DAMAGE: "TOY-1"})
