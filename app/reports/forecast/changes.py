"""The effect of single changes on a fight: enemies, house rules, cover, how the enemies play, what-ifs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from fireteam.agents.bots import CompiledBot, doctrine_weights, parameters_of
from fireteam.agents.doctrine.records import DOCTRINE, WEIGHTS
from fireteam.agents.series.paired import LEAST, Budget, Comparison, Fights, Lineup, Pair
from fireteam.content.errors import ContentError
from fireteam.env.catalog import catalog_of
from fireteam.env.replay.english import Subject, listed_names
from fireteam.env.scenario.changes.apply import changed
from fireteam.env.scenario.models import Scenario, models_of
from fireteam.env.scenario.opening import enroll

from .considerations import SENTENCES
from .model import Change

Kind = Literal["enemy", "rule", "consideration", "what_if", "cover"]
SCREENED = ((50, 8), (200, 3))  # battles in which considerations are tried, and how many go on: those that matter most
QUICK = Budget(battles=1600, half_width=0.03, seconds=20.0)
FindBot = Callable[[str], Any]


class AskedChange(NamedTuple):
    """A change that is to be measured: a sentence on it, and the line-ups before and after."""

    kind: Kind
    says: str
    pair: Pair


class Measured(NamedTuple):
    """The measured changes, a sentence for each that could not be measured, and the number of battles."""

    changes: list[Change]
    refused: list[str]
    battles: int


class Fight(NamedTuple):
    """The fight that is changed: a scenario, the bot of every team, the party's team, a function that finds bots by name."""

    scenario: Scenario
    bots: Mapping[str, Any]
    side: str
    find_bot: FindBot

    @property
    def enemies(self) -> list[str]:
        """The names of the other teams."""
        return [team.name for team in self.scenario.teams if team.name != self.side]

    def lineup(self, bots: Mapping[str, Any] | None = None) -> Lineup:
        """Return the line-up of the fight, with other bots for some teams."""
        seats = {**self.bots, **(bots or {})}
        return Lineup(self.scenario, tuple(seats[team.name] for team in self.scenario.teams))

    def pair(self, text: str) -> tuple[str, Pair]:
        """Return the sentence of a change in words, and the line-ups before and after it.

        Raises:
            ContentError: the change cannot be made.
        """
        made = changed(self.scenario, text, self.side)
        seats = {**self.bots, **{team: self.find_bot(bot) for team, bot in made.bots.items()}}
        after = Lineup(made.scenario, tuple(seats[team.name] for team in made.scenario.teams), made.after)
        return made.says, Pair(self.lineup()._replace(kept=made.before), after)

    def weighed(self, teams: Sequence[str], weights: str) -> Pair | None:
        """Return the line-ups before and after some teams get other weights.

        Return None if one of them is not led by a doctrine.
        """
        if not all(is_doctrine(self.bots[team]) for team in teams):
            return None
        return Pair(self.lineup(), self.lineup({team: reweighed(self.bots[team], weights) for team in teams}))


def is_doctrine(bot: Any) -> bool:
    """Return whether a bot is a doctrine, so that its weights can be changed."""
    return type(bot) is CompiledBot and bool(parameters_of(bot.name)["kind"][0] == DOCTRINE)


def reweighed(bot: CompiledBot, weights: str) -> CompiledBot:
    """Return a doctrine with other weights, as in `cover=0,danger=0`; they follow the weights in its name."""
    name, _, own = bot.name.partition(":")
    names = [part.partition("=")[0] for part in weights.split(",")]
    kept = [part for part in own.split(",") if part and part.partition("=")[0].strip() not in names]
    return CompiledBot(f"{name}:{','.join([*kept, weights])}")


