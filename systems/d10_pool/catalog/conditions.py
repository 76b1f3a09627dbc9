"""How d10_pool shows a unit's state besides its wound levels: conditions, signs, what others see, the meaning of rings."""

from fireteam.env.catalog.shown import CONDITIONS as SHARED
from fireteam.env.catalog.shown import Condition, Sign

PRONE, COVERED, HIDDEN, *TOGETHER = SHARED
CONDITIONS = [
    Condition("level", "", "{}", "critical", brief=True),
    PRONE,
    COVERED,
    Condition("mind", "", "{}", "hurt", brief=True),
    Condition("stunned", "", "stunned", "hurt", brief=True),
    Condition("walks", "", "walking", "text"),
    Condition("pace", "runs", "jogging", "text", brief=True),
    Condition("pace", "sprints", "running", "text", brief=True),
    Condition("full_defense", "", "dedicated dodge", "way", brief=True),
    Condition("dedicated", "", "takes {} off every attack", "way"),
    Condition("keeps", "", "keeps dice: {}", "way"),
    Condition("dice", "", "dice left: {}", "faint"),
    Condition("spent", "", "dice spent: {}", "faint"),
    Condition("committed", "", "no more this round", "faint"),
    Condition("aim", "", "rounds of aim: {}", "reach"),
    Condition("aim_at", "", "aims at {}", "reach"),
    Condition("marked", "", "marks {}", "reach"),
    Condition("off_hand", "", "{} in the other hand", "text"),
    HIDDEN,
    *TOGETHER,
    Condition("scars", "", "battle scars: {}", "faint", out=True),
]
SIGNS = [
    Sign("stunned", "*", "hurt"),
    Sign("mind", "z", "hurt"),
    Sign("committed", "!", "faint"),
    Sign("keeps", "=", "way"),
    Sign("aim", "o", "reach"),
]
SEEN = ("pace", "walks", "mind", "stunned")
LEGEND = [
    ("health", "Green ring: wound levels left. It turns amber and red, and ticks below it are battle scars."),
    ("accent", "A gold ring: who decides."),
]
CITED = {"reach": "DP-M1", "fire": "DP-R3"}
DEADLY = 4.0
