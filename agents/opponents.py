"""The opponents of a batch, from what a caller writes: names with weights, networks, bots that search, functions.

Doctrines and networks play in the compiled loop. Everybody else is asked (`fireteam.env.seats.opponents`): a function of
observations and masks answers for all rows at once, in orders where learners do; any other bot is shown the battle of each
row, and decides in single actions.
"""

from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from fireteam.content.errors import ContentError
from fireteam.content.reading import shown
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import encode
from fireteam.env.scenario.options import check_teams
from fireteam.env.seats.bots import ask, check_bot, check_seat, name_of
from fireteam.env.seats.opponents import Ask, Opponent
from fireteam.env.vector import Vector

from .bots import RANDOM_BOT, CompiledBot, parameters_of
from .doctrine.records import ASKED, PARAMETERS, SHOWN
from .factory import reseeded
from .network.box import Network

Find = Callable[[str], Any]  # a bot by its name
MOST_WEIGHT = 1e30  # of an opponent: also a number in smaller types


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
        """Return action numbers for rows of a batch, shape (n,): they come after those of orders."""
        return np.array([vector.commands.most + self._answer(vector, row) for row in rows.tolist()], np.int64)

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


def make_opponents(said: Any, teams: Sequence[str], find: Find) -> list[Opponent] | dict[str, list[Opponent]]:
    """Return the opponents of a batch from what a caller writes.

    Args:
        said: an opponent; several with weights, {"tactician": 3, "charger": 1}; or either for each team by name. An opponent
            is the name of a bot, a bot, a network, or a function of observations and masks.
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
    elif callable(bot) and not isinstance(bot, type) and not hasattr(bot, "act") and not hasattr(bot, "decide"):
        opponent = asked_opponent(name_of_function(bot), FunctionOpponent(bot), ASKED)
    else:
        check_bot(bot, "opponent")
        opponent = asked_opponent(name_of(bot), BotOpponent(bot), SHOWN)
    name = said if isinstance(said, str) else opponent.name
    taken = [other.name for other in made.values()]
    made[key] = opponent._replace(name=f"{name} {len(taken) + 1}" if name in taken else name)
    return made[key]


def doctrine_opponent(name: str, share: float = 1.0) -> Opponent:
    """Return an opponent that plays in the compiled loop: a doctrine or a network."""
    return Opponent(name, share, parameters_of(name))


def asked_opponent(name: str, answer: Ask, kind: int) -> Opponent:
    """Return an opponent that is asked; `kind` says how: ASKED for the decisions of a learner, SHOWN for single actions."""
    mark = np.zeros(1, PARAMETERS)
    mark["kind"] = kind
    return Opponent(name, 1.0, mark, answer)


def name_of_function(function: Any) -> str:
    """Return the name of a function, or of the class of what is called like one."""
    return str(getattr(function, "__name__", type(function).__name__))
