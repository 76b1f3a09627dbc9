"""Making a card: a bot is watched in battles from both sides, its habits are counted, its decisions fitted by a doctrine."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fireteam.agents.series.intervals import wilson
from fireteam.agents.tactics.distill import Distilled, distill
from fireteam.agents.tactics.habits import Habits, habits_of
from fireteam.agents.tactics.watched import Seen, watch_pairs
from fireteam.env.scenario.models import Scenario


class Card(NamedTuple):
    """A tactics card: what a bot does in which situation.

    Attributes:
        bot, opponent: their names.
        scenarios: the scenarios of the battles.
        system: the rule system.
        score: its share of the battles, draws counted half, with the 95 % interval `interval`.
        habits, distilled: see `Habits` and `Distilled`.
    """

    bot: str
    opponent: str
    scenarios: tuple[str, ...]
    system: str
    score: float
    interval: tuple[float, float]
    habits: Habits
    distilled: Distilled


def card_of(
    bot: tuple[str, Any],
    opponent: tuple[str, Any],
    scenarios: Sequence[tuple[str, Scenario]],
    seeds: Sequence[int],
    on_progress: Callable[[int], None] = lambda _: None,
) -> Card:
    """Return the card of a bot.

    Args:
        bot, opponent: names and bots of any kind.
        scenarios: scenarios of two teams and one rule system, by name.
        seeds: of battles, two at least; each is fought from both sides in every scenario. To those of even places a doctrine
            is fitted, the others are held out.
        on_progress: called with the number of battles watched.
    """
    seen = watch_pairs((bot[1], opponent[1]), scenarios, seeds, True, on_progress)
    return card_from(bot[0], opponent[0], scenarios, seen)


def card_from(bot: str, opponent: str, scenarios: Sequence[tuple[str, Scenario]], seen: Sequence[Seen]) -> Card:
    """Return the card of a bot from battles in which it was watched, as `watch_pairs` returns them."""
    part = 2 * len(scenarios)  # battles of a seed
    halves = [[one.watched for place, one in enumerate(seen) if place // part % 2 == half] for half in (0, 1)]
    points = sum(one.score for one in seen)
    return Card(
        bot,
        opponent,
        tuple(name for name, _ in scenarios),
        scenarios[0][1].system,
        points / len(seen),
        wilson(points, len(seen)),
        habits_of(seen),
        distill(halves[0], halves[1]),
    )


def card_as_dict(card: Card) -> dict[str, Any]:
    """Return a card as plain values."""
    habits, distilled = card.habits, card.distilled
    shares = {
        situation: {family: share._asdict() for family, share in families.items() if share.share > 0}
        for situation, families in habits.shares.items()
    }
    return {
        "bot": card.bot,
        "opponent": card.opponent,
        "scenarios": list(card.scenarios),
        "system": card.system,
        "battles": habits.battles,
        "score": card.score,
        "interval": list(card.interval),
        "shares": shares,
        "orders": {family: share._asdict() for family, share in habits.orders.items() if share.share > 0},
        "replies": {family: share._asdict() for family, share in habits.replies.items() if share.share > 0},
        "nearest_enemy": habits.distance._asdict(),
        "nearest_friend": habits.friend._asdict(),
        "distilled": {
            "doctrine": distilled.name,
            "weights": distilled.weights,
            "nothing": distilled.nothing._asdict(),
            "rounds": [
                {"weight": one.weight, "value": one.value}
                | {"fitted": one.fitted._asdict(), "held_out": one.held_out._asdict()}
                for one in distilled.rounds
            ],
            "enough": distilled.enough,
        },
    }
