"""Environments by id, with bots by name: the places where a scenario's seats are filled."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium

try:
    import pettingzoo.env_registry.registration as pettingzoo_registry
except ImportError:  # an older PettingZoo, which another library pins: it has no registry, so no `pettingzoo.make`
    pettingzoo_registry = None

if TYPE_CHECKING:
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


def decided(options: dict[str, Any]) -> dict[str, Any]:
    """Return options with what `decisions` means: "orders" for agents that decide in orders, "actions" for single actions.

    Raises:
        ContentError: agents decide in nothing else.
    """
    from fireteam.agents.commands import ACTIONS, DECISIONS, ORDERS, commands_of
    from fireteam.env.scenario.options import check_choice

    decisions = options.pop("decisions", ACTIONS)
    check_choice("decisions", decisions, DECISIONS)
    return {**options, "commands": commands_of(decisions == ORDERS)}


def make_skirmish(opponents: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """Return the PettingZoo AEC environment; see `fireteam.env.skirmish`. Opponents may be given by name."""
    from fireteam.env.skirmish import env

    return env(opponents={team: seated(bot) for team, bot in (opponents or {}).items()}, **decided(options))


def make_parallel(opponents: Mapping[str, Any] | None = None, **options: Any) -> "parallel_env":
    """Return the PettingZoo parallel environment; see `fireteam.env.skirmish`. Opponents may be given by name."""
    from fireteam.env.skirmish import parallel_env

    return parallel_env(opponents={team: seated(bot) for team, bot in (opponents or {}).items()}, **decided(options))


def make_solo(opponent: "str | CompiledBot | Any" = OPPONENT, **options: Any) -> "Solo":
    """Return the Gymnasium environment; see `fireteam.env.solo`. The opponent may be given by name."""
    from fireteam.env.solo import Solo

    return Solo(opponent=seated(opponent), **decided(options))


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


def make_vector(num_envs: int = 1, opponent: Any = OPPONENT, **options: Any) -> "Vector":
    """Return the vector environment; see `fireteam.env.vector`.

    >>> batch = fireteam.make_vec(4, scenario="duel", opponent={"tactician": 3, "charger": 1})
    >>> observations, infos = batch.reset(seed=1)
    >>> infos["action_mask"].shape[0]
    4

    The opponent is any bot by name, a bot or network itself, or a function of observations and masks that returns action
    numbers; several of these with weights, of which each battle draws one; or either for each team by its name. Doctrines
    and networks play inside the compiled call, functions are asked for many rows at once, other bots row by row.

    There may be several scenarios, of teams with the same names: each is fought equally often. Or there are `levels`,
    battles that are drawn by numbers.

    Raises:
        ContentError: there is no such opponent or team, or the opponent cannot play the battles.
    """
    from fireteam.agents.bots import RANDOM_BOT, parameters_of_teams
    from fireteam.agents.opponents import make_opponents
    from fireteam.agents.rollout import rollout
    from fireteam.content.errors import ContentError
    from fireteam.env.scenario.models import DEFAULT, Scenario
    from fireteam.env.scenario.reading import load_scenario
    from fireteam.env.seats.levels import levels_of
    from fireteam.env.vector import Vector

    system = options.get("system", "")
    if options.get("levels") is not None:
        levels = options["levels"] = levels_of(options["levels"], system)
        first: Any = levels.scenario
    else:
        said = options.pop("scenario", DEFAULT)
        several = said if isinstance(said, Sequence) and not isinstance(said, str) else [said]
        options["scenario"] = [one if isinstance(one, Scenario) else load_scenario(one, system) for one in several]
        first = options["scenario"][0] if options["scenario"] else None
    teams = [team.name for team in first.teams] if first is not None else []
    opponents = make_opponents(opponent, teams, seated)
    if "advisers" in options:
        raise ContentError(
            "advisers: were of policies of single actions, and are no more. A batch that decides in orders "
            '(decisions="orders") says of each what a tactician finds it worth'
        )
    vector = Vector(
        num_envs=num_envs,
        rollout=rollout,
        bots=parameters_of_teams(RANDOM_BOT, teams),
        find_opponents=partial(make_opponents, teams=teams, find=seated),
        **decided(options),
    )
    vector.oppose(opponents)
    return vector
