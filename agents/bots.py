"""Compiled bots by name: random play, the doctrines of `doctrines.toml`, and networks."""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import closest, listed, read_toml
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules import kernel
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS
from fireteam.env.rules.systems import when_used
from fireteam.env.seats.bots import Given

from .doctrine.choose import choose
from .doctrine.records import DOCTRINE, MEMORY, NETWORK, PARAMETERS, RANDOM, SYSTEM_ROWS, WEIGHTS
from .network.box import Network, box, former, is_network, network_named
from .network.choosing import command
from .network.reasons import reasons_of
from .orders.giving import NO_ORDER, order_in_memory
from .rollout import decide_row

RANDOM_BOT = "random"
PROPOSER = "tactician"  # proposes orders to networks
COLDEST, HOTTEST = 0.01, 100.0  # temperatures of networks; 0 stands for the limit
MOST_WEIGHT = 1000  # either way, that a weight may have
BETWEEN_NAMES = re.compile(r",(?!\s*\w+\s*=)")  # a comma before `danger=2` parts weights of one bot


@cache
def doctrines() -> dict[str, dict[str, Any]]:
    """Return the tables of `doctrines.toml` by name."""
    return tables_of(packaged("doctrines.toml"), {"says", *SYSTEM_ROWS[1:]})


@cache
def tempers() -> dict[str, dict[str, float]]:
    """Return the tables of `tempers.toml` by name: weights in which a tactician of that temper differs."""
    return tables_of(packaged("tempers.toml"))


def packaged(file: str) -> Path:
    """Return the path of a file of this package."""
    return Path(str(resources.files(__package__))) / file


def tables_of(path: Path, besides: Set[str] = frozenset()) -> dict[str, dict[str, Any]]:
    """Return the tables of weights in a file; `besides` are other keys that a table may have.

    Where names of rule systems are among these, a table may have tables below it, with weights of that system.

    Raises:
        ContentError: the file has another key, an unknown weight, or one that is too large.
    """
    tables = read_toml(path)
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            raise ContentError(f"{path}: {name} = {table!r}: must stand in a table, below a [name]")
        check_table(f"{path}: {name}", table, besides)
    return tables


def check_table(where: str, table: Mapping[str, Any], besides: Set[str]) -> None:
    """Raise a ContentError if a table of weights has another key, or a value that is none; see `tables_of`."""
    known = besides | {weight.name for weight in WEIGHTS}
    for key, value in table.items():
        if key not in known:
            raise ContentError(f"{where}.{key}: no such weight.{closest(key, known)} Weights: {listed(known)}.")
        if key in SYSTEM_ROWS:
            if not isinstance(value, Mapping):
                raise ContentError(f"{where}.{key} = {value!r}: must be a table of weights, below [NAME.{key}]")
            check_table(f"{where}.{key}", value, frozenset())
            continue
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if key not in besides and not (number and abs(value) <= MOST_WEIGHT):
            raise ContentError(f"{where}.{key} = {value!r}: must be a number from -{MOST_WEIGHT} to {MOST_WEIGHT}")


def split_names(text: str) -> list[str]:
    """Return the names of bots in a list with commas: `guard,tactician:cover=0,danger=2` names two."""
    return [name.strip() for name in BETWEEN_NAMES.split(text)]


def spelled_out(name: str) -> str:
    """Return the name of a bot with its weights spelled out, if it names a file of them: `tactician:keen.toml`.

    The file holds one table, as evolution writes it. Only a name that somebody has typed may open a file.

    Raises:
        ContentError: see `tables_of`; or the file holds more than one table, or none.
    """
    doctrine, _, file = name.partition(":")
    if not (is_weighed(name) and file.endswith(".toml")):
        return name
    tables = tables_of(Path(file), {"says"})
    if len(tables) != 1:
        raise ContentError(f"{file}: holds {listed(tables) if tables else 'no table'}: must hold one table of weights")
    (table,) = tables.values()
    weights = ",".join(f"{key}={float(value)!r}" for key, value in table.items() if key != "says")
    return f"{doctrine}:{weights}" if weights else doctrine


def bot_names() -> list[str]:
    """Return the names of all bots that play in compiled code, `random` first."""
    return [RANDOM_BOT, *doctrines(), *box()]


