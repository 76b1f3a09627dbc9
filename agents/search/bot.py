"""A bot that searches: it plays its candidate actions through many times with other dice, and takes the best one.

It is a Monte Carlo tree search. The root has plans for the rest of the unit's phase (`proposals.py`): what each doctrine
would do, what bolder and more careful tacticians would do, and the other open actions, after which the tactician takes over.
Playouts are shared out among them by sequential halving (`halving.py`). Below each plan a tree (`tree.py`) learns which bot
should decide for the units whose phases come next, on both sides.

With a trained policy, the other actions are those that the policy thinks likely, and playouts end where they leave the tree:
the policy estimates who would win from there (`leaf_value.py`).
"""

import hashlib
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from fireteam import agents
from fireteam.content.errors import ContentError
from fireteam.content.reading import shown
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules import verbs
from fireteam.env.rules.dice import mixed_word

from ..bots import own_seed
from ..policy.bundled import policy_named
from .halving import halve
from .options import options_in
from .plans import OPEN, PLAN
from .proposals import Choice, Proposer, action_of, movement

SEARCH_BOT = "search"
SAYS = "Plays what it could do through and does what came out best; search:seconds=0.5, :playouts=200, :policy=veteran."
DOCTRINE = "tactician"
SECONDS = 1.0  # for a decision
LONGEST = 3600.0
MOST = 1_000_000  # playouts for a decision
SHOWN = 5  # choices that `why` tells of


