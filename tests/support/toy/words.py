"""The toy's words: its verbs and events."""

from fireteam.env.rules import events, verbs

VERBS = verbs.Verbs()
for _name, _rule in {"END": "TOY-2", "PASS": "TOY-3", "DODGE": "TOY-3", "STEP": "TOY-2", "SHOOT": "TOY-1"}.items():
    VERBS.share(getattr(verbs, _name), _rule)
EVENTS = events.Kinds({events.ROUND: "TOY-2", events.STEP: "TOY-2", events.DAMAGE: "TOY-1"})
