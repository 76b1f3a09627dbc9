"""How Swan Song shows a unit's state besides its pools: conditions, signs, what others see, the meaning of rings."""

from fireteam.env.catalog.shown import CONDITIONS as SHARED
from fireteam.env.catalog.shown import Condition, Sign

PRONE, COVERED, HIDDEN, *TOGETHER = SHARED
CONDITIONS = [
    PRONE,
    COVERED,
    Condition("pace", "runs", "running", "text", brief=True),
    Condition("pace", "sprints", "sprinting", "text", brief=True),
    Condition("pinned", "", "pinned", "hurt", brief=True),
    Condition("full_defense", "", "full defense", "way", brief=True),
    Condition("wounds", "", "wounds {}", "critical", brief=True),
    Condition("aim", "", "aim +{}", "reach"),
    Condition("surprised", "", "surprised", "hurt"),
    Condition("stunned", "", "stunned", "hurt"),
    HIDDEN,
    Condition("last_stand", "", "last stand", "accent"),
    Condition("jammed", "", "weapon must be readied", "hurt"),
    Condition("stable", "", "stable", "good", out=True),
    Condition("delay", "waits", "waiting", "faint"),
    Condition("delay", "late", "late", "faint"),
    Condition("delay", "goes_after", "goes after", "faint"),
    Condition("delay", "goes_together", "goes along", "faint"),
    Condition("delay", "keeps_free", "keeps its free action", "faint"),
    Condition("delay", "takes_free", "takes its free action", "faint"),
    Condition("delay", "lost", "has waited too long", "faint"),
    Condition("aim_at", "", "aims at {}", "reach"),
    Condition("charge", "", "charges {}", "reach"),
    Condition("holds", "", "holds {}", "hurt"),
    Condition("held_by", "", "held by {}", "hurt"),
    *TOGETHER,
    Condition("ails", "", "{}", "critical"),
]
SIGNS = [
    Sign("pinned", "v", "hurt"),
    Sign("surprised", "?", "hurt"),
    Sign("stunned", "*", "hurt"),
    Sign("delay", "...", "faint"),
    Sign("held_by", "#", "hurt"),
    Sign("ails", "+", "critical"),
    Sign("aim", "o", "reach"),
]
SEEN = ("pace", "pinned", "holds", "held_by", "surprised", "delay")
LEGEND = [
    ("health", "Green ring: health. It turns amber and red, and ticks below it are wounds."),
    ("strain", "Violet ring: strain."),
    ("armour", "Pale ring: armor points of machines; blue: a shield."),
    ("accent", "Dots below: action points left. A gold ring: who decides."),
]
CITED = {"dents": "SS-B3", "zones": "SS-U6", "reach": "SS-I1", "fire": "SS-B1"}
DEADLY = 12.0
