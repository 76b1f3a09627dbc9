"""A card in five sentences, each computed from figures."""

import numpy as np

from fireteam.agents.tactics.distill import ENOUGH
from fireteam.agents.tactics.habits import EVERYWHERE, Contrast, Share, contrasts

from .made import Card

DOES = {
    "shoot": "shoots",
    "aim": "aims",
    "suppress": "lays suppressive fire",
    "strike": "strikes",
    "throw": "throws",
    "move": "moves",
    "cover": "takes cover",
    "defend": "sees to its defense",
    "help": "helps others",
    "gear": "sees to its gear",
    "wait": "waits",
    "other": "does something else",
}
ORDERS = {
    "shoot": "to shoot",
    "aim": "to aim",
    "suppress": "to lay suppressive fire",
    "strike": "to strike",
    "throw": "to throw",
    "move": "to move",
    "cover": "to take cover",
    "defend": "to see to its defense",
    "help": "to help others",
    "gear": "to see to its gear",
    "wait": "to wait",
    "other": "to do something else",
}
# Pairs of situations that are compared, by how much they say of a bot rather than of the rules.
STRESS = (("badly hurt", "unhurt"), ("outnumbered", "outnumbering"), ("last one standing", "with friends"))
GROUND = (("in the open", "in cover"), ("in the open", "out of sight"), ("long", "near"), ("medium", "near"))
WHEN = {
    "left alone": "when it is left alone",
    "under fire": "under fire",
    "pinned": "pinned down",
    "unhurt": "unhurt",
    "badly hurt": "badly hurt",
    "outnumbered": "outnumbered",
    "outnumbering": "where it is more than its enemies",
    "last one standing": "as the last one standing",
    "with friends": "with friends beside it",
    "in the open": "in the open",
    "in cover": "in cover",
    "out of sight": "out of sight",
    "near": "near an enemy",
    "medium": "at medium range",
    "long": "at long range",
}


def percent(share: Share) -> str:
    """Return a share in per cent, with its interval."""
    return f"{share.share:.0%} ({max(share.low, 0):.0%} to {min(share.high, 1):.0%})"


def sentences(card: Card) -> list[str]:
    """Return the five sentences of a card."""
    return [deeds(card), distance(card), fire(card), stress(card), distilled(card)]


def deeds(card: Card) -> str:
    """Say what its orders are about, the three most frequent kinds; for a bot that gives none, what its acts are."""
    orders = card.habits.orders
    given = next(iter(orders.values())).of
    shares = orders if given else card.habits.shares[EVERYWHERE]
    first = [family for family in sorted(shares, key=lambda family: -shares[family].share)[:3] if shares[family].share > 0]
    if not given:
        parts = [f"{DOES[family]} in {percent(shares[family])}" for family in first]
        return f"Of its {next(iter(shares.values())).of} acts in {card.habits.battles} battles, it {together(parts)}."
    parts = [f"{percent(shares[family])}{' are' if n == 0 else ''} {ORDERS[family]}" for n, family in enumerate(first)]
    return f"Of its {given} orders in {card.habits.battles} battles, {together(parts)}."


def distance(card: Card) -> str:
    """Say how far from enemies and friends it keeps."""
    near = card.habits.nearest
    if not len(near):
        return "It never knew of an enemy when it acted."
    low, high = np.percentile(near, [25, 75])
    mean, friend = card.habits.distance, card.habits.friend
    beside = f"; its nearest friend is {friend.share:.1f} m away" if friend.of else ""
    return (
        f"It acts {mean.share:.1f} m (mean; {mean.low:.1f} to {mean.high:.1f}) from the nearest enemy, half of the time "
        f"from {low:g} to {high:g} m{beside}."
    )


def fire(card: Card) -> str:
    """Say what it does under fire."""
    for situation in ("under fire", "pinned"):
        if found := contrasts(card.habits, situation, "left alone"):
            return contrast_sentence(found[0])
    return f"{card.habits.battles} battles do not prove that it acts otherwise under fire than when it is left alone."


def stress(card: Card) -> str:
    """Say what changes most when it is hurt, outnumbered or alone; where nothing is significant, by its ground."""
    for pairs in (STRESS, GROUND):
        if found := [each for pair in pairs for each in contrasts(card.habits, *pair)]:
            return contrast_sentence(max(found, key=lambda each: each.size))
    return f"{card.habits.battles} battles do not prove that wounds, numbers or ground make it act otherwise."


def contrast_sentence(contrast: Contrast) -> str:
    """Say what the bot does more, or less, often in one situation than in another."""
    more = "more" if contrast.first.share > contrast.second.share else "less"
    here = WHEN[contrast.here]
    return (
        f"{here[0].upper()}{here[1:]} it {DOES[contrast.family]} {more} often: in {percent(contrast.first)} of its acts, "
        f"against {percent(contrast.second)} {WHEN[contrast.there]}."
    )


def distilled(card: Card) -> str:
    """Say which considerations reproduce its decisions, and how many of them."""
    found, enough = card.distilled, card.distilled.enough
    best = found.best
    low, high = best.interval
    reached = f"{best.same:.0%} of {best.decisions} decisions held out ({low:.0%} to {high:.0%})"
    if not found.rounds:
        return f"A doctrine that minds nothing reproduces {reached}, and no consideration adds to that."
    names = together([f"{name} {found.weights[name]:.2g}" for name in enough or found.weights])
    if enough:
        return f"{counted(len(enough))} reproduce{'s' if len(enough) == 1 else ''} {reached}: {names}."
    return f"No doctrine reproduces {ENOUGH:.0%} of its decisions; the best of them {reached}, with {names}."


def counted(number: int) -> str:
    """Return a number of considerations in words."""
    words = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
    return f"{words[number] if number < len(words) else number} consideration{'s' if number != 1 else ''}"


def together(parts: list[str]) -> str:
    """Return parts joined by commas, and an "and" before the last."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
