"""The bots and party files that a command line names for each team."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fireteam.agents.bots import bot_names, is_weighed, load_bot, own_seed, spelled_out
from fireteam.agents.factory import bot_at
from fireteam.agents.network.box import former, is_network, load_network
from fireteam.agents.network.storage import SUFFIX
from fireteam.agents.search.searchers import FORMER, SEARCHERS, searcher
from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed
from fireteam.env.scenario.models import Party, Scenario
from fireteam.env.scenario.options import manned, read_rules
from fireteam.env.scenario.reading import load_party

POLICY = re.compile(rf"(?<=[:,]policy=)[^,]+{re.escape(SUFFIX)}(?=,|$)")  # the file of a network beside a search


def bots_and_parties(
    scenario: str,
    named: Mapping[str, Sequence[str]],
    others: Sequence[str],
    default: str,
    seed: int,
    rules: Sequence[str] = (),
    catalog: Path | None = None,
    system: str = "",
) -> tuple[Scenario, dict[str, Any]]:
    """Return a scenario with its parties in place, and a bot for each team.

    Args:
        scenario: name or file.
        named: the values of teams that have an option of their own.
        others: NAME=VALUE for any team.
        default: the bot of a team without a named bot and without a `doctrine` in the scenario; "" for none: then
            it is not among the bots.
        seed: seed of the bots' own randomness.
        rules: NAME=VALUE for options of the rule system.
        catalog: a file of house rules.
        system: the rule system, in place of the scenario's own; "" for that.

    Raises:
        ContentError: a value names no bot, file or object, or a team that the scenario does not have.
    """
    loaded = manned(scenario, rules=read_rules(rules), catalog=catalog, system=system)
    given = {name: list(values) for name, values in named.items() if values}
    for text in others:
        name, equals, value = text.partition("=")
        if not equals:
            raise ContentError(f"--team {text}: must be NAME=VALUE, like green=guard")
        given.setdefault(name, []).append(value)
    names = [team.name for team in loaded.teams]
    for name, values in given.items():
        if name not in names:
            raise ContentError(
                f"the scenario {loaded.title!r} has no team {name!r}; its teams: {', '.join(names)}. "
                f"Say --team {names[0]}={values[0]}"
            )
    parties: dict[str, Party] = {}
    bots: dict[str, Any] = {}
    for name, values in given.items():
        for value in values:
            if value.endswith(".toml") and not is_weighed(value):
                parties[name] = load_party(value, loaded.catalog, loaded.system)
            else:
                bots[name] = find_bot(value, seed)
    loaded = loaded.with_parties(parties) if parties else loaded
    for name in names:
        if name not in bots and (bot := usual_bot(loaded, name, default, seed)) is not None:
            bots[name] = bot
    return loaded, bots


def usual_bot(scenario: Scenario, name: str, default: str, seed: int) -> Any:
    """Return the bot of a team without a named one: that of its `doctrine`, else the default, None if that is "".

    Raises:
        ContentError: there is no bot of that name.
    """
    number = [team.name for team in scenario.teams].index(name)
    doctrine = scenario.teams[number].doctrine
    if doctrine is None and not default:
        return None
    try:
        return find_bot(doctrine or default, seed, objects=doctrine is None)
    except ContentError as error:
        place = f"scenario {scenario.title!r}: teams[{number}].doctrine = {doctrine!r}: "
        raise ContentError(f"{place if doctrine else ''}{error}") from None


def check_doctrines(scenario: Scenario) -> None:
    """Raise a ContentError if a team's `doctrine` names no bot."""
    for team in scenario.teams:
        if team.doctrine is not None:
            usual_bot(scenario, team.name, team.doctrine, 0)


def find_bot(text: str, seed: int, objects: bool = True) -> Any:
    """Return a bot: one of ours by name, a network by its file, or a Python object as module:object.

    A class is called without arguments; bots that search take options, as in search:seconds=0.5, a network takes a
    temperature, as in FILE:temperature=1, and a doctrine takes weights, as in tactician:cover=0, or those of a file, as in
    tactician:keen.toml. Without `objects` no Python object is looked for and no file: a name that stands in a file which
    somebody sent must run no code and open nothing.

    Raises:
        ContentError: there is no such bot, the file is no network, or the object has neither `act` nor `decide`.
    """
    policy = POLICY.search(text) if text.partition(":")[0] in SEARCHERS else None
    file = policy.group() if policy else file_in(text)
    if file and not objects:
        raise ContentError(f"bot {text!r}: only a name typed on the command line may be that of a file")
    if policy:
        return searcher(text.replace(file, load_network(file).name), own_seed(seed))
    if file:
        return load_bot(load_network(file).name + text[len(file) :], own_seed(seed))
    if (searching := searcher(text, own_seed(seed))) is not None:
        return searching
    if (name := text.partition(":")[0]) in FORMER:
        raise ContentError(f"no bot is called {name!r}: it is {FORMER[name]!r} now. Bots: {listed(known_bots())}.")
    if is_weighed(text) or is_network(text) or text.endswith(".toml"):
        return load_bot(spelled_out(text) if objects else text, own_seed(seed))
    if ":" not in text or not objects:
        known = known_bots()
        if text not in known:
            raise ContentError(f"no bot is called {text!r}.{former(text) or closest(text, known)} Bots: {listed(known)}.")
        return load_bot(text, own_seed(seed))
    return bot_at(text)


def file_in(text: str) -> str:
    """Return the name of the file of a network, perhaps with options behind it; "" for any other bot."""
    name = text if text.endswith(SUFFIX) else text.rpartition(":")[0]
    return name if name.endswith(SUFFIX) else ""


def known_bots() -> list[str]:
    """Return the names of our bots."""
    return [*bot_names(), *SEARCHERS]
