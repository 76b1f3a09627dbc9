"""The opponents of a batch, from what a caller writes: names with weights, policies, bots that search, functions.

A doctrine plays in the compiled loop. Everybody else is asked (`fireteam.env.seats.opponents`): a policy answers for all
rows at once, so does a function of observations and masks, and any other bot is shown the battle of each row.
"""

from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import listed, shown
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import encode
from fireteam.env.rules import kernel
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.systems import port_of
from fireteam.env.rules.verbs import STUMBLES
from fireteam.env.scenario.options import check_teams
from fireteam.env.seats.batch import ADVICE
from fireteam.env.seats.bots import ask, check_bot, check_seat, name_of, other_system
from fireteam.env.seats.opponents import Ask, Opponent
from fireteam.env.vector import Vector

from .bots import RANDOM_BOT, CompiledBot, parameters_of
from .doctrine.interface import would_fall
from .doctrine.records import ASKED, NETWORK, PARAMETERS
from .factory import reseeded
from .network.box import Network
from .policy.bot import PolicyBot
from .policy.network import Policy
from .policy.tensors import shape_of

Find = Callable[[str], Any]  # a bot by its name
MOST_WEIGHT = 1e30  # of an opponent: also a number in smaller types


class NetworkOpponent:
    """A policy that decides for all rows in which it is asked at once.

    Args:
        policy: the policy.
        temperature: see `fireteam.agents.policy.bot.PolicyBot`.
        random: the source of chance, in the order in which rows are asked; None for one that follows from each row's battle
            alone, however many rows there are. (The last digits of a network's numbers may depend on that.)
        stumbles: also take actions by which the unit would fall, as in training; a `PolicyBot` takes none.
    """

    def __init__(
        self,
        policy: Policy,
        temperature: float = 0.0,
        random: np.random.Generator | None = None,
        stumbles: bool = False,
    ) -> None:
        self.policy, self._temperature, self._random, self._stumbles = policy, temperature, random, stumbles

    def check(self, vector: Vector) -> None:
        """Raise a ContentError if the policy is made for another system, or has an adviser that the batch has not."""
        if why := other_system(self.policy.card, vector.system):
            raise ContentError(why)
        advisers_among(self.policy, vector.advisers)

    def __call__(self, vector: Vector, rows: np.ndarray) -> np.ndarray:
        """Return action numbers for rows of a batch, shape (n,)."""
        observations, masks = vector.observations[rows], vector.masks[rows]
        if not self._stumbles:
            close_falls(vector, rows, masks)
        seen = shape_of(self.policy.card.system, *vector.slots).observation
        columns = seen + advisers_among(self.policy, vector.advisers)
        advice = np.rint(observations[:, columns] * ADVICE).astype(np.int64)
        followed = observations[:, columns + len(vector.advisers)]
        chances, _ = self.policy.evaluate(
            observations[:, :seen], masks, advice, followed, self._temperature or 1.0, vector.slots
        )
        if self._temperature == 0.0:
            numbers: np.ndarray = chances.argmax(axis=1)
            return numbers
        points = self._random.random((len(rows), 1)) if self._random else points_of(vector, rows)
        sums = chances.cumsum(axis=1, dtype=np.float64)
        numbers = (sums > points * sums[:, -1:]).argmax(axis=1)
        return numbers


class FunctionOpponent:
    """A function of observations and masks, such as a learner's own network: it returns action numbers for all rows."""

    def __init__(self, function: Callable[[np.ndarray, np.ndarray], Any]) -> None:
        self._function = function

    def __call__(self, vector: Vector, rows: np.ndarray) -> np.ndarray:
        """Return action numbers for rows of a batch, shape (n,).

        Raises:
            ContentError: the function returned something else.
        """
        numbers = np.asarray(self._function(vector.converted(vector.observations[rows]), vector.masks[rows]))
        if numbers.shape != rows.shape or numbers.dtype.kind not in "iu":
            raise ContentError(
                f"opponent {name_of_function(self._function)} returned {numbers.dtype} of shape {numbers.shape}: must be "
                f"action numbers of shape {rows.shape}"
            )
        return numbers


class ShownBattle(NamedTuple):
    """A battle that a bot is shown: which one it is, the decisions taken when it was asked last, the battle, who plays."""

    which: tuple[int, int, int]
    decisions: int
    battle: Battle
    bot: Any


