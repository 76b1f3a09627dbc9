"""A transcript: what happened in sentences, for everybody or as some sides knew it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from fireteam.env.observe.events import Event
from fireteam.env.replay.narrate import sentence, sentences, split_events, who
from fireteam.env.replay.replay import Replay
from fireteam.env.replay.storage import event_of
from fireteam.env.rules.events import GOES
from fireteam.env.scenario.setup import Field, prepare
from fireteam.env.view.playback.cutter import HEADS
from fireteam.env.view.playback.fog import nameless, strangers, witnesses

BELOW = "  "  # before what the steps of an order lead to


def transcript_lines(record: Replay, side: str = "", at: int = 0) -> Iterator[str]:
    """Yield a replay line by line, from decision `at` on: each order where it is given, and its events below it.

    For a side, events that it did not see are left out, and so are the orders of others, and the names of units that it did
    not know.
    """
    field = prepare(record.header.scenario)
    called = {fighter.name: fighter.called for fighter in field.roster}
    scenes = [{}, *record.scenes()]
    moments = [record.opening.opening, *(step.events for step in record.steps)]
    orders = Orders(record, field, [side] if side else None)
    for number, events in enumerate(moments[at:], start=at):
        before, after = scenes[number : number + 2]
        yield from orders.line(number)
        below = BELOW if orders.is_below(number) else ""
        unknown = {name: called[name] for name in strangers(side, before, after)} if side else {}
        happened = [event_of(line) for line in events]
        others = set() if side else split_events(field, happened)
        for place, event in enumerate(happened):
            text = sentence(field, event)
            if not text or place in others or (side and side not in witnesses(event, before, after)):
                continue
            if orders.says(number, event):
                continue
            shown = nameless(text, unknown)
            if shown == text or event.kind != "roll":  # the dice of a stranger are nobody's business
                below = "" if event.kind in HEADS else below
                yield below + shown


class Orders:
    """The orders of a replay, as some sides read them: each once, with what its steps lead to below it.

    Args:
        teams: the sides whose orders are told; None for all.
    """

    def __init__(self, record: Replay, field: Field, teams: Collection[str] | None) -> None:
        self._field, self._steps = field, record.steps
        names = [team.name for team in field.scenario.teams]
        self._units = {fighter.name for fighter in field.roster if teams is None or names[fighter.team] in teams}

    def line(self, number: int) -> list[str]:
        """Return the line of the order that is given with a decision, counted from 1; none for none."""
        step = self._steps[number - 1] if number else None
        return [f"{who(self._field, step.unit)}: {step.order}."] if step and step.order and step.unit in self._units else []

    def is_below(self, number: int) -> bool:
        """Return whether a decision is a part of an order that is told."""
        step = self._steps[number - 1] if number else None
        return step is not None and step.unit in self._units and bool(step.order or step.goes_on)

    def lines_of(
        self, number: int, events: Sequence[Event], sentences_of: Callable[[Sequence[Event]], list[str]]
    ) -> list[str]:
        """Return what a decision led to: its order, and below it the sentences of its events."""
        events = [event for event in events if not self.says(number, event)]
        ends = next((place for place, event in enumerate(events) if event.kind in HEADS), len(events))
        below = BELOW if self.is_below(number) else ""
        return [*self.line(number), *(below + line for line in sentences_of(events[:ends])), *sentences_of(events[ends:])]

    def says(self, number: int, event: Event) -> bool:
        """Return whether an order has said already what a decision leads to: of a walk only the end is told."""
        follows = self._steps[number] if number < len(self._steps) else None
        if follows is None or not (follows.goes_on and follows.unit == event.actor and self.is_below(number)):
            return False
        return self._goes(event.kind) and any(self._goes(line.kind) for line in follows.events)

    def _goes(self, kind: str) -> bool:
        return bool(self._field.system.EVENTS.named(kind).traits & GOES)


def seen(events: Iterable[Event], teams: Mapping[str, set[str]]) -> list[Event]:
    """Return the events that people may see; that somebody was noticed, only if one of their own noticed it.

    Args:
        events: the events.
        teams: the teams of the people: name -> its units.
    """
    own = set().union(*teams.values()) if teams else set()
    return [
        event
        for event in events
        if not teams or (teams.keys() & set(event.seen_by) and (event.kind != "spotted" or event.actor in own))
    ]


def nameless_sentences(field: Field, events: Iterable[Event], unknown: Collection[str]) -> list[str]:
    """Return the sentences of events without the names of some units, and without their dice, which are secret."""
    called = {fighter.name: fighter.called for fighter in field.roster if fighter.name in unknown}
    shown_events = [event for event in events if event.kind != "roll" or {event.actor, event.target}.isdisjoint(called)]
    return [nameless(text, called) for text in sentences(field, shown_events)]


def history(record: Replay, field: Field, teams: Mapping[str, set[str]]) -> list[str]:
    """Return the events of a game as its people, by their teams, may know them, in the words of that time."""
    scenes = [{}, *record.scenes()]
    moments = [record.opening.opening, *(step.events for step in record.steps)]
    orders = Orders(record, field, teams)
    lines: list[str] = []
    for number, (before, after, events) in enumerate(zip(scenes, scenes[1:], moments, strict=False)):
        unknown = [strangers(team, before, after) for team in teams]
        sentences_of = partial(nameless_sentences, field, unknown=set.intersection(*unknown) if unknown else ())
        lines += orders.lines_of(number, seen(map(event_of, events), teams), sentences_of)
    return lines
