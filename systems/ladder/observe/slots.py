"""What an observation of ladder shows of each unit."""

from fireteam.env.observe.features import Feature, numbering
from fireteam.env.observe.units import SHARED

SLOT: list[Feature] = list(SHARED)
_slot = numbering(SLOT)
TO_ACT = _slot("to_act", "1 if its phase of this pass is still to come")
ACTIONS = _slot("actions", "actions it has declared for this turn / 6")
ATTACKS_ME = _slot("attacks_me", "attacks on me that it has declared and not made / 2")
MY_ATTACKS = _slot("my_attacks", "attacks on it that I have declared and not made / 2")
I_EVADE = _slot("i_evade", "1 if I have declared an evasion against it")
ATTACKED = _slot("attacked", "attacks on it that others than its team have declared and not made / 2")
EVADES_ME = _slot("evades_me", "1 if it has declared an evasion against me")
WALKS = _slot("walks", "1 if it has declared that it moves")
AIMS = _slot("aims", "1 if it has declared that it aims at me")
AIMED = _slot("aim", "turns it has spent aiming / 3")
SHIELD = _slot("shield", "1 with a shield on its arm")
HOLDS = _slot("holds", "1 while it holds somebody")
HELD = _slot("held", "0.5 while somebody holds it, 1 if it is pinned")
