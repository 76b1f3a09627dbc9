"""The records of the compiled bots: the weights of a doctrine, and the memory of a unit."""

from typing import NamedTuple

import numpy as np

from fireteam.env.rules.numbered import number

from .orders import ORDER_FIELDS

# Kinds of bots. One that is asked decides nothing: its decisions come from outside. So do those of one that is shown the
# battle, in single actions, however others decide.
RANDOM, DOCTRINE, ASKED, NETWORK, SHOWN = range(5)
MOST_NUMBERS = 131072  # of a network


class Weight(NamedTuple):
    """A weight of a doctrine: its name, its default, and its meaning."""

    name: str
    default: float
    meaning: str


WEIGHTS: list[Weight] = []


def _weight(name: str, default: float, meaning: str) -> int:
    return number(WEIGHTS, Weight(name, default, meaning))


# Worth is counted in enemies: 1 is an enemy taken out for certain.
ATTACK = _weight("attack", 1.0, "worth of the damage expected of an attack, as a share of the target's life")
FINISH = _weight("finish", 0.3, "the same once more for targets that are wounded already (focus fire)")
THREAT = _weight("threat", 0.3, "the same once more, the more harm the target could do")
MELEE = _weight("melee", 1.0, "liking for blows and charges: their worth is multiplied by it")
AIM = _weight("aim", 1.0, "liking for aiming before a shot: the worth of the better shot is multiplied by it")
SUPPRESS = _weight("suppress", 0.1, "worth of pinning an enemy for certain")
RESERVE = _weight("reserve", 0.01, "worth of an action point kept for interrupts")
COVER = _weight("cover", 1.0, "liking for Take Cover, against the harm it spares")
DANGER = _weight("danger", 1.0, "weight of the harm a place is exposed to")
WOUNDED_CARE = _weight("wounded_care", 1.0, "how much more a wounded unit minds danger: 1 doubles it at no life left")
OFFENSE = _weight("offense", 1.0, "weight of the harm that can be done from a place")
APPROACH = _weight("approach", 0.02, "worth of a metre nearer to the nearest enemy")
DISTANCE = _weight("distance", 0.0, "metres that are kept from the nearest enemy")
HOLD = _weight("hold", 0.0, "worth of not moving at all")
RUN = _weight("run", 0.1, "what a place must be worth more if one has to run to it")
OBJECTIVE = _weight("objective", 0.05, "worth of a metre nearer to the team's objective")
COHESION = _weight("cohesion", 0.0, "worth of a metre nearer to the nearest friend")
SALLY = _weight("sally", 0.0, "how much less danger counts before the attack of a phase: 1 is not at all")
RETREAT = _weight("retreat", 0.0, "how much less offense counts after the attack of a phase: 1 is not at all")
ANSWER = _weight("answer", 1.0, "liking for interrupts: the harm they spare is multiplied by it")
BLAST = _weight("blast", 1.0, "liking for grenades, rockets and charges: their worth is multiplied by it")
HEAL = _weight("heal", 0.5, "liking for first aid and for getting the fallen away: its worth is multiplied by it")
CALL = _weight("call", 0.0, "liking for called shots: what their effects are worth is multiplied by it")
WAIT = _weight("wait", 0.0, "worth of a delayed action where nothing can be done now")
BREAK = _weight("break", 1.0, "liking for breaking through barriers where there is no way around")
NOISE = _weight("noise", 0.02, "share by which worths are shaken, so that bots do not repeat themselves")
PROTECT = _weight("protect", 0.05, "worth of a metre nearer to whom the unit protects, and to the way of that one's enemies")
SEEK = _weight("seek", 0.02, "worth of a metre nearer to where enemies are, were or may be, for who has found nothing to do")

# The rule systems in which a doctrine may have weights of its own: a row of `plain` for each, and the first for all others.
SYSTEM_ROWS = ("", "d10_pool", "ladder")

# `weights` are those of a row of `plain`, as the temper of the unit played last changes them; `taken` says which these are.
# A network has the weights of the doctrine that proposes orders to it, and numbers of its own (`..network.layers`).
PARAMETERS = np.dtype(
    [
        ("kind", "i1"),
        ("taken", "i1"),
        ("seed", "i8"),
        ("weights", "f8", len(WEIGHTS)),
        ("plain", "f8", (len(SYSTEM_ROWS), len(WEIGHTS))),
        ("temperature", "f4"),  # at which a network draws; 0 takes what it thinks best
        ("shaping", "f4"),  # weight of the potential in what a network has learned to expect
        ("numbers", "f4", MOST_NUMBERS),
    ],
    align=True,
)

# What a unit remembers: its order, how far it has come with it and what was known when it was given; then, of who weighs
# places, when it did so last and what the best one was worth more than where it stood. `breach` is where it stands to break
# through, if there is no other way. The rest is for who goes looking (`memory.py`).
MEMORY = np.dtype(
    [
        *ORDER_FIELDS,
        ("stage", "i1"),  # of the order: see `carry_out.py`
        ("turn", "i4"),  # in which it was given
        ("life", "i2"),  # that the unit had left then
        ("foes", "i4"),  # enemies that its team knew then, a bit each
        ("clock", "i4"),
        ("breach", "i2"),
        ("worth", "f4"),
        ("busy", "i2"),  # round in which it last could do harm from where it stood or went
        ("seen", "i2"),  # 1 + the tile where it last knew an enemy; 0 for none, or once nobody is found there
        ("ground", "i2"),  # 1 + the tile that it looks at next, where it knows of nobody; 0 for none
        ("looked", "i2"),  # how many such tiles it has chosen
    ],
    align=True,
)
