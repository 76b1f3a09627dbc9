"""The text of `help`: an action's effect, present cost and rule; the purpose of a command."""

from collections.abc import Collection
from itertools import groupby
from textwrap import wrap

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest
from fireteam.env.battle import Battle
from fireteam.env.catalog import catalog_of
from fireteam.env.catalog.explained import does, option_means, ruled
from fireteam.env.observe.actions import Action
from fireteam.env.rules.verbs import DIRECTION, ENEMY, FRIEND, OPTION

WIDE = 110  # columns
AT = {ENEMY: "ENEMY", FRIEND: "FRIEND", DIRECTION: "DIRECTION", OPTION: "OPTION"}  # what follows a verb


def cost(battle: Battle, action: Action) -> str:
    """Return the cost of an open action: "2 AP", "free", "1 action"; "" if it has none to name."""
    who = int(battle.record[0]["decider"])
    said: str = catalog_of(battle.field.scenario.system).price(battle.field, battle.record[0], who, *action)
    return said.partition(",")[0]


def costs(battle: Battle, actions: Collection[Action]) -> str:
    """Return the costs of some open actions of a verb: "1 AP", or "1 AP or 2 AP" where they differ by target."""
    return " or ".join(filter(None, dict.fromkeys(cost(battle, action) for action in actions)))


def about_action(battle: Battle, verb: str, open_now: Collection[Action]) -> str:
    """Return the full help of an action: its effect, its options, what it costs now, and its rule.

    Raises:
        ContentError: the rule system has no such action.
    """
    system = battle.field.scenario.system
    verbs = battle.field.system.VERBS
    if verb not in verbs.numbers:
        near = closest(verb, verbs.numbers)
        raise ContentError(f"help {verb}: no action or command is called so.{near} `help` lists both.")
    known = verbs[verbs.numbers[verb]]
    open_here = [action for action in open_now if action.verb == verbs.numbers[verb]]
    at = f" {AT[known.domain]}" if known.domain in AT else ""
    lines = [f"{verb}{at}: {does(system, verb) or verb.replace('_', ' ')}."]
    for option in known.words:
        if means := option_means(system, verb, option):
            lines.append(f"  {option:<14} {means}")
    priced = costs(battle, open_here)
    now = f"costs {priced}" if priced else "costs nothing of its own"
    lines.append(f"  Open now: {now}." if open_here else "  Not open now.")
    rule, says = ruled(system, verb)
    lines.append(f"  {rule}: {says}" if says else f"  {rule}")
    return "\n".join(lines)


def about_open(battle: Battle, open_now: Collection[Action]) -> list[str]:
    """Return a line for each verb that is open now: what it costs and what it does."""
    made = []
    for number, group in groupby(open_now, key=lambda action: action.verb):
        verb = battle.field.system.VERBS[number].name
        says = does(battle.field.scenario.system, verb) or "see its rule"
        head = f"  {verb:<16} {costs(battle, list(group)):<9} "
        made += wrap(says, WIDE, initial_indent=head, subsequent_indent=" " * len(head))
    return made
