"""Environments by id, with bots by name: the places where a scenario's seats are filled."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium

try:
    import pettingzoo.env_registry.registration as pettingzoo_registry
except ImportError:  # an older PettingZoo, which another library pins: it has no registry, so no `pettingzoo.make`
    pettingzoo_registry = None

if TYPE_CHECKING:
    import numpy as np

    from fireteam.agents.bots import CompiledBot
    from fireteam.env.skirmish import parallel_env
    from fireteam.env.solo import Solo
    from fireteam.env.vector import Vector

SKIRMISH = "fireteam/skirmish-v0"
SOLO = "fireteam/Skirmish-v0"
OPPONENT = "tactician"


def register() -> None:
    """Register the environments; doing so again changes nothing.

    Beside a PettingZoo without a registry its two are made by `make_skirmish` and `make_parallel`.
    """
    if SOLO not in gymnasium.registry:
        gymnasium.register(
            SOLO,
            entry_point="fireteam.registry:make_solo",
            vector_entry_point="fireteam.registry:make_vector",
            disable_env_checker=True,
        )
    if pettingzoo_registry is not None and SKIRMISH not in pettingzoo_registry.aec_registry:
        pettingzoo_registry.register("aec", SKIRMISH, entry_point="fireteam.registry:make_skirmish")
        pettingzoo_registry.register("parallel", SKIRMISH, entry_point="fireteam.registry:make_parallel")


def seated(bot: Any, seed: int = 0) -> Any:
    """Return one of our bots by name, or the given object."""
    from .seating import find_bot

    return find_bot(bot, seed) if isinstance(bot, str) else bot


def make_skirmish(opponents: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Return the PettingZoo AEC environment; see `fireteam.env.skirmish`. Opponents may be given by name."""
    from fireteam.env.skirmish import env

    return env(opponents={team: seated(bot) for team, bot in (opponents or {}).items()}, **options)


def make_parallel(opponents: Mapping[str, Any] | None = None, **options: Any) -> "parallel_env":
    """Return the PettingZoo parallel environment; see `fireteam.env.skirmish`. Opponents may be given by name."""
    from fireteam.env.skirmish import parallel_env

    return parallel_env(opponents={team: seated(bot) for team, bot in (opponents or {}).items()}, **options)


def make_solo(opponent: "str | CompiledBot | Any" = OPPONENT, **options: Any) -> "Solo":
    """Return the Gymnasium environment; see `fireteam.env.solo`. The opponent may be given by name."""
    from fireteam.env.solo import Solo

    return Solo(opponent=seated(opponent), **options)


KINDS = {"aec": make_skirmish, "parallel": make_parallel, "solo": make_solo}  # of environments, with what makes them


def make(kind: str = "aec", **options: Any) -> Any:
    """Return an environment by its kind: "aec" or "parallel" of PettingZoo, "solo" of Gymnasium.

    >>> env = fireteam.make("parallel", scenario="duel")
    >>> observations, infos = env.reset(seed=1)
    >>> sorted(observations)
    ['blue_1', 'red_1']

    Args:
        kind: one of KINDS.
        options: the arguments of that environment: `scenario`, `system`, `opponents` (of "solo" `opponent`) and so on.

    Raises:
        ContentError: there is no such kind.
    """
    from fireteam.content.errors import ContentError
    from fireteam.content.reading import closest, listed, shown

    if not isinstance(kind, str) or kind not in KINDS:
        raise ContentError(
            f"kind = {shown(kind)}: there is no such environment.{closest(str(kind), KINDS)} There are: {listed(KINDS)}."
        )
    return KINDS[kind](**options)


def check_compiled(name: Any) -> None:
    """Raise a ContentError if a batch cannot play an opponent by name: it can play random play and doctrines.

    A name that nobody has is left to `fireteam.agents.bots.parameters_of`.
    """
    from fireteam.agents.bots import bot_names
    from fireteam.agents.policy.bundled import box
    from fireteam.agents.policy.storage import SUFFIX
    from fireteam.agents.search.searchers import SEARCHERS
    from fireteam.content.errors import ContentError
    from fireteam.content.reading import listed, shown

    if isinstance(name, str):
        head, colon, others = name.partition(":")
        elsewhere = name.endswith(SUFFIX) or name in box() or head in SEARCHERS
        if not elsewhere and not (colon and "=" not in others and head not in bot_names()):
            return
    raise ContentError(
        f"opponent: a batch cannot play {shown(name)}: it plays doctrines, by name: {listed(bot_names())}. "
        f"gymnasium.make takes every bot; with side='all' a batch asks you for all teams"
    )


def make_vector(num_envs: int = 1, opponent: str | Mapping[str, str] = OPPONENT, **options: Any) -> "Vector":
    """Return the vector environment; see `fireteam.env.vector`.

    >>> batch = fireteam.make_vec(4, scenario="duel")
    >>> observations, infos = batch.reset(seed=1)
    >>> infos["action_mask"].shape[0]
    4

    The opponent is random or a doctrine by name, or one name per team: the batch plays it inside the compiled call. There
    may be several scenarios, of teams with the same names: each is fought equally often. Or there are `levels`, battles
    that are drawn by numbers.

    Raises:
        ContentError: the compiled call cannot play the opponent, or there is no such team.
    """
    from fireteam.agents.doctrine.records import MEMORY
    from fireteam.agents.rollout import rollout
    from fireteam.env.scenario.models import DEFAULT, Scenario
    from fireteam.env.scenario.reading import load_scenario
    from fireteam.env.seats.levels import levels_of
    from fireteam.env.vector import Vector

    if options.get("levels") is not None:
        levels = options["levels"] = levels_of(options["levels"], options.get("system", ""))
        teams = [team.name for team in levels.scenario.teams]
        return Vector(num_envs=num_envs, rollout=rollout, bots=played_by(opponent, teams), memory=MEMORY, **options)
    scenario = options.pop("scenario", DEFAULT)
    several = [scenario] if isinstance(scenario, (Scenario, str, Path)) else scenario
    scenarios = [one if isinstance(one, Scenario) else load_scenario(one, options.get("system", "")) for one in several]
    teams = [team.name for team in scenarios[0].teams] if scenarios else []
    bots = played_by(opponent, teams)
    return Vector(scenarios, num_envs, rollout=rollout, bots=bots, memory=MEMORY, **options)


def played_by(opponent: str | Mapping[str, str], teams: Sequence[str]) -> "np.ndarray":
    """Return the records of the bots that play teams, by one name for all, or a name for each."""
    from fireteam.agents.bots import parameters_of_teams
    from fireteam.env.scenario.options import check_teams

    if isinstance(opponent, Mapping):
        check_teams("opponent", opponent, teams)
    for name in opponent.values() if isinstance(opponent, Mapping) else [opponent]:
        check_compiled(name)
    return parameters_of_teams(opponent, list(teams))
