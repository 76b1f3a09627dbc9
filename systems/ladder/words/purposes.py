"""The purposes of rolls in ladder."""

from fireteam.env.rules.purposes import Purposes

PURPOSES = Purposes()
INITIATIVE = PURPOSES.add("initiative", "LD-T1")
COIN = PURPOSES.add("coin", "LD-T1")
MOVEMENT = PURPOSES.add("movement", "LD-A3")
ATTACK = PURPOSES.add("attack", "LD-R1")
EVASION = PURPOSES.add("evasion", "LD-R1", answers=True)
GRAPPLE = PURPOSES.add("grapple", "LD-G1")
RESISTANCE = PURPOSES.add("resistance", "LD-G1", answers=True)
BREAK = PURPOSES.add("breaking free", "LD-G3")
GRIP = PURPOSES.add("grip", "LD-G3", answers=True)
FEINT = PURPOSES.add("feint", "LD-G5")
INSIGHT = PURPOSES.add("insight", "LD-G5", answers=True)
