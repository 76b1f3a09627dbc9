"""A replay told in sentences, to all or as one side knew of it."""

from collections.abc import Iterator

from fireteam.env.narrate import sentence
from fireteam.env.replay import Replay
from fireteam.env.replay_file import event_of
from fireteam.env.setup import prepare
from fireteam.env.view.fog import strangers, witnesses
from fireteam.env.view.side import nameless


def told(record: Replay, side: str = "", at: int = 0) -> Iterator[str]:
    """Yield a replay line by line, from decision `at` on.

    For a side without what it was not told, and without the names of those it did not know of.
    """
    field = prepare(record.header.scenario)
    called = {fighter.name: fighter.called for fighter in field.roster}
    scenes = [{}, *record.scenes()]
    moments = [record.opening.opening, *(step.events for step in record.steps)]
    for number, events in enumerate(moments[at:], start=at):
        before, after = scenes[number : number + 2]
        unknown = {name: called[name] for name in strangers(side, before, after)} if side else {}
        for event in map(event_of, events):
            text = sentence(field, event)
            if not text or (side and side not in witnesses(event, before, after)):
                continue
            shown = nameless(text, unknown)
            if shown == text or event.kind != "roll":  # the dice of a stranger are nobody's business
                yield shown