def parameters_of(name: str) -> np.ndarray:
    """Return the parameters of a bot, or of a tactician of another temper, shape (1,), dtype PARAMETERS.

    A doctrine may be named with other weights, as in `tactician:cover=0,danger=2`. To a network a tactician proposes orders;
    it takes what it thinks best, or draws, as in `NAME:temperature=1`.

    Raises:
        ContentError: there is no such bot, or no such weight.
    """
    name, colon, others = name.partition(":")
    if is_network(name):
        return parameters_of_network(name, others)
    if colon and name not in [*doctrines(), *tempers(), RANDOM_BOT]:
        meant = f"no doctrine is called {name!r}.{closest(name, doctrines())} Doctrines: {listed(doctrines())}."
        raise ContentError(f"bot '{name}:{others}': {meant}")
    if name not in bot_names() and name not in tempers():
        hint = former(name) or closest(name, bot_names())
        raise ContentError(f"no bot is called {name!r}.{hint} Bots: {listed(bot_names())}.")
    made = np.zeros(1, PARAMETERS)  # what is never written takes no memory
    if name == RANDOM_BOT:
        if colon:
            raise ContentError(f"bot '{name}:{others}': {name} weighs nothing. Doctrines: {listed(doctrines())}.")
        made["kind"] = RANDOM
        return made
    given = weights_in(name, others) if colon else {}
    return parameters_with(np.array([listed_weights(doctrine_in(name, system) | given) for system in SYSTEM_ROWS]))


def doctrine_in(name: str, system: str) -> dict[str, Any]:
    """Return the table of a doctrine with its weights in a rule system; tacticians of another temper have one for all."""
    if name in tempers():
        return doctrines()["tactician"] | tempers()[name]
    table = doctrines()[name]
    own: dict[str, Any] = table.get(system, {})
    return table | own


def listed_weights(table: Mapping[str, float]) -> list[float]:
    """Return the weights of a doctrine's table, in the order of WEIGHTS."""
    return [table.get(weight.name, weight.default) for weight in WEIGHTS]


def parameters_with(weights: np.ndarray) -> np.ndarray:
    """Return the parameters of a doctrine with some weights, for every system or for each, see SYSTEM_ROWS; shape (1,)."""
    made = np.zeros(1, PARAMETERS)
    made["kind"], made["plain"] = DOCTRINE, weights
    return made


def doctrine_weights(name: str, system: str) -> np.ndarray:
    """Return the weights of a bot in a rule system, in the order of WEIGHTS; zeros unless it is a doctrine."""
    row = SYSTEM_ROWS.index(system) if system in SYSTEM_ROWS else 0
    weights: np.ndarray = parameters_of(name)["plain"][0, row]
    return weights


def proposer() -> np.ndarray:
    """Return the parameters of who proposes orders to networks and learners: of one mind in all rule systems, shape (1,)."""
    return parameters_with(np.array(listed_weights(doctrines()[PROPOSER])))


def parameters_of_network(name: str, others: str = "") -> np.ndarray:
    """Return the parameters of a bot that is a network; `others` may give its temperature. See `parameters_of`."""
    made = proposer()
    made["kind"] = NETWORK
    network = network_named(name)
    made["numbers"][0, : len(network.numbers)] = network.numbers
    made["shaping"] = network.card.shaping
    if others:
        option, equals, value = (word.strip() for word in others.partition("="))
        number = float(value) if equals and re.fullmatch(r"[0-9.]+", value) and value.count(".") < 2 else -1.0
        if option != "temperature" or not (number == 0 or COLDEST <= number <= HOTTEST):
            allowed = f"must be temperature=NUMBER, 0 or from {COLDEST:g} to {HOTTEST:g}"
            raise ContentError(f"bot '{name}:{others}': {allowed}")
        made["temperature"] = number
    return made


def weights_in(name: str, text: str) -> dict[str, float]:
    """Return the weights that are written behind a doctrine's name, as in `cover=0,danger=2`."""
    known = [weight.name for weight in WEIGHTS]
    made: dict[str, float] = {}
    for part in text.split(","):
        weight, equals, value = (word.strip() for word in part.partition("="))
        where = f"bot '{name}:{text}'"
        if not equals:
            typed = ": only a name typed on the command line may be that of a file" if text.endswith(".toml") else ""
            raise ContentError(f"{where}: {part.strip()!r} must be WEIGHT=NUMBER, like cover=0{typed}")
        if weight not in known:
            raise ContentError(f"{where}: no weight is called {weight!r}.{closest(weight, known)} Weights: {listed(known)}.")
        if weight in made:
            raise ContentError(f"{where}: {weight} is given twice")
        try:
            made[weight] = float(value)
        except ValueError:
            raise ContentError(f"{where}: {weight} = {value!r}: must be a number") from None
        if not abs(made[weight]) <= MOST_WEIGHT:  # not a number, neither
            raise ContentError(f"{where}: {weight} = {value}: must be from -{MOST_WEIGHT} to {MOST_WEIGHT}")
    return made


