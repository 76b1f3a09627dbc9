"""Attacks that are tried: how one goes if so many dice hit, found out on copies of a battle; see `in_battle.py`."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...battle import Battle
from ...observe.actions import Action
from ...observe.events import Event
from ...rules.ground.grid import DX, DY
from ...rules.verbs import PUNCH, STEP, STRIKE
from ..dice import Throw, Trial
from ..overlays import paths

SETTLED = ("miss", "graze", "hit")  # events that end an attack
HIT, MISS = 5, 2  # faces
MOST_STEPS = 12  # decisions of one attack
FARTHEST = 100  # metres that a charge is followed


class Course(NamedTuple):
    """How an attack went that was tried.

    Attributes:
        declared: the event that began it, None if it had begun before.
        attack, defense: the rolls.
        outcome: the event that ended it.
        arrives: damage value before soak, 0 if nothing gets to the body. soak: dice against it.
        most: points that a called shot can do at most, None if that is no bound here.
    """

    declared: Event | None
    attack: Event
    defense: Event
    outcome: str
    arrives: int
    soak: int
    most: int | None


def attempt(
    battle: Battle, action: Action, reply: str, attacker: str, target: str, hits: int, defended: int
) -> Course | None:
    """Return how an attack goes if the attacker scores so many hits, as far as its dice go, and the target so many.

    Nobody else scores any; who is asked on the way passes, the target of a new attack answers with `reply`. None if the
    action begins or answers no attack of one against one.
    """
    return _course(_told(battle, action, reply, attacker, target, hits, defended), attacker, target)


def _told(battle: Battle, action: Action, reply: str, attacker: str, target: str, hits: int, defended: int) -> list[Event]:
    """Return what happens in an attack until it is settled; see `attempt`."""

    def faces(throw: Throw) -> list[int]:
        scored = 0
        if (throw.unit, throw.purpose) == (attacker, "attack"):
            scored = min(hits, throw.dice)
        elif (throw.unit, throw.purpose) == (target, "defense"):
            scored = min(defended, throw.dice)
        elif throw.purpose == "barrier":
            scored = round(throw.dice / 3)
        return [HIT] * scored + [MISS] * (throw.dice - scored)

    told: list[Event] = []
    wanted: Action | str = action
    for _ in range(MOST_STEPS):
        battle, events = _stepped(battle, wanted, faces)
        told += events
        decision = battle.decision
        if decision is None or decision.kind == "act" or any(event.kind in SETTLED for event in events):
            break
        open_now = [battle.words(choice) for choice in battle.legal()]
        wanted = "pass" if "pass" in open_now else open_now[0]
        if decision.kind == "defend" and decision.unit == target and reply in open_now:
            wanted, reply = reply, "pass"
    return told


def _stepped(battle: Battle, action: Action | str, faces: Callable[[Throw], list[int]]) -> tuple[Battle, list[Event]]:
    """Return a copy of a battle after a step in which each throw shows the faces that a function gives, and its events."""
    trial = Trial(battle, action)
    throws = trial.throws()
    try:
        throw = next(throws)
        while True:
            throw = throws.send(faces(throw))
    except StopIteration:  # the last run had all dice
        return trial.battle, trial.events


def _course(told: Sequence[Event], attacker: str, target: str) -> Course | None:
    """Read how an attack went from what was told; None if it was none, or never came to its end."""
    declared = attack = defense = None
    for number, event in enumerate(told):
        if event.kind == "attack" and (event.actor, event.target) == (attacker, target):
            declared = event
        elif event.kind == "roll" and event.numbers["purpose"] == "attack" and event.actor == attacker:
            attack = event
        elif event.kind == "roll" and event.numbers["purpose"] == "defense" and event.actor == target:
            defense = event
        elif event.kind in SETTLED and (event.actor, event.target) == (attacker, target) and attack and defense:
            arrives, soak, most = _landed(told[number + 1 :], target)
            return Course(declared, attack, defense, event.kind, arrives, soak, most)
    return None


def _landed(after: Sequence[Event], target: str) -> tuple[int, int, int | None]:
    """Read from what was told after its outcome what of an attack arrives, the dice against it, and its most points."""
    arrives = soak = 0
    most = None
    for event in after:
        if event.kind == "phase_ends" or (event.kind == "soaked" and arrives):
            break
        if event.kind == "roll" and event.numbers["purpose"] == "soak" and event.actor == target:
            soak = len(event.dice)
        elif event.kind == "soaked" and event.actor == target:
            arrives = int(event.numbers["damage"] or 0)
        elif event.kind == "location_hit" and event.target == target and arrives:
            felt = int(event.numbers["damage"] or 0)
            most = felt if felt < arrives else None
    return arrives, soak, most


def run_up(battle: Battle, who: str, charge: Action) -> tuple[Battle, Action] | None:
    """Return a copy of a battle in which a charge has reached its target, and the blow that is then open; None if none is.

    It runs the cheapest way to a tile beside its target. All but its last step is taken in one leap.
    """
    names = [fighter.name for fighter in battle.field.roster]
    width = battle.field.drawing.width
    battle, _ = _stepped(battle, charge, lambda throw: [MISS] * throw.dice)
    if battle.decision is None or battle.decision.unit != who:
        return None
    unit, target = battle.unit(who), battle.record[0]["units"][charge.argument]
    near = {
        (int(target["y"]) + dy) * width + int(target["x"]) + dx
        for dx in range(-1, int(target["side"]) + 1)
        for dy in range(-1, int(target["side"]) + 1)
    }
    found = [
        (path.metres, tile, path.steps) for tile, path in paths(battle, names.index(who), FARTHEST).items() if tile in near
    ]
    for _, tile, steps in sorted(found):
        x, y = tile % width - DX[steps[-1]], tile // width - DY[steps[-1]]
        twin = battle.copy()
        unit = twin.unit(who)
        unit["x"], unit["y"], unit["run_left"] = x, y, FARTHEST
        twin.record[0]["open"][STEP] |= 1 << steps[-1]
        twin, _ = _stepped(twin, Action(STEP, steps[-1]), lambda throw: [MISS] * throw.dice)
        for _ in range(MOST_STEPS):
            if twin.decision is None or twin.decision.kind == "act":
                break
            twin, _ = _stepped(twin, twin.legal()[0], lambda throw: [MISS] * throw.dice)
        for verb in (STRIKE, PUNCH):
            blow = Action(verb, charge.argument)
            if twin.decision is not None and twin.decision.unit == who and blow in twin.legal():
                return twin, blow
    return None