def changes(
    fight: Fight,
    what_ifs: Sequence[str] = (),
    budget: Budget = QUICK,
    seed: int = 0,
    workers: int = 2,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Measured:
    """Return the effect for the party of each enemy, house rule, consideration of the enemies, cover, and some what-ifs.

    Args:
        budget: the budget of everything; about a third of its seconds is for the considerations.
        on_progress: called with the number of battles fought.

    Raises:
        ContentError: a what-if cannot be made. For the standard changes, `refused` has the reason instead.
    """
    refused: list[str] = []
    asked = without_repeats([AskedChange("what_if", capital(says), pair) for says, pair in map(fight.pair, what_ifs)])
    first = budget if budget.seconds is None else budget._replace(seconds=budget.seconds * 2 / 3)
    fights = Fights(fight.side, seed, workers)
    unasked = without_repeats([*asked, *each_enemy(fight, refused), *each_rule(fight, refused), *cover(fight, refused)])[
        len(asked) :
    ]
    if too_slow(fights, fight, len(asked) + len(unasked), first):
        refused.append("what each enemy, house rule and cover change is not told: the bots are too slow for so many battles")
    else:
        asked += unasked
    found = fights.compare_all([each.pair for each in asked], first, on_progress)
    made = [change_of(each, one) for each, one in zip(asked, found, strict=True)]
    rest = budget if budget.seconds is None else budget._replace(seconds=budget.seconds / 4)
    anew = Fights(fight.side, seed + 1, workers)
    made += considerations(fight, fights, anew, rest, refused, lambda done: on_progress(fights.fought + done))
    return Measured(made, refused, fights.fought + anew.fought)


def without_repeats(asked: Sequence[AskedChange]) -> list[AskedChange]:
    """Return changes without those that make the same line-up as an earlier one, even if their sentences differ."""
    firsts: dict[tuple[object, ...], AskedChange] = {}
    for each in asked:
        firsts.setdefault(each.pair.after.key, each)
    return list(firsts.values())


def too_slow(fights: Fights, fight: Fight, pairs: int, budget: Budget) -> bool:
    """Return whether measuring some changes, with LEAST battles each, takes over twice the available time."""
    return budget.seconds is not None and fights.pace(fight.lineup()) * LEAST * (pairs + 1) > 2 * budget.seconds


def each_enemy(fight: Fight, refused: list[str]) -> list[AskedChange]:
    """Return the fight without each enemy, and with one more of it; identical enemies count once."""
    if fight.scenario.draw is not None:
        return []
    seen: dict[tuple[int, str], str] = {}
    for fighter in enroll(fight.scenario, catalog_in(fight.scenario)):
        if fight.scenario.teams[fighter.team].name != fight.side and not fighter.template.inanimate:
            seen[fighter.team, fighter.called] = fighter.name  # the last of them
    return asked_in_words(fight, "enemy", [f"{sign}{name}" for name in seen.values() for sign in "-+"], refused)


def catalog_in(scenario: Scenario) -> Any:
    """Return the catalog of a scenario."""
    from fireteam.env.catalog import load_catalog

    return load_catalog(scenario.catalog, scenario.system)


def each_rule(fight: Fight, refused: list[str]) -> list[AskedChange]:
    """Return the fight without each effective house rule, without all, and with the default reading of each option."""
    house = [
        f"{kind}.{entry}"
        for kind, entries in fight.scenario.catalog.items()
        for entry in entries
        if says_something(fight.scenario, kind, entry)
    ]
    texts = [f"rules.{name}=none" for name in house] + (["rules=none"] if len(house) > 1 else [])
    usual = models_of(fight.scenario.system).options()
    texts += [
        f"option.{name}={value}"
        for name, value in usual.model_dump().items()
        if getattr(fight.scenario.options, name) != value
    ]
    return asked_in_words(fight, "rule", texts, refused)


def says_something(scenario: Scenario, kind: str, entry: str) -> bool:
    """Return whether a house rule differs from the catalog without it."""
    from fireteam.env.catalog import load_catalog

    others = {name: dict(entries) for name, entries in scenario.catalog.items()}
    del others[kind][entry]
    return bool(load_catalog(others, scenario.system) != catalog_in(scenario))


def cover(fight: Fight, refused: list[str]) -> list[AskedChange]:
    """Return the fight in which the party takes no cover, and the one in which cover gives nobody anything."""
    asked = []
    careless = fight.weighed([fight.side], "cover=0,danger=0")
    if careless is not None:
        asked.append(AskedChange("cover", "If your party takes no cover and minds no danger", careless))
    numbers = catalog_of(fight.scenario.system).COVER
    if numbers:
        [worthless] = asked_in_words(fight, "cover", [" & ".join(f"rules.{name}=0" for name in numbers)], refused)
        asked.append(worthless._replace(says="If cover is worth nothing to either side"))
    return asked


def asked_in_words(fight: Fight, kind: Kind, texts: Sequence[str], refused: list[str]) -> list[AskedChange]:
    """Return changes given in words; the reasons for those that cannot be made go to `refused`."""
    asked = []
    for text in texts:
        try:
            says, pair = fight.pair(text)
        except ContentError as error:
            refused.append(str(error))
            continue
        asked.append(AskedChange(kind, capital(says), pair))
    return asked


def considerations(
    fight: Fight, fights: Fights, anew: Fights, budget: Budget, refused: list[str], on_progress: Callable[[int], None]
) -> list[Change]:
    """Return the considerations of the enemies that cost the party most wins, if significant, the costliest first.

    All are tried in a few battles. The seemingly most important are measured again with other dice, since being the largest
    by chance would bias the first measurement.
    """
    enemies = fight.enemies
    if not all(is_doctrine(fight.bots[team]) for team in enemies):
        refused.append(f"what {Subject(listed_names(enemies)):considers} cannot be told: only doctrines have weights")
        return []
    weighs = np.sum([abs(doctrine_weights(fight.bots[team].name, fight.scenario.system)) for team in enemies], axis=0)
    names = [weight.name for weight, much in zip(WEIGHTS, weighs, strict=True) if much and weight.name in SENTENCES]
    pairs = {name: pair for name in names if (pair := fight.weighed(enemies, f"{name}=0")) is not None}
    if too_slow(fights, fight, len(pairs), budget):
        refused.append(
            f"what {Subject(listed_names(enemies)):considers} is not told: the bots are too slow for so many battles"
        )
        return []
    chosen = list(pairs)
    for battles, kept in SCREENED:
        tried = {name: fights.compare(pairs[name], min(battles, budget.battles)).won.middle for name in chosen}
        on_progress(0)
        chosen = sorted(chosen, key=lambda name: -tried[name])[:kept]
    found = anew.compare_all([pairs[name] for name in chosen], budget, on_progress)
    asked = [AskedChange("consideration", SENTENCES[name], pairs[name]) for name in chosen]
    shows = [change_of(each, one) for each, one in zip(asked, found, strict=True) if one.won.low > 0]
    if not shows:
        refused.append(
            f"none of the things that {Subject(listed_names(enemies)):considers} costs you wins in a way that shows"
        )
    return sorted(shows, key=lambda change: -change.middle)


def change_of(asked: AskedChange, found: Comparison) -> Change:
    """Return a measured change in points."""
    won, death = found.won, found.death
    return Change(
        says=asked.says,
        kind=asked.kind,
        low=100 * won.low,
        middle=100 * won.middle,
        high=100 * won.high,
        deaths_low=100 * death.low,
        deaths_middle=100 * death.middle,
        deaths_high=100 * death.high,
        battles=won.battles,
        correlation=won.correlation,
    )


def sentence(change: Change) -> str:
    """Return a change in a whole sentence, with how sure it is."""
    link = {"consideration": ": without that", "cover": ","}.get(change.kind, "")
    if change.low <= 0 <= change.high:
        between = f"{change.low:+.0f} to {change.high:+.0f} points of wins"
        return f"{change.says}{link} there is no difference that shows ({between})."
    more, low, high = abs(change.middle), *sorted((abs(change.low), abs(change.high)))
    which = "more" if change.middle > 0 else "less"
    return f"{change.says}{link} you win {more:.0f} points {which} ({low:.0f} to {high:.0f})."


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]