class SearchBot:
    """A bot that tries its options in playouts before it decides; see the module for how.

    It throws its own dice, never those of the battle. In fog it uses only what its side knows: in every playout each unseen
    unit stands on another tile that its side does not see. It assumes that everybody is a tactician (`doctrine`), unless the
    tree says otherwise.

    While a unit walks to a tile that was chosen, it goes on without a new search, unless it is interrupted.

    Args:
        seconds: time for a decision, 1 unless given; a decision with one open action takes none.
        playouts: number for a decision, instead of seconds, at least one for every plan: the same seed and the same
            decisions before it then decide the same way on every machine.
        seed: seed of its dice.
        doctrine: the bot that plays on after each plan, on all sides.
        policy: a trained policy, by its name in the box or its file; none if empty.

    Raises:
        ContentError: an option is out of range, both budgets are given, no bot has the name of the doctrine, or the policy
            cannot be read.
    """

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int = 0,
        doctrine: str = DOCTRINE,
        policy: str = "",
    ) -> None:
        if seconds is not None and playouts is not None:
            raise ContentError(f"{SEARCH_BOT}: seconds and playouts are both given; a decision has one budget")
        if seconds is not None and not 0 < seconds <= LONGEST:
            raise ContentError(f"{SEARCH_BOT}: seconds = {shown(seconds)}: must be above 0 and at most {LONGEST:g}")
        if playouts is not None and not 1 <= playouts <= MOST:
            raise ContentError(f"{SEARCH_BOT}: playouts = {shown(playouts)}: must be from 1 to {MOST}")
        self.seconds = SECONDS if seconds is None else seconds
        self.playouts = playouts
        given = {"seconds": seconds, "playouts": playouts, "doctrine": doctrine, "policy": policy}
        options = ",".join(f"{name}={value}" for name, value in given.items() if value not in (None, "", DOCTRINE))
        self.name = f"{SEARCH_BOT}:{options}" if options else SEARCH_BOT
        self._seed = own_seed(seed)
        self._proposer = Proposer(doctrine, self._seed, policy_named(policy) if policy else None)
        self._battle: Battle | None = None
        self._explanations: list[dict[str, Any]] = []  # what `why` answers about the last decision
        self._plan = np.zeros(1, PLAN)
        self._walk: tuple[int, ...] | None = None  # the moment at which the unit goes on with its plan

    @property
    def system(self) -> str:
        """The rule system that its policy is made for, "" without one."""
        return self._proposer.system

    @cached_property
    def digest(self) -> str:
        """A digest of all that determines its play: the code here, and its policy."""
        parts = [path.read_bytes() for path in sorted(Path(agents.__path__[0]).rglob("*.py"))]
        return hashlib.sha256(b"\0".join([*parts, self._proposer.digest.encode()])).hexdigest()[:16]

    def maker(self) -> Callable[..., "SearchBot"]:
        """Return a factory of this bot, called with another seed."""
        return partial(search_bot, self.name)

    def decide(self, battle: Battle) -> Action:
        """Return the action for the pending decision."""
        legal = battle.legal()
        if battle is not self._battle:
            self._battle, self._walk = battle, None
        if len(legal) == 1:
            self._explanations = [reason_of(battle, Choice(legal[0], ""), 0, None)]
            return legal[0]
        decisions = int(battle.record[0]["decisions"])
        stream = mixed_word(self._seed, 2 * decisions) | mixed_word(self._seed, 2 * decisions + 1) << 30
        if self._walk == moment(battle):
            plan = self._plan.copy()
            plan["verb"] = OPEN
            self._proposer.complete(battle, plan, stream)
            if plan["verb"][0] == verbs.STEP:
                self._explanations = [reason_of(battle, Choice(action_of(plan[0]), "goes on with its plan"), 0, None)]
                return self._take(battle, plan)
        plans, choices = self._proposer.plans(battle, stream)
        best = self._search(battle, plans, choices, stream)
        return self._take(battle, plans[best : best + 1])

    def why(self, battle: Battle) -> list[dict[str, Any]]:
        """Return what the last decision in a battle was chosen from, best first and at most five, as JSON values.

        Each is {"action": in words, "plan": whose plan it is, "" for the action alone, "playouts": how many,
        "share": of them won, None if none was needed}. Empty if the bot has decided nothing in that battle.
        """
        return [dict(row) for row in self._explanations] if battle is self._battle else []

    def _take(self, battle: Battle, plan: np.ndarray) -> Action:
        """Return the action of a plan now, and remember the plan if the unit walks."""
        self._plan = plan.copy()
        action = action_of(plan[0])
        self._proposer.note(battle, action)
        walks = battle.asked.own and action.verb in movement(battle.field.scenario.system)
        self._walk = moment(battle, 1) if walks else None
        return action

    def _search(self, battle: Battle, plans: np.ndarray, choices: list[Choice], stream: int) -> int:
        """Return the row of the best plan."""

        def play(rows: np.ndarray, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
            return self._proposer.play(battle, plans[rows], stream, first, count)

        found = halve(len(plans), play, self.playouts, self.seconds)
        best: list[int] = found.order[:SHOWN].tolist()
        self._explanations = [reason_of(battle, choices[row], int(found.played[row]), float(found.won[row])) for row in best]
        return best[0]


def reason_of(battle: Battle, choice: Choice, playouts: int, share: float | None) -> dict[str, Any]:
    """Return the entry of `why` for a choice."""
    words = battle.words(choice.action)
    return {"action": words, "plan": choice.planner, "playouts": playouts, "share": share}


def moment(battle: Battle, later: int = 0) -> tuple[int, ...]:
    """Return a key of a moment of a battle: of the pending decision, its decider and the decider's state.

    With `later` it is the key of `later` decisions on, if nothing happens to the decider until then.
    """
    row = battle.record[0]
    unit = row["units"][row["decider"]]
    told_apart = (row["decision"], row["decider"], *(unit[pool] for pool in battle.field.system.HEALTH))
    return (int(row["decisions"]) + later, *map(int, told_apart))


def search_bot(text: str, seed: int = 0) -> SearchBot:
    """Return a search bot as the command line names it: `search`, `search:seconds=0.5`, `search:playouts=200`.

    Several options are separated by commas: `search:playouts=200,doctrine=guard`.

    Raises:
        ContentError: there is no such option, or its value is not valid.
    """
    kinds: dict[str, Any] = {"seconds": float, "playouts": int, "doctrine": str, "policy": str}
    return SearchBot(seed=seed, **options_in(text, kinds))
