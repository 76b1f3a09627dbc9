"""A bot that searches: it plays what its unit could be ordered to do through with other dice, and orders what came out best.

It considers the orders that `..orders` proposes. Playouts are shared out among them by sequential halving (`halving.py`),
paired: playout number k of every order begins with the same belief and the same dice. In a playout the unit carries out the
order; everything else is decided by a doctrine, on all sides. This is a rollout policy (Tesauro, Galperin, "On-line policy
improvement using Monte-Carlo search", 1996) that improves on that doctrine.

With a network as its policy it plays only the orders through that the network finds likeliest, and between orders that come
out alike the likelier one is better: a few playouts then do for many.
"""

import hashlib
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fireteam import agents
from fireteam.content.errors import ContentError
from fireteam.content.reading import shown
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.dice import mixed_word
from fireteam.env.seats.bots import Given

from ..bots import own_seed, parameters_of
from ..network.box import Network, network_named
from ..network.reasons import judged
from ..orders.asking import Staff
from ..orders.giving import NO_ORDER, as_given
from ..orders.words import act_in_words, order_in_words
from .halving import endings_of, halve
from .options import options_in
from .playouts import Playouts, rounds_ahead

SEARCH_BOT = "search"
SAYS = (
    "Plays the orders that it could give through and gives the best one; search:seconds=0.5, search:playouts=200, "
    "search:policy=NETWORK."
)
DOCTRINE = "tactician"
PLAYOUTS = 800  # for a phase
LONGEST = 3600.0
MOST = 1_000_000  # playouts for a phase
AT_ONCE = 0.5  # share of what is left of a phase's budget that its next order has: most phases have two or three
SHOWN = 5  # orders that `why` tells of
LIKELY = 12  # orders that are played through of those that a policy chooses among
TRUST = 0.02  # share of a battle that an order is worth more which a policy finds e times as likely
LEAST_LIKELY = 1e-4  # less likely than that is no worse


