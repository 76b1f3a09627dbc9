"""The verbs of ladder: which of the shared ones it has, and its own; each with its rule."""

from fireteam.env.rules.verbs import *

VERBS = Verbs()
VERBS.share(END, "LD-T1")
VERBS.share(PASS, "LD-G1")
VERBS.share(STEP, "LD-A3")
VERBS.share(WALK, "LD-A3")
VERBS.share(TAKE_COVER, "LD-C1")
VERBS.share(DOOR, "LD-A1")
VERBS.share(RELOAD, "LD-A1")
VERBS.share(SWITCH, "LD-A1")
VERBS.share(OFF_HAND, "LD-A1")
VERBS.share(DROP, "LD-C2")
VERBS.share(AIM, "LD-A4")
VERBS.share(SHOOT, "LD-R1")
VERBS.share(VOLLEY, "LD-A5")
VERBS.share(STRIKE, "LD-R1")
VERBS.share(PUNCH, "LD-R1")
VERBS.share(GRAPPLE, "LD-G1")
VERBS.share(HOLD_ON, "LD-G1")
VERBS.share(LET_GO, "LD-G1")
VERBS.share(BREAK_FREE, "LD-G3")
VERBS.share(SURRENDER, "LD-T1")

# What is declared before anything is done: whose attacks are met and how, attacks through a shield or through
# cover, a shot that waits until somebody shows himself.
DODGE_ATTACKS = VERBS.add(79, "dodge_attacks", "LD-R1", domain=ENEMY, traits=FEET, family=DEFENDING)
PARRY_ATTACKS = VERBS.add(80, "parry_attacks", "LD-R1", domain=ENEMY, traits=FEET | HANDS, family=DEFENDING)
SHIELD_PARRY = VERBS.add(81, "shield_parry", "LD-C2", domain=ENEMY, traits=FEET | HANDS, family=DEFENDING)
SHIELD_STRIKE = VERBS.add(82, "shield_strike", "LD-C2", domain=ENEMY, traits=FEET | HARMS, family=STRIKING)
STRIKE_THROUGH = VERBS.add(83, "strike_through", "LD-C2", domain=ENEMY, traits=FEET | HARMS, family=STRIKING)
SHOOT_THROUGH = VERBS.add(84, "shoot_through", "LD-C1", domain=ENEMY, traits=STEADY | PROVOKES | HARMS, family=SHOOTING)
AWAIT = VERBS.add(85, "await", "LD-C1", domain=ENEMY, traits=STEADY | HARMS, family=AIMING)
FEINT = VERBS.add(86, "feint", "LD-G5", domain=ENEMY, traits=FEET | HARMS, family=STRIKING)
GARROTE = VERBS.add(87, "garrote", "LD-G4", domain=ENEMY, traits=FEET | HANDS | LOUD | HARMS, family=STRIKING)
STRAP_SHIELD = VERBS.add(88, "strap_shield", "LD-C2", traits=HANDS, family=GEAR)  # off the back, then onto the arm
UNSTRAP_SHIELD = VERBS.add(89, "unstrap_shield", "LD-C2", family=GEAR)
RESIST = VERBS.add(
    90, "resist", "LD-G1", traits=REPLY, family=DEFENDING
)  # a grapple, with an action that was meant for something else
