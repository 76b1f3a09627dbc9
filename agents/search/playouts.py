"""Playouts of a battle under each of several orders, on the same dice."""

import numpy as np

from fireteam.env.observe.reward import potential
from fireteam.env.rules.arena import ELIMINATE
from fireteam.env.rules.dice import mixed_word
from fireteam.env.rules.interface import step
from fireteam.env.rules.kernel import Array, Record, entry, kernel, plain
from fireteam.env.rules.log import SILENT
from fireteam.env.rules.record import MAX_TEAMS, MAX_UNITS, NOBODY
from fireteam.env.rules.sides.view import as_known
from fireteam.env.rules.systems import new_log

from ..deciding import decide
from ..doctrine.carry_out import take_order
from ..doctrine.interface import acts
from ..doctrine.memory import clear_memories
from ..doctrine.orders import MOST_ACTS
from ..doctrine.records import MEMORY
from .determinization import imagine

HALF_WAY = 0.25  # potential at which a battle broken off counts as three quarters won
ROUNDS = 2  # after which a playout is judged by the shares of life: more playouts, and calmer ones
MOST = 300  # decisions of a playout: few battles have more left


class Playouts:
    """Plays positions on under some of the orders that could be given there.

    Args:
        bot: who decides all that follows, on all sides, shape (1,), dtype PARAMETERS.
    """

    def __init__(self, bot: np.ndarray) -> None:
        self._bots, self._memories = np.repeat(bot, MAX_TEAMS), np.zeros(MAX_UNITS, MEMORY)

    def play(
        self, position: np.ndarray, arenas: Array, orders: np.ndarray, memories: np.ndarray, chosen: np.ndarray,
        seed: int, first: int, count: int, rounds: int,
    ) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
        """Play chosen orders on, `count` times each; see `play_orders` for the arguments.

        Returns:
            How far each playout was won, and its share of life, float64, (n, count, 2); the last positions, (n * count,).
        """
        boards, values = np.empty(len(chosen) * count, position.dtype), np.empty((len(chosen) * count, 2))
        log = new_log(position.dtype, SILENT)
        battles = plain(position), plain(boards), plain(arenas), plain(log)
        given = plain(self._bots), plain(orders), chosen, plain(memories), plain(self._memories)
        play_orders(*battles, *given, seed, first, rounds, MOST, values)
        return values.reshape(len(chosen), count, 2), boards


@entry
def play_orders(
    position: Array, battles: Array, arenas: Array, logs: Array, bots: Array, orders: Array, chosen: Array, kept: Array,
    memories: Array, seed: int, first: int, rounds: int, most: int, values: Array,
) -> None:  # fmt: skip
    """Play a position on under several orders, and write the result of each battle.

    The battles begin with what the deciding side can believe (`determinization.py`). The unit that decides carries out the
    order; everybody else, and it too from then on, is played by a bot.

    Args:
        position: shape (1,), dtype BATTLE; not changed.
        battles: shape (n * count,): the last positions, those of one order after each other. Written.
        bots: records of PARAMETERS, one a team. Seeds are overwritten.
        orders: records of OFFER.
        chosen: int64, shape (n,): which of the orders are played.
        kept: records of MEMORY, shape (MAX_UNITS,): what the units of the side that decides remember.
        memories: the same, working space.
        seed: seed of the dice and of the bots' own randomness; battle k of every order has the same.
        first: number of the first battle of each order.
        rounds: after how many further rounds a battle is broken off; 0 for never.
        most: decisions after which it is broken off at the latest.
        values: float64, shape (n * count, 2), 0 to 1 for the side that decides: how far it has won, and its share of life
            against that of the others. Written.
    """
    count = len(battles) // len(chosen)
    for row in range(len(battles)):
        number = first + row % count
        battles[row] = position[0]
        battle = battles[row]
        arena = arenas[battle.variant]
        team = battle.units[battle.decider].team
        imagine(battle, arena, seed, number)
        clear_memories(memories)
        for who in range(arena.units):
            if battle.units[who].team == team:
                memories[who] = kept[who]
        own = mixed_word(seed, 4 * number + 2)
        began, last = battle.round_number, battle.decisions + most
        obey(battle, arena, logs[0], memories[battle.decider], orders[chosen[row // count]])
        while battle.over == 0 and battle.decisions < last and (rounds == 0 or battle.round_number < began + rounds):
            side = battle.units[battle.decider].team
            bots[side].seed = own + side
            verb, argument = decide(battle, arena, logs[0], bots[side], memories)
            step(battle, arena, logs[0], verb, argument)
        judge(battle, arena, team, values[row])


@kernel
def obey(battle: Record, arena: Record, log: Record, memory: Record, order: Record) -> None:
    """Give an order to the unit that decides; answers are carried out at once."""
    if acts(battle):
        known = as_known(battle, arena, log, battle.units[battle.decider].team)
        take_order(known, arena, battle.decider, memory, order)
    else:
        step(battle, arena, log, order.verbs[MOST_ACTS - 1], order.arguments[MOST_ACTS - 1])


@kernel
def judge(battle: Record, arena: Record, team: int, values: Array) -> None:
    """Write how far a team has won a playout, 0 to 1, and its share of life against the others, 0 to 1."""
    life = potential(battle, arena, team)
    values[0] = won(battle, team, life)
    values[1] = 0.5 * (life + 1.0)


@kernel
def won(battle: Record, team: int, life: float) -> float:
    """Return how far a battle is won for a team, 0 to 1; while it goes on, a guess by its potential `life`, -1 to 1."""
    if battle.over == 0:
        return 0.5 + 0.5 * life / (abs(life) + HALF_WAY)
    if battle.winner == NOBODY:
        return 0.5
    return 1.0 if battle.winner == team else 0.0


def rounds_ahead(arena: np.void, teams: int) -> int:
    """Return after how many rounds playouts are broken off in an arena, 0 for never.

    Life says little about who reaches an exit in time: where there is something else to win, no round is the last.
    """
    return ROUNDS if (arena["goals"]["kind"][:teams] == ELIMINATE).all() else 0
