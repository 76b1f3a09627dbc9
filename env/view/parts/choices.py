"""The open actions of a decision, sorted for a hand: paths on the map, what concerns a unit, directions, and the rest."""

import re

from ...analysis.odds import Odds, quote_attack
from ...analysis.overlays import Path, allowance, paths
from ...battle import Battle
from ...catalog import catalog_of
from ...catalog.explained import brings
from ...observe.actions import Action
from ...rules.ground.grid import DIRECTIONS
from ...rules.verbs import ALONE, DIRECTION, ENEMY, FRIEND, OPTION, RUN, STEP, WALK
from .menus import Entry

FARTHEST = 1000  # metres that a way is looked for
LABELS = {"end": "end phase", "pass": "let it pass"}


class Choices:
    """The choices of the unit that decides.

    Attributes:
        unit, kind, own: those of the decision. ends: the name of its end. legal: every open action. words: each in words.
        at: the actions on a unit, by its name. turned: actions in a direction, by verb.
        options: those with options, by verb. alone: the rest. verbs: the verbs of the system.
        paths: its paths by tile, none if it cannot move. runs: the metres beyond which it must run.
    """

    def __init__(self, battle: Battle) -> None:
        decision = battle.decision
        assert decision is not None
        self.unit, self.kind, self.own = decision.unit, decision.kind, decision.own
        self.ends = str(catalog_of(battle.field.scenario.system).ENDS.get(self.kind, LABELS["end"]))
        self.legal = battle.legal()
        self.words = {action: battle.words(action) for action in self.legal}
        self._battle, self.verbs = battle, battle.field.system.VERBS
        self._odds: dict[Action, Odds | None] = {}
        self._who = int(battle.record[0]["decider"])
        self.at: dict[str, list[Action]] = {}
        self.turned: dict[int, list[Action]] = {}
        self.options: dict[int, list[Action]] = {}
        self.alone: list[Action] = []
        for action in self.legal:
            domain = self.verbs[action.verb].domain
            if domain in (ENEMY, FRIEND):
                self.at.setdefault(battle.field.roster[action.argument].name, []).append(action)
            elif domain == DIRECTION and action.verb != STEP:
                self.turned.setdefault(action.verb, []).append(action)
            elif domain == OPTION:
                self.options.setdefault(action.verb, []).append(action)
            elif domain == ALONE:
                self.alone.append(action)
        self.paths: dict[int, Path] = {}
        self._far: dict[int, Path] = {}
        self.runs = 0
        if self.own:
            self._find_paths(battle, self._who)

    def _find_paths(self, battle: Battle, who: int) -> None:
        """Find the tiles that the unit can reach: with its declared movement, its walk, and one run."""
        verbs = {action.verb for action in self.legal}
        battle = battle.as_known(int(battle.record[0]["units"]["team"][who]))
        allowed = allowance(battle, who)
        reach = allowed.left + (allowed.walk if WALK in verbs else 0)
        self.runs = reach
        reach += allowed.run if RUN in verbs else 0
        if reach > 0 and (STEP in verbs or WALK in verbs or RUN in verbs):
            self.paths = paths(battle, who, reach)

    def odds(self, action: Action) -> Odds | None:
        """Return the odds of an action if it has any; computed on demand, since that takes milliseconds."""
        if action not in self._odds:
            self._odds[action] = quote_attack(self._battle, action)
        return self._odds[action]

    def odds_lines(self, name: str) -> list[tuple[str, str]]:
        """Return the odds of every attack on a unit, a colour for each line."""
        attacks = [action for action in self.at.get(name, []) if self.odds(action) is not None]
        return [(f"{label(self.words[action])}: {self.note(action)}", "reach") for action in attacks]

    def steps_to(self, tile: int) -> list[str]:
        """Return the steps to a tile, in words; the movement they need is declared when a step needs it."""
        return [f"step {DIRECTIONS[direction]}" for direction in self.paths[tile].steps]

    def way_to(self, tile: int) -> list[int]:
        """Return the directions of the steps to a tile, also to one that the unit does not reach now; none without a way."""
        if tile not in self.paths and tile not in self._far:
            team = int(self._battle.record[0]["units"]["team"][self._who])
            self._far = paths(self._battle.as_known(team), self._who, FARTHEST)
        path = self.paths.get(tile) or self._far.get(tile)
        return [] if path is None else list(path.steps)

    def price(self, action: Action) -> str:
        """Return the cost of an action and what is left after it, as a button shows it: "2 AP, 1 left"; "" if unknown."""
        field = self._battle.field
        words = catalog_of(field.scenario.system).price(field, self._battle.record[0], self._who, *action)
        return str(words)

    def left(self, about: str = "") -> list[str]:
        """Return the notes beside the question: the unit's means, and the phase that is next (that of `about`)."""
        unit = self._battle.record[0]["units"][self._who]
        known = {
            "points": f"{unit['ap']} action point{'' if unit['ap'] == 1 else 's'}",
            "next": f"Next comes {about}." if about else "Nobody else's turn comes first.",
            "has": unit,
        }
        return [line.format(**known) for line in self._battle.asked.left]

    def entry(self, action: Action, about: str = "") -> Entry:
        """Return an action as a line of a menu: its odds if it has any, its effect, its cost.

        `about` is the name of the unit whose act the question is about.
        """
        return Entry(action, label(self.words[action]), self.note(action, about))

    def note(self, action: Action, about: str = "") -> str:
        """Return all that is known about an action before it is chosen."""
        verb, system = self.verbs[action.verb], self._battle.field.scenario.system
        odds, gain = self.odds(action), brings(system, verb.name, about)
        suffers = not self.own and verb.domain != ENEMY  # the odds are those of the attack that it answers
        parts = [odds_words(odds, suffers)] if odds is not None else [gain] if gain else []
        return "; ".join(filter(None, [*parts, self.price(action)]))


def label(words: str) -> str:
    """Return an action in words as a person reads it; units keep their names: "suppress line red_2"."""
    return LABELS.get(words, re.sub(r"_(?!\d+\b)", " ", words))


def odds_words(odds: Odds, defends: bool) -> str:
    """Return the odds of an attack in a few words, from the view of the attacker or, if it `defends`, of the target."""
    hit = f"hit {odds.hit:.0%}" if not defends else f"is hit {odds.hit:.0%}"
    return f"{hit}{odds.assumes and ' ' + odds.assumes}, {odds.expected:.1f} damage, down {odds.down:.0%}"
