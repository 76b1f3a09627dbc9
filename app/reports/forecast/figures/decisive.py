"""The roll that decided most often: which one moved the party's chance most, in a sample of the battles.

The chance before a roll is measured with the same decision and all its dice thrown anew. The chance after it is measured
from the battle as it went on, again with other dice from there. The difference is the luck of the roll, not the choice.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from fireteam.agents.bots import CompiledBot
from fireteam.agents.factory import reseeded
from fireteam.agents.series.playouts import Playouts
from fireteam.agents.series.series import play
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.observe.events import Event
from fireteam.env.replay.narrate import weapon_words
from fireteam.env.rules.events import BY_BLAST, BY_WEAPON, HURTS
from fireteam.env.rules.record import copied
from fireteam.env.rules.systems import Port
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.setup import Field

from ..model import Decisive
from .fights import Fought, lineup
from .names import unit_words

SAMPLE = 24  # battles
COARSE, FINE = 16, 96  # playouts from a moment: of all rolls, and of the few that seem to have moved most
FINALISTS = 3
LEAST_SWING = 0.15  # what moved the chance less has not decided anything
MOST_SHOWN = 5
PATIENCE = 20.0  # seconds after which no further battle is looked at


class Contest(NamedTuple):
    """A step of a battle with opposed rolls: the battle before it, the decision, the battle after it."""

    before: np.ndarray
    action: Action
    after: np.ndarray
    events: list[Event]
    weapon: str
    round_number: int


class Swing(NamedTuple):
    """The roll that decided a battle, in words, and by how much it moved the chance of the party."""

    says: str
    round_number: int
    change: float


def decisive(fought: Fought, on_progress: Callable[[int, int], None] = lambda *_: None) -> list[Decisive]:
    """Return the rolls that decided most battles of a sample of the middle cell, the most frequent first."""
    question, seats = fought.question, lineup(fought)
    began = monotonic()
    swings: list[Swing | None] = []

    def look(seed: int) -> None:
        if monotonic() - began < PATIENCE:
            swings.append(decided_by(question.scenario, seats, seed, question.party))
            on_progress(len(swings), SAMPLE)

    seeds = [outcome.seed for outcome in fought.middle[:SAMPLE]]
    look(seeds[0])  # compiles, if it must, in this thread
    with ThreadPoolExecutor(max(question.workers, 1)) as pool:
        try:
            for _ in pool.map(look, seeds[1:]):
                pass
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    found = [swing for swing in swings if swing is not None]
    grouped = sorted({swing.says for swing in found})
    made = [decisive_of(says, [swing for swing in found if swing.says == says], len(swings)) for says in grouped]
    return sorted(made, key=lambda each: (-each.times, -each.swing))[:MOST_SHOWN]


def decisive_of(says: str, swings: list[Swing], looked: int) -> Decisive:
    """Return the battles that one kind of roll decided."""
    rounds = Counter(swing.round_number for swing in swings)
    usual, _ = rounds.most_common(1)[0]
    when = f"in round {usual}" if len(rounds) == 1 else f"mostly in round {usual}"
    mean = float(np.mean([abs(swing.change) for swing in swings]))
    return Decisive(says=f"{says}, {when}", times=len(swings), of=looked, swing=mean)


def decided_by(scenario: Scenario, seats: tuple[Any, ...], seed: int, party: int) -> Swing | None:
    """Return the roll that moved the chance of the party most in the battle of a seed; None if none moved it much.

    The first look is by the chance after every roll, with few playouts of the same dice: where it jumps, it is measured.
    """
    battle, contests = contests_of(scenario, seats, seed)
    names = [team.name for team in battle.field.scenario.teams]
    # Who is no compiled bot is stood in for by a tactician.
    doctrine = {
        name: bot.name if isinstance(bot, CompiledBot) else "tactician" for name, bot in zip(names, seats, strict=True)
    }
    coarse, fine = (Playouts(battle.field, doctrine, seed, count) for count in (COARSE, FINE))
    chances = [coarse.shares(contest.after)[party] for contest in contests]
    before = coarse.shares(contests[0].before)[party] if contests else 0.0
    jumps = [abs(new - old) for old, new in pairwise([before, *chances])]
    best = sorted(range(len(contests)), key=lambda number: -jumps[number])[:FINALISTS]
    swing, number = max(((change(contests[number], fine, party), number) for number in best), key=size, default=(0.0, -1))
    if abs(swing) < LEAST_SWING:
        return None
    contest = contests[number]
    return Swing(words_of(battle.field, contest, party, swing), contest.round_number, swing)


def size(moved: tuple[float, int]) -> float:
    """Return how much a roll has moved the chance, either way."""
    return abs(moved[0])


def change(contest: Contest, playouts: Playouts, party: int) -> float:
    """Return how the dice of a contest moved the chance of the party."""
    return playouts.shares(contest.after)[party] - playouts.shares(contest.before, contest.action)[party]


def contests_of(scenario: Scenario, seats: tuple[Any, ...], seed: int) -> tuple[Battle, list[Contest]]:
    """Fight the battle of a seed; return it, and its steps in which units of two sides rolled against each other."""
    bots = [reseeded(bot, seed) for bot in seats]
    battle = Battle(scenario, seed)
    sides = {fighter.name: fighter.team for fighter in battle.field.roster}
    kinds = battle.field.system.EVENTS
    armed: dict[str | None, str] = {}
    found: list[Contest] = []

    def step(action: Action) -> None:
        before, number = copied(battle.record), battle.round
        events = battle.step(action)
        for event in events:
            if kinds.named(event.kind).way in (BY_WEAPON, BY_BLAST):
                armed[event.actor] = weapon_words(battle.field, event.numbers["weapon"])
        if (pair := pair_of(battle.field.system, events, sides)) is not None:
            found.append(Contest(before, action, copied(battle.record), events, armed.get(pair[0], "bare hands"), number))

    names = [team.name for team in battle.field.scenario.teams]
    play(battle, dict(zip(names, bots, strict=True)), step)
    return battle, found


def pair_of(system: Port, events: list[Event], sides: dict[str, int]) -> tuple[str, str] | None:
    """Return the attacker and target of a step's rolls, preferring a pair whose target is put out, then one harmed."""
    pairs = [
        (event.actor, event.target) if not is_answer(system, event) else (event.target, event.actor)
        for event in events
        if event.kind == "roll" and event.actor and event.target and sides[event.actor] != sides[event.target]
    ]
    fells = [event.kind in ("dead", "unconscious") for event in events]
    hurts = [system.EVENTS.named(event.kind).traits & HURTS for event in events]
    for which in (fells, hurts):
        for event, is_one in zip(events, which, strict=True):
            for pair in pairs:
                if is_one and pair == (event.actor, event.target):
                    return pair
    return pairs[0] if pairs else None


def is_answer(system: Port, roll: Event) -> bool:
    """Return whether a roll answers another; then its target is the attacker."""
    return any(purpose.answers and purpose.words == roll.numbers["purpose"] for purpose in system.PURPOSES)


def words_of(field: Field, contest: Contest, party: int, swing: float) -> str:
    """Return a name for the roll of the lucky unit: "the defense of Mara against the machine gun of blue's gunner"."""
    numbers = {fighter.name: number for number, fighter in enumerate(field.roster)}
    pair = pair_of(field.system, contest.events, {fighter.name: fighter.team for fighter in field.roster})
    assert pair is not None, "a contest has two sides"
    attacker, target = (unit_words(field, numbers[name], party) for name in pair)
    lucky_target = (swing > 0) == (field.roster[numbers[pair[1]]].team == party)
    rolls = [
        event
        for event in contest.events
        if event.kind == "roll" and event.actor == pair[1] and is_answer(field.system, event)
    ]
    if lucky_target and rolls:
        return f"the {rolls[-1].numbers['purpose']} of {target} against the {contest.weapon} of {attacker}"
    ends = "comes to little" if lucky_target else "tells"
    return f"the attack of {attacker} on {target} with the {contest.weapon} that {ends}"
