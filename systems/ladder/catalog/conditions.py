"""How ladder shows a unit's state besides its wound levels: conditions, signs, what others see, the meaning of rings."""

from fireteam.env.catalog.shown import CONDITIONS as SHARED
from fireteam.env.catalog.shown import Condition, Sign

PRONE, COVERED, HIDDEN, *TOGETHER = SHARED
CONDITIONS = [
    Condition("level", "", "{}", "critical", brief=True),
    COVERED,
    Condition("intends", "", "declares: {}", "accent"),
    Condition("actions", "", "actions: {}", "faint"),
    Condition("shield", "", "shield {}", "good", brief=True),
    Condition("kept_up", "", "shield up against {}", "good"),
    Condition("held_by", "", "held by {}", "hurt", brief=True),
    Condition("pinned", "", "pinned", "hurt", brief=True),
    Condition("holds", "", "holds {}", "way", brief=True),
    Condition("strangles", "", "strangles it", "critical"),
    Condition("aim", "", "turns of aim: {}", "reach"),
    Condition("aim_at", "", "aims at {}", "reach"),
    Condition("awaits", "", "waits for {}", "reach"),
    Condition("off_hand", "", "{} in the other hand", "text"),
    HIDDEN,
    *TOGETHER,
]
SIGNS = [
    Sign("pinned", "_", "hurt"),
    Sign("held_by", "%", "hurt"),
    Sign("holds", "&", "way"),
    Sign("on_arm", "(", "good"),
    Sign("aim", "o", "reach"),
]
SEEN = ("plan", "intends", "actions", "shield", "on_arm", "holds", "held_by", "pinned")
LEGEND = [
    ("health", "Green ring: wound levels left. It turns amber and red."),
    ("accent", "A gold ring: who decides. Arrows: what was declared; they fade as it is done."),
]
CITED = {"reach": "LD-A3", "fire": "LD-R1"}
DEADLY = 4.0
