"""The names that `import fireteam` offers, and the functions that are as short as a command."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fireteam.agents.network.box import Network
    from fireteam.env.scenario.models import Scenario

    from .reports.forecast.model import Forecast

PLACES = {
    "Battle": "fireteam.env.battle:Battle",
    "Bot": "fireteam.env.seats.bots:Bot",
    "Policy": "fireteam.agents.network.box:Network",
    "Replay": "fireteam.env.replay.replay:Replay",
    "Scenario": "fireteam.env.scenario.models:Scenario",
    "errors": "fireteam.content.errors:",
    "fight": "fireteam.face:fight",
    "forecast": "fireteam.face:forecast",
    "load_bot": "fireteam.face:load_bot",
    "load_policy": "fireteam.face:load_policy",
    "load_scenario": "fireteam.env.scenario.reading:load_scenario",
    "make": "fireteam.registry:make",
    "make_vec": "fireteam.registry:make_vector",
    "odds": "fireteam.env.analysis.odds:attack_odds",
}  # by name: module and name in it; the module itself where there is none


def public_value(name: str) -> Any:
    """Return what a name of PLACES stands for.

    Raises:
        AttributeError: there is no such name.
    """
    if name not in PLACES:
        from fireteam.content.reading import closest

        raise AttributeError(f"fireteam has no {name!r}.{closest(name, PLACES)}")
    module, _, own = PLACES[name].partition(":")
    return getattr(import_module(module), own) if own else import_module(module)


def fight(
    scenario: "Scenario | str | Path" = "yard",
    battles: int = 1,
    *,
    bots: Mapping[str, Any] | None = None,
    seed: int = 0,
    swap: bool = False,
    workers: int = 1,
    system: str = "",
    rules: Mapping[str, str] | None = None,
    catalog: "Mapping[str, Any] | str | Path | None" = None,
) -> dict[str, Any]:
    """Fight battles between bots; return what `fireteam fight --json` prints: wins, endings, what each unit did.

    >>> result = fireteam.fight("duel", 20, bots={"red": "charger"}, seed=1)
    >>> result["battles"], [who["who"] for who in result["wins"]]
    (20, ['red (charger)', 'blue (tactician)'])

    Args:
        scenario: a scenario, its name, or its file.
        battles: how many.
        bots: by team: a name, a network's file, or a bot; others are played as their scenario says, else by a tactician.
        seed: of the dice and of the bots.
        swap: let bots change sides from battle to battle, on the same dice.
        workers: threads.
        system, rules, catalog: see `fireteam.env.scenario.options.manned`.

    Raises:
        ContentError: there is no such scenario, bot or rule, or something is wrong in one.
    """
    from fireteam.agents.series.series import fight_series
    from fireteam.env.scenario.options import manned

    from .reports.summary import summary

    loaded = manned(scenario, rules=rules, catalog=catalog, system=system)
    seated = seats(loaded, bots or {}, seed, "tactician")
    return summary(loaded, fight_series(loaded, seated, battles, seed, swap, workers), swap)


def forecast(
    scenario: "Scenario | str | Path" = "yard",
    side: str = "",
    *,
    bots: Mapping[str, Any] | None = None,
    sure: float = 3.0,
    what_if: Sequence[str] = (),
    minutes: float | None = None,
    seed: int = 0,
    workers: int = 2,
    system: str = "",
    rules: Mapping[str, str] | None = None,
    catalog: "Mapping[str, Any] | str | Path | None" = None,
) -> "Forecast":
    """Tell how a fight will go for a team: what `fireteam forecast --json` prints, as a model.

    >>> told = fireteam.forecast("duel", "blue", sure=20, seed=3)
    >>> wins = told.middle.wins  # both sides played as most do
    >>> told.party, wins.low <= wins.value <= wins.high
    ('blue', True)

    Args:
        scenario: a scenario, its name, or its file.
        side: the team that is asked about; the first one unless given.
        bots: by team, see `fight`; others play in three styles: careful, average, reckless.
        sure: points to either side to which shares are to be known.
        what_if: changes whose difference is wanted, see `fireteam list changes`.
        minutes: the time that there is at the table.
        seed, workers, system, rules, catalog: see `fight`.

    Raises:
        ContentError: there is no such scenario, team, bot, change or rule, or something is wrong in one.
    """
    from fireteam.content.errors import ContentError
    from fireteam.content.reading import closest, listed
    from fireteam.env.scenario.options import manned

    from .reports.forecast.figures.fights import Question
    from .reports.forecast.figures.make import Wanted
    from .reports.forecast.figures.make import forecast as made

    loaded = manned(scenario, rules=rules, catalog=catalog, system=system)
    teams = [team.name for team in loaded.teams]
    if (side := side or teams[0]) not in teams:
        raise ContentError(f"side = {side!r}: there is no such team.{closest(side, teams)} Teams: {listed(teams)}.")
    question = Question(loaded, teams.index(side), seats(loaded, bots or {}, seed, ""), seed, workers, sure / 100)
    wanted = Wanted("", "", lambda name: load_bot(name, seed), minutes, what_if)
    return made(question, wanted)


def load_bot(name: str, seed: int = 0) -> Any:
    """Return a bot by its name, the file of a network, or `module:object`.

    >>> fireteam.load_bot("tactician").name
    'tactician'

    Args:
        name: see `fireteam list bots`; one that searches takes options, as in "search:seconds=0.5".
        seed: of its own randomness.

    Raises:
        ContentError: there is no such bot.
    """
    from .seating import find_bot

    return find_bot(name, seed)


def load_policy(name: "str | Path") -> "Network":
    """Return a trained policy, a network that chooses among orders, by its name in the box or by its file.

    It can be an opponent, `make_vec(opponent=policy)`, and `load_bot(policy.name)` is its bot.

    >>> fireteam.load_policy("veteran")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    fireteam.content.errors.ContentError: no network is called 'veteran'. veteran was a policy of single actions: ...

    Args:
        name: see `fireteam list bots`; or the path of a file, like runs/first/policy.safetensors.

    Raises:
        ContentError: there is none of that name, or the file is no network; nothing in a file is executed.
    """
    from fireteam.agents.network.box import load_network

    return load_network(name)


def seats(scenario: "Scenario", bots: Mapping[str, Any], seed: int, default: str) -> dict[str, Any]:
    """Return the bots of a scenario's teams: those that are given, by name or as they are, else as `usual_bot` says.

    Raises:
        ContentError: the scenario has no such team, or there is no such bot.
    """
    from fireteam.env.scenario.options import check_teams
    from fireteam.env.seats.bots import check_bot

    from .seating import find_bot, usual_bot

    names = [team.name for team in scenario.teams]
    check_teams("bots", bots, names)
    made = {team: find_bot(bot, seed) if isinstance(bot, str) else bot for team, bot in bots.items()}
    for team, bot in made.items():
        check_bot(bot, f"bots: {team}")
    usual = {name: usual_bot(scenario, name, default, seed) for name in names if name not in made}
    return {name: bot for name in names if (bot := made.get(name, usual.get(name))) is not None}