class BotOpponent:
    """Any bot, which is shown the battle of each row; our own bots begin every battle anew."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self._games: dict[tuple[int, int], ShownBattle] = {}  # by row and team

    def check(self, vector: Vector) -> None:
        """Raise a ContentError if the bot is made for another system, or sees too few units."""
        for field in vector.fields:
            check_seat(self._bot, field, vector.slots)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_games": {}}  # a copy meets battles in the middle

    def __call__(self, vector: Vector, rows: np.ndarray) -> np.ndarray:
        """Return action numbers for rows of a batch, shape (n,)."""
        return np.array([self._answer(vector, row) for row in rows.tolist()], np.int64)

    def _answer(self, vector: Vector, row: int) -> int:
        """Return the number of what the bot does in a row."""
        record, episode = vector.battles[row : row + 1], vector.episodes[row]
        stream, number, team = int(episode["stream"]), int(episode["number"]), int(episode["asked"])
        which = stream, number, vector.ground.place_of(record[0])
        decisions = int(record[0]["decisions"])
        game = self._games.get((row, team))
        if game is None or game.which != which or decisions <= game.decisions:  # another battle, or the same one again
            battle = Battle.in_progress(vector.ground.field(record[0]), record)
            game = ShownBattle(which, decisions, battle, reseeded(self._bot, stream ^ number * 8 + team))
        self._games[row, team] = game._replace(decisions=decisions)
        game.battle.show(record)
        return encode(game.battle.field, team, ask(game.bot, game.battle, vector.numbering), vector.numbering)


def close_falls(vector: Vector, rows: np.ndarray, masks: np.ndarray) -> None:
    """Close in masks the actions by which the unit that decides would fall, unless nothing else is open."""
    first = vector.numbering[0]["first"]
    arenas = kernel.plain(vector.arenas)
    for verb in port_of(vector.system).VERBS.with_traits(STUMBLES):
        for at in np.flatnonzero(masks[:, first[verb]]):
            battle = vector.battles[rows[at] : rows[at] + 1]
            if masks[at].sum() > 1 and would_fall(kernel.plain(battle), arenas, int(battle[0]["decider"]), verb):
                masks[at, first[verb]] = 0


def points_of(vector: Vector, rows: np.ndarray) -> np.ndarray:
    """Return a number from 0 to 1 for the pending decision of each row, which follows from its battle; shape (n, 1)."""
    words = []
    for row in rows.tolist():
        episode = vector.episodes[row]
        chance = int(episode["stream"]) ^ int(episode["number"]) * 8 + int(episode["asked"])
        words.append(mixed_word(int(vector.battles[row]["decisions"]), chance))
    return (np.array(words, np.float64)[:, None] + 0.5) / 2**32


def make_opponents(said: Any, teams: Sequence[str], find: Find) -> list[Opponent] | dict[str, list[Opponent]]:
    """Return the opponents of a batch from what a caller writes.

    Args:
        said: an opponent; several with weights, {"tactician": 3, "captain": 1}; or either for each team by name. An opponent
            is the name of a bot, a bot, a policy, or a function of observations and masks.
        teams: the names of the teams; those that a table leaves out play at random.
        find: returns a bot by its name.

    Raises:
        ContentError: there is no such team or bot, or a weight is none.
    """
    if any(isinstance(one, Opponent) for among in opponent_lists(said) for one in among):
        there: list[Opponent] | dict[str, list[Opponent]] = said
        return there  # they are made already
    made: dict[Any, Opponent] = {}  # each opponent by what was written for it
    if isinstance(said, Mapping) and not said:
        raise ContentError("opponent = {}: must give an opponent to each team, or a weight of 0 or more to each opponent")
    if not isinstance(said, Mapping) or are_weights(said):
        return mixture(said, find, made)
    check_teams("opponent", said, teams)
    return {team: mixture(said.get(team, RANDOM_BOT), find, made) for team in teams}


def opponent_lists(said: Any) -> list[list[Any]]:
    """Return the lists in what a caller has written, of each team or of all."""
    return [one for one in (said.values() if isinstance(said, Mapping) else [said]) if isinstance(one, list)]


def are_weights(said: Mapping[Any, Any]) -> bool:
    """Return whether a table gives weights to opponents, rather than opponents to teams.

    Raises:
        ContentError: it does both, or a weight is below 0.
    """
    weights: list[Any] = [value for value in said.values() if isinstance(value, Real) and not isinstance(value, bool)]
    if weights and (len(weights) < len(said) or not all(0 <= weight <= MOST_WEIGHT for weight in weights)):
        raise ContentError(
            f"opponent = {shown(dict(said))}: must give an opponent to each team, or a weight of 0 or more to each opponent"
        )
    return bool(weights)


def mixture(said: Any, find: Find, made: dict[Any, Opponent]) -> list[Opponent]:
    """Return opponents with their shares; `made` holds those that are made already."""
    weights = said.items() if isinstance(said, Mapping) and said and are_weights(said) else [(said, 1.0)]
    return [make_opponent(one, find, made)._replace(share=float(weight)) for one, weight in weights]


def make_opponent(said: Any, find: Find, made: dict[Any, Opponent]) -> Opponent:
    """Return one opponent; see `make_opponents`."""
    key = said if isinstance(said, str) else id(said)
    if key in made:
        return made[key]
    bot = find(said) if isinstance(said, str) else said
    if isinstance(bot, (CompiledBot, Network)):
        opponent = doctrine_opponent(bot.name)
    elif isinstance(bot, Policy):
        opponent = asked_opponent(bot.card.name, NetworkOpponent(bot))
    elif isinstance(bot, PolicyBot):
        opponent = asked_opponent(bot.name, NetworkOpponent(bot.policy, bot.temperature))
    elif callable(bot) and not isinstance(bot, type) and not hasattr(bot, "act") and not hasattr(bot, "decide"):
        opponent = asked_opponent(name_of_function(bot), FunctionOpponent(bot))
    else:
        check_bot(bot, "opponent")
        opponent = asked_opponent(name_of(bot), BotOpponent(bot))
    name = said if isinstance(said, str) else opponent.name
    taken = [other.name for other in made.values()]
    made[key] = opponent._replace(name=f"{name} {len(taken) + 1}" if name in taken else name)
    return made[key]


def doctrine_opponent(name: str, share: float = 1.0) -> Opponent:
    """Return an opponent that plays in the compiled loop: a doctrine or a network."""
    return Opponent(name, share, parameters_of(name))


def asked_opponent(name: str, answer: Ask, share: float = 1.0) -> Opponent:
    """Return an opponent that is asked for every decision."""
    mark = np.zeros(1, PARAMETERS)
    mark["kind"] = ASKED
    return Opponent(name, share, mark, answer)


def name_of_function(function: Any) -> str:
    """Return the name of a function, or of the class of what is called like one."""
    return str(getattr(function, "__name__", type(function).__name__))


def with_advisers(own: np.ndarray, opponents: Any) -> np.ndarray:
    """Return a learner's advisers, and after them those whom opponents listen to besides, each once."""
    networks = [one.ask for among in opponent_lists(opponents) for one in among if isinstance(one.ask, NetworkOpponent)]
    for name in (name for network in networks for name in network.policy.card.advisers):
        if place_among(own, name) < 0:
            own = np.concatenate([own, parameters_of(name)])
    return own


def advisers_among(policy: Policy, advisers: np.ndarray) -> np.ndarray:
    """Return which of some records of bots are the advisers of a policy, in its order.

    Raises:
        ContentError: one is missing.
    """
    names = policy.card.advisers
    places = np.array([place_among(advisers, name) for name in names], int)
    if missing := [name for name, place in zip(names, places, strict=True) if place < 0]:
        raise ContentError(
            f"policy {policy.card.name!r} has the advisers {listed(names)}: {listed(missing)} must be among those of the "
            "batch"
        )
    return places


def place_among(advisers: np.ndarray, name: str) -> int:
    """Return which of some records of bots is that of a name, -1 for none."""
    bot = parameters_of(name)[0]
    same = (advisers["kind"] == bot["kind"]) & (advisers["weights"] == bot["weights"]).all(axis=1)
    if bot["kind"] == NETWORK:
        same &= (advisers["temperature"] == bot["temperature"]) & (advisers["numbers"] == bot["numbers"]).all(axis=1)
    return int(same.argmax()) if same.any() else -1