class SearchBot:
    """A bot that tries orders in playouts before it gives one; see the module for how.

    It throws its own dice, never those of the battle. In fog it uses only what its side knows: in every playout each unseen
    unit stands on another tile that its side does not see.

    While a unit carries out an order, it goes on without a new search, until the order is done or something was learned.

    Args:
        seconds: time for a unit's phase, or for its answers in a turn, instead of playouts. Each decision has half of what
            is left of it; however short that is, each stage of halving plays every order once that is left. A decision with
            one open action takes none.
        playouts: number for a phase, 800 unless given, at least one for every order: the same seed and the same decisions
            before it then decide the same way on every machine.
        seed: seed of its dice.
        doctrine: the bot by whose worth orders are proposed, and that decides the rest of each playout on all sides.
        policy: the name of a network by which likely orders come first; None for none.

    Raises:
        ContentError: an option is out of range, both budgets are given, or no bot has the name of doctrine or policy.
    """

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int = 0,
        doctrine: str = DOCTRINE,
        policy: str | None = None,
    ) -> None:
        if seconds is not None and playouts is not None:
            raise ContentError(f"{SEARCH_BOT}: seconds and playouts are both given; a phase has one budget")
        if seconds is not None and not 0 < seconds <= LONGEST:
            raise ContentError(f"{SEARCH_BOT}: seconds = {shown(seconds)}: must be above 0 and at most {LONGEST:g}")
        if playouts is not None and not 1 <= playouts <= MOST:
            raise ContentError(f"{SEARCH_BOT}: playouts = {shown(playouts)}: must be from 1 to {MOST}")
        self.seconds = seconds
        self.playouts = PLAYOUTS if playouts is None and seconds is None else playouts
        given = {"seconds": seconds, "playouts": playouts, "doctrine": doctrine, "policy": policy}
        options = ",".join(f"{name}={value}" for name, value in given.items() if value not in (None, DOCTRINE))
        self.name = f"{SEARCH_BOT}:{options}" if options else SEARCH_BOT
        self._seed = own_seed(seed)
        self._doctrine = parameters_of(doctrine)
        self._network = None if policy is None else network_named(policy)  # so that it goes where the bot goes
        self._policy = None if policy is None else parameters_of(policy)
        self._proposer = self._doctrine if self._policy is None else self._policy
        self._lookahead = Playouts(self._doctrine)
        self._staff = Staff(self._proposer.copy())
        self._battle: Battle | None = None
        self._decisions = -1  # taken when it decided last
        self._words: dict[int, str] = {}  # of the order that each unit carries out
        self._turn = (0, 0)  # in which it decided last
        self._left: dict[tuple[int, bool], float] = {}  # of the budget in that turn: of a unit's own phase, of its answers
        self._explanations: list[dict[str, Any]] = []  # what `why` answers about the last decision
        self._given = NO_ORDER  # what `order_given` answers

    @cached_property
    def digest(self) -> str:
        """A digest of all that determines its play: the code and the weights here."""
        files = sorted([*Path(agents.__path__[0]).rglob("*.py"), *Path(agents.__path__[0]).glob("*.toml")])
        numbers = [] if self._network is None else [self._network.numbers.tobytes()]
        return hashlib.sha256(b"\0".join([*(path.read_bytes() for path in files), *numbers])).hexdigest()[:16]

    def maker(self) -> Callable[..., "SearchBot"]:
        """Return a factory of this bot, called with another seed."""
        return partial(search_bot if self._network is None else partial(search_with, self._network), self.name)

    def decide(self, battle: Battle) -> Action:
        """Return the action for the pending decision."""
        decisions = int(battle.record[0]["decisions"])
        if battle is not self._battle or decisions <= self._decisions:  # it is another, or was taken back
            self._battle, self._staff, self._words = battle, Staff(self._proposer.copy()), {}
            self._left = {}
        self._decisions = decisions
        legal = battle.legal()
        if len(legal) == 1:
            return self._without_search(battle, legal[0], act_in_words(battle, legal[0]))
        who = int(battle.record[0]["decider"])
        if (action := self._staff.go_on(battle)) is not None:
            chosen = self._without_search(battle, action, self._words.get(who, act_in_words(battle, action)))
            self._given = Given(goes_on=True)
            return chosen
        orders = self._staff.propose(battle)
        ranking = self._search(battle, orders.copy(), decisions) if len(orders) > 1 else [Found(0, 0, None)]
        rows = []
        for number, count, share in ranking[:SHOWN]:
            action = self._staff.first_action(battle, number)
            rows.append(reason_of(battle, order_in_words(battle, orders[number]), action, count, share))
        self._explanations, self._given = rows, NO_ORDER
        if battle.asked.own:
            self._words[who] = rows[0]["order"]
            self._given = as_given(rows[0]["order"], int(orders[ranking[0].number]["kind"]))
        return self._staff.obey(battle, ranking[0].number)

    def why(self, battle: Battle) -> list[dict[str, Any]]:
        """Return the orders among which the last decision in a battle was, best first and at most five, as JSON values.

        Each is {"order": in words, "action": its first action, or the next of an order that goes on, in words, "playouts":
        how many, "share": of them won, None if none was needed}. Empty if the bot has decided nothing in that battle.
        """
        return [dict(row) for row in self._explanations] if battle is self._battle else []

    def order_given(self, battle: Battle) -> Given:
        """Return the order of its last decision, for a replay; call it before the next step."""
        return self._given if battle is self._battle else NO_ORDER

    def _without_search(self, battle: Battle, action: Action, words: str) -> Action:
        """Return an action that needs no search, and note why."""
        self._explanations, self._given = [reason_of(battle, words, action, 0, None)], NO_ORDER
        return action

    def _search(self, battle: Battle, orders: np.ndarray, decisions: int) -> list["Found"]:
        """Return what came of playouts of some orders, dtype OFFER: the best first."""
        stream = mixed_word(self._seed, 2 * decisions) | mixed_word(self._seed, 2 * decisions + 1) << 30
        arenas, position, field = battle.arrays[1], battle.record, battle.field
        numbers, added = self._candidates(battle, len(orders))
        rounds = rounds_ahead(field.arena[int(position[0]["variant"])], len(field.scenario.teams))

        def play(rows: np.ndarray, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
            given = position, arenas, orders, self._staff.memories, numbers[rows]
            values, boards = self._lookahead.play(*given, stream, first, count, rounds)
            return values, endings_of(boards, count)

        share = self._share(battle)
        playouts = None if self.playouts is None else max(round(share * self.playouts), 1)
        found = halve(added, play, playouts, share * (self.seconds or 0.0))
        return [Found(int(numbers[row]), int(found.played[row]), float(found.won[row])) for row in found.order]

    def _share(self, battle: Battle) -> float:
        """Return the share of the budget that the pending decision has, and take it off what is left."""
        row = battle.record[0]
        turn = int(row["round_number"]), int(row["pass_number"])
        if turn != self._turn:
            self._turn, self._left = turn, {}
        phase = int(row["decider"]), battle.asked.own
        left = self._left.get(phase, 1.0)
        self._left[phase] = left * (1.0 - AT_ONCE)
        return left * AT_ONCE

    def _candidates(self, battle: Battle, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return which of the orders are played through, as numbers, and what the policy adds to the worth of each."""
        if self._policy is None:
            return np.arange(count), np.zeros(count)
        _, logits, _ = judged(battle, self._policy, self._staff.memories)
        weights = np.exp((logits - logits.max()).astype(np.float64))
        added = TRUST * np.log(np.maximum(weights / weights.sum(), LEAST_LIKELY))
        likely = np.sort(np.argsort(-added, kind="stable")[:LIKELY])
        return likely, added[likely]


class Found(NamedTuple):
    """An order that was played through: its number among those proposed, how often, and the share that was won."""

    number: int
    playouts: int
    share: float | None


def reason_of(battle: Battle, order: str, action: Action, playouts: int, share: float | None) -> dict[str, Any]:
    """Return the entry of `why` for an order in words; `action` is what is done now."""
    return {"order": order, "action": battle.words(action), "playouts": playouts, "share": share}


def search_with(_: Network, text: str, seed: int = 0) -> SearchBot:
    """Return a search bot whose policy is known by its name in whatever process it was sent to."""
    return search_bot(text, seed)


def search_bot(text: str, seed: int = 0) -> SearchBot:
    """Return a search bot as the command line names it: `search`, `search:seconds=0.5`, `search:playouts=200`.

    Several options are separated by commas: `search:playouts=200,doctrine=guard`.

    Raises:
        ContentError: there is no such option, or its value is not valid.
    """
    return SearchBot(seed=seed, **options_in(text, {"seconds": float, "playouts": int, "doctrine": str, "policy": str}))
