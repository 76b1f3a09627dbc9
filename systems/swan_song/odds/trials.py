"""Trial attacks: the course of an attack with given hits, found on copies of a battle; see `in_battle.py`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fireteam.env.analysis.dice import Throw, Trial
from fireteam.env.analysis.overlays import paths
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.observe.events import Event
from fireteam.env.rules.ground.grid import DX, DY

from ..rules.chances import HITS
from ..words.verbs import PUNCH, STEP, STRIKE

SETTLED = ("miss", "graze", "hit")  # events that end an attack
STOPPED = "stopped"  # what becomes of one that ends with none of them: what stands between has it
HIT, MISS = 5, 2  # faces
MOST_STEPS = 12  # decisions of one attack
FARTHEST = 100  # metres that a charge is followed


class Course(NamedTuple):
    """The course of a trial attack.

    Attributes:
        chance: its chance among the courses with the same hits: an obstacle may roll dice, too (SS-B4).
        declared: the event that began it, None if it had begun before.
        attack, defense: the rolls.
        way: the event that ended it, or STOPPED.
        arrives: damage value before soak, 0 if nothing gets to the body. soak: dice against it.
    """

    chance: float
    declared: Event | None
    attack: Event
    defense: Event
    way: str
    arrives: int
    soak: int


class Tried(NamedTuple):
    """The trial of an attack: attacker, target, action, and the target's answer if the attack is new."""

    battle: Battle
    action: Action
    reply: str
    attacker: str
    target: str

    def courses(self, hits: int, defended: int) -> list[Course]:
        """Return the possible courses of an attack if the attacker scores `hits` hits and the target `defended`.

        Nobody else scores any; other units that are asked pass. Barriers roll real dice. None if the action is neither an
        attack on one target nor an answer to one.
        """

        def shows(throw: Throw) -> Iterable[tuple[float, list[int]]]:
            if throw.purpose == "barrier":
                return [(float(HITS[throw.dice, scored]), faces_of(scored, throw.dice)) for scored in range(throw.dice + 1)]
            scored = 0
            if (throw.unit, throw.purpose) == (self.attacker, "attack"):
                scored = min(hits, throw.dice)
            elif (throw.unit, throw.purpose) == (self.target, "defense"):
                scored = min(defended, throw.dice)
            return [(1.0, faces_of(scored, throw.dice))]

        def branches(battle: Battle, action: Action, reply: str, left: int) -> Iterator[tuple[float, list[Event]]]:
            """Yield the possible events until the attack is settled, each with its chance."""
            trial = Trial(battle, action)
            for chance, events in trial.courses(shows):
                twin = trial.battle.copy()
                decision = twin.decision
                if decision is None or decision.kind == "act" or not left or any(event.kind in SETTLED for event in events):
                    yield chance, events
                    continue
                open_now = {twin.words(choice): choice for choice in twin.legal()}
                wanted, later = open_now.get("pass", next(iter(open_now.values()))), reply
                if decision.kind == "defend" and decision.unit == self.target and reply in open_now:
                    wanted, later = open_now[reply], "pass"
                for part, rest in branches(twin, wanted, later, left - 1):
                    yield chance * part, events + rest

        found = [self._course(*each) for each in branches(self.battle, self.action, self.reply, MOST_STEPS)]
        return [course for course in found if course is not None]

    def _course(self, chance: float, events: Sequence[Event]) -> Course | None:
        """Read the course of the attack from the events; None if there was no attack."""
        declared = attack = defense = None
        pair = (self.attacker, self.target)
        for number, event in enumerate(events):
            if event.kind == "attack" and (event.actor, event.target) == pair:
                declared = event
            elif event.kind == "roll" and event.numbers["purpose"] == "attack" and event.actor == self.attacker:
                attack = event
            elif event.kind == "roll" and event.numbers["purpose"] == "defense" and event.actor == self.target:
                defense = event
            elif event.kind in SETTLED and (event.actor, event.target) == pair and attack and defense:
                return Course(chance, declared, attack, defense, event.kind, *landed(events[number + 1 :], self.target))
        return Course(chance, declared, attack, defense, STOPPED, 0, 0) if attack and defense else None


def faces_of(hits: int, dice: int) -> list[int]:
    """Return the faces of `dice` dice of which `hits` hit."""
    return [HIT] * hits + [MISS] * (dice - hits)


def landed(after: Sequence[Event], target: str) -> tuple[int, int]:
    """Read from the events after an attack what gets to the target, and the dice against it."""
    arrives = soak = 0
    for event in after:
        if event.kind == "phase_ends" or (event.kind == "soaked" and arrives):
            break
        if event.kind == "roll" and event.numbers["purpose"] == "soak" and event.actor == target:
            soak = len(event.dice)
        elif event.kind == "soaked" and event.actor == target:
            arrives = int(event.numbers["damage"] or 0)
    return arrives, soak


def run_up(battle: Battle, who: str, charge: Action) -> tuple[Battle, Action] | None:
    """Return a copy of a battle in which a charge has reached its target, and the blow that is then open; None if none is.

    It runs the cheapest way to a tile beside its target. All but its last step is taken in one leap.
    """
    names = [fighter.name for fighter in battle.field.roster]
    width = battle.field.drawing.width
    battle = step_without_hits(battle, charge)
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
        if len(steps) > 1:  # it has run here, out of melee
            unit["rushing"], unit["amid"] = 1, 0
        twin.record[0]["open"][STEP] |= 1 << steps[-1]
        twin = step_without_hits(twin, Action(STEP, steps[-1]))
        for _ in range(MOST_STEPS):
            if twin.decision is None or twin.decision.kind == "act":
                break
            twin = step_without_hits(twin, twin.legal()[0])
        for verb in (STRIKE, PUNCH):
            blow = Action(verb, charge.argument)
            if twin.decision is not None and twin.decision.unit == who and blow in twin.legal():
                return twin, blow
    return None


def step_without_hits(battle: Battle, action: Action) -> Battle:
    """Return a copy of a battle after a step in which no die hits."""
    trial = Trial(battle, action)
    for _ in trial.courses(lambda throw: [(1.0, faces_of(0, throw.dice))]):
        pass
    return trial.battle
