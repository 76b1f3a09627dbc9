"""The verbs of d10_pool: which of the shared ones it has, and its own; each with its rule."""

from fireteam.env.rules.verbs import *

DICE = tuple(str(dice) for dice in range(16))  # of a pool that is split

VERBS = Verbs()
VERBS.share(END, "DP-T4")
VERBS.share(PASS, "DP-A7")
VERBS.share(STEP, "DP-M1")
VERBS.share(WALK, "DP-M1")
VERBS.share(RUN, "DP-M1")
VERBS.share(TAKE_COVER, "DP-R2")
VERBS.share(DOOR, "DP-A3")
VERBS.share(RELOAD, "DP-A3")
VERBS.share(SWITCH, "DP-A3")
VERBS.share(OFF_HAND, "DP-R2")
VERBS.share(AIM, "DP-R2")
VERBS.share(SHOOT, "DP-A2")
VERBS.share(STRIKE, "DP-A1")
VERBS.share(PUNCH, "DP-A1")
VERBS.share(DODGE, "DP-R2")
VERBS.share(FULL_DEFENSE, "DP-A5")
VERBS.share(SURRENDER, "DP-T4")

# Pools that are split: how many dice are kept for a defense, or go into one.
JOG = VERBS.add(68, "jog", "DP-M1", traits=MOVES | LOUD)
KEEP_TO_DODGE = VERBS.add(69, "keep_to_dodge", "DP-A3", domain=OPTION, words=DICE, traits=STEADY | HARMS, family=DEFENDING)
KEEP_TO_PARRY = VERBS.add(70, "keep_to_parry", "DP-A3", domain=OPTION, words=DICE, traits=STEADY | HARMS, family=DEFENDING)
KEEP_TO_BRAWL = VERBS.add(71, "keep_to_brawl", "DP-A3", domain=OPTION, words=DICE, traits=STEADY | HARMS, family=DEFENDING)
DODGE_WITH = VERBS.add(72, "dodge_with", "DP-A7", domain=OPTION, words=DICE, traits=REPLY, family=DEFENDING)
PARRY_WITH = VERBS.add(73, "parry_with", "DP-A7", domain=OPTION, words=DICE, traits=REPLY, family=DEFENDING)
BRAWL_WITH = VERBS.add(74, "brawl_with", "DP-A7", domain=OPTION, words=DICE, traits=REPLY, family=DEFENDING)
# One steady shot where the gun could fire more; a burst over everybody who was marked, and what of it goes to each.
SINGLE_SHOT = VERBS.add(75, "single_shot", "DP-A2", domain=ENEMY, traits=STEADY | PROVOKES | HARMS, family=SHOOTING)
MARK = VERBS.add(76, "mark", "DP-A6", domain=ENEMY, traits=STEADY | HARMS, family=SHOOTING)
SPRAY = VERBS.add(77, "spray", "DP-A6", traits=PROVOKES | HARMS, family=SHOOTING)
GIVE = VERBS.add(78, "give", "DP-A6", domain=OPTION, words=DICE, traits=REPLY, family=SHOOTING)
