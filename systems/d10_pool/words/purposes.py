"""The purposes of rolls in d10_pool."""

from fireteam.env.rules.purposes import Purposes

PURPOSES = Purposes()
INITIATIVE = PURPOSES.add("initiative", "DP-T1")
COIN = PURPOSES.add("coin", "DP-T1")
STEALTH = PURPOSES.add("stealth", "DP-T3")
ALERTNESS = PURPOSES.add("alertness", "DP-T3")
ATTACK = PURPOSES.add("attack", "DP-A1")
DEFENSE = PURPOSES.add("defense", "DP-A7", answers=True)
DEDICATED_DODGE = PURPOSES.add("dedicated dodge", "DP-A5", answers=True)
DAMAGE = PURPOSES.add("damage", "DP-H1")
