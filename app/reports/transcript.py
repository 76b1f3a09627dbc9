"""A transcript: what happened in sentences, for everybody or as some sides knew it."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from fireteam.env.observe.events import Event
from fireteam.env.replay.narrate import sentence, sentences, split_events
from fireteam.env.replay.replay import Replay
from fireteam.env.replay.storage import event_of
from fireteam.env.scenario.setup import Field, prepare
from fireteam.env.view.playback.fog import nameless, strangers, witnesses


def transcript_lines(record: Replay, side: str = "", at: int = 0) -> Iterator[str]:
    """Yield a replay line by line, from decision `at` on.

    For a side, events that it did not see are left out, and so are the names of units that it did not know.
    """
    field = prepare(record.header.scenario)
    called = {fighter.name: fighter.called for fighter in field.roster}
    scenes = [{}, *record.scenes()]
    moments = [record.opening.opening, *(step.events for step in record.steps)]
    for number, events in enumerate(moments[at:], start=at):
        before, after = scenes[number : number + 2]
        unknown = {name: called[name] for name in strangers(side, before, after)} if side else {}
        happened = [event_of(line) for line in events]
        others = set() if side else split_events(field, happened)
        for place, event in enumerate(happened):
            text = sentence(field, event)
            if not text or place in others or (side and side not in witnesses(event, before, after)):
                continue
            shown = nameless(text, unknown)
            if shown == text or event.kind != "roll":  # the dice of a stranger are nobody's business
                yield shown


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
    lines: list[str] = []
    for before, after, events in zip(scenes, scenes[1:], moments, strict=False):
        unknown = [strangers(team, before, after) for team in teams]
        happened = seen(map(event_of, events), teams)
        lines += nameless_sentences(field, happened, set.intersection(*unknown) if unknown else ())
    return lines