def is_weighed(text: str) -> bool:
    """Return whether a text names a doctrine with other weights, and not a Python object: module:object."""
    name, colon, others = text.partition(":")
    return bool(colon) and ("=" in others or name in [*bot_names(), *tempers()] or is_network(name))


def parameters_of_teams(names: Mapping[str, str] | str, teams: list[str]) -> np.ndarray:
    """Return the bots of all teams, shape (MAX_TEAMS,): a bot for every team, or one name for all of them."""
    named = [names if isinstance(names, str) else names.get(team, RANDOM_BOT) for team in teams]
    made: np.ndarray = lineups_of([[parameters_of(name) for name in named]])[0]
    return made


def lineups_of(lineups: Sequence[Sequence[np.ndarray]]) -> np.ndarray:
    """Return line-ups, a bot for each of the first teams as records of shape (1,), as records of shape (n, MAX_TEAMS)."""
    made = np.zeros((len(lineups), MAX_TEAMS), PARAMETERS)
    for row, lineup in zip(made, lineups, strict=True):
        for team, bot in enumerate(lineup):
            for field in PARAMETERS.names or ():
                if field != "numbers" or bot["kind"][0] == NETWORK:  # half a megabyte of zeros is there already
                    row[field][team] = bot[field][0]
    return made


def own_seed(seed: int) -> int:
    """Return the seed of the bots' own randomness in the battle of a seed."""
    return seed & (2**62 - 1)


@cache
def announce_choices(port: Callable[..., Any]) -> None:
    """Start compiling the code by which bots choose, in the background; once in a process, and only if needed."""
    memories = np.zeros(MAX_UNITS, MEMORY)
    when_used(lambda system: kernel.expected(port, system.BATTLE, system.ARENA, system.LOG, PARAMETERS, memories))


class CompiledBot:
    """A bot of the compiled kind as a Python object, for the environments that ask `decide(battle)`.

    Args:
        name: `random`, a doctrine, perhaps with other weights: `tactician:cover=0`; or a network.
        seed: seed of its own randomness; the same seed plays the same way.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        own = name.partition(":")[0]
        self._network = network_named(own) if is_network(own) else None  # so that it goes where the bot goes
        self._parameters, self._seed = parameters_of(name), seed
        self._memories = np.zeros(MAX_UNITS, MEMORY)
        self._before = self._memories.copy()  # the decision taken last
        self._battle: Battle | None = None
        self._decisions = -1  # taken in the battle when it decided last
        self._plain = (kernel.plain(self._parameters), kernel.plain(self._memories))
        announce_choices(choose)
        if self._network is not None:
            announce_choices(command)

    def decide(self, battle: Battle) -> Action:
        """Return the action for the pending decision."""
        if battle is not self._battle:
            self._battle = battle
            self._memories[:] = np.zeros(1, MEMORY)
        self._parameters["seed"] = self._seed + battle.field.roster[int(battle.record[0]["decider"])].team
        self._before[:], self._decisions = self._memories, int(battle.record[0]["decisions"])
        return Action(*decide_row(*battle.arrays, *self._plain))

    def why(self, battle: Battle) -> dict[str, Any] | None:
        """Return a network's reasons for its last decision, for a replay; call it before the next step.

        {"value": what it expects, "chances": {order in words: probability}}: at most five, likeliest first. None where no
        order was chosen, and for doctrines.
        """
        reasoned = self._network is not None and self._has_decided(battle)
        return reasons_of(battle, self._parameters, self._before) if reasoned else None

    def order_given(self, battle: Battle) -> Given:
        """Return the order of its last decision, for a replay; call it before the next step."""
        if self._parameters["kind"][0] == RANDOM or not self._has_decided(battle):
            return NO_ORDER
        return order_in_memory(battle, self._parameters, self._before, self._memories)

    def _has_decided(self, battle: Battle) -> bool:
        """Return whether its last decision is the one that is pending in a battle."""
        return battle is self._battle and int(battle.record[0]["decisions"]) == self._decisions

    def maker(self) -> Callable[..., "CompiledBot"]:
        """Return a factory of this bot, called with another seed."""
        return partial(CompiledBot, self.name) if self._network is None else partial(network_bot, self._network, self.name)

    def __repr__(self) -> str:
        return f"CompiledBot({self.name!r})"


def network_bot(_: Network, name: str, seed: int = 0) -> CompiledBot:
    """Return the bot of a network, which is known by its name in whatever process it was sent to."""
    return CompiledBot(name, seed)


def load_bot(name: str, seed: int = 0) -> CompiledBot:
    """Return a bot by name."""
    return CompiledBot(name, seed)
