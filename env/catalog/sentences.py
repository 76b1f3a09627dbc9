"""The ledger of sentences: what each rule sentence of the sources demands, and where it is implemented here.

There is a file for each page in the folder `sentences` beside a system's catalog; `COUNTING` says how sentences are
counted. Homes are rules, options, assumptions, or none: then the ledger says why the sandbox does without it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import Field, model_validator

from fireteam.content.errors import ContentError
from fireteam.content.reading import ORDINAL, Name, Prose, Strict, closest, listed, placed, read_toml, validated

from ..rules.systems import DEFAULT
from . import catalog_of, folders, load_catalog

COUNTING = (
    "A section begins at each heading of the page; where its text lacks one, at what the name in the ledger says, with a "
    "neighbour in brackets. In a section sentences are numbered from 1 as they are read, those without a rule too: a "
    "sentence ends at a full stop, a question or an exclamation mark or with its paragraph; an entry of a list begins a "
    "new one, and its title belongs to it; a row of a table is one, its head is none."
)
Ordinal = Annotated[str, Field(pattern=ORDINAL)]


class Sentence(Strict):
    """A sentence of a source that states a rule: its demand, in our own words, and its homes, at least one."""

    asks: Prose = Field(description="what it asks, in words of our own", examples=["running costs two dice"])
    rules: list[str] = Field([], description="IDs of the rules that play it", examples=[["SS-M4"]])
    options: list[str] = Field([], description="options of which a value reads it so", examples=[["passing"]])
    assumptions: list[str] = Field(
        [],
        description="what was assumed where it leaves something open: the ID of the rule and words of the assumption",
        examples=[["SS-U5: 45 degrees"]],
    )
    absent: Prose = Field("", description="why it, or a part of it, is not in the sandbox", examples=["no spells"])

    @model_validator(mode="after")
    def _at_home(self) -> "Sentence":
        if not (self.rules or self.options or self.assumptions or self.absent):
            raise ValueError("it has no home: rules, options, assumptions, or absent with the reason")
        return self

    @property
    def played(self) -> bool:
        """Whether rules implement all of it."""
        return bool(self.rules) and not self.absent

    def home(self) -> str:
        """Return its homes in words."""
        parts = [*self.rules, *(f"option {name}" for name in self.options)]
        parts += [f"assumed, {each}" for each in self.assumptions]
        return "; ".join([*parts, *([f"not in the sandbox: {self.absent}"] if self.absent else [])])


class SentenceRow(NamedTuple):
    """A row of the ledger: page, section, number of the sentence in the section, and its `Sentence`."""

    page: str
    section: str
    number: int
    sentence: Sentence

    @property
    def place(self) -> str:
        """Where it stands, in words."""
        return f"{self.page}: {self.section} {self.number}"


@cache
def stated_sentences(system: str = DEFAULT) -> list[SentenceRow]:
    """Return the sentences of a system's sources that state a rule, in the order of pages; none if it has no ledger.

    Raises:
        ContentError: a row has no home or names one that does not exist, or numbers go back.
    """
    pages = sorted((folders(system)[0] / "sentences").glob("*.toml"))
    return [row for path in pages for row in page_of(path, system)]


def page_of(path: Path, system: str) -> Iterator[SentenceRow]:
    """Yield the rows of a page."""
    data = read_toml(path)
    sections = validated(dict[Name, dict[Ordinal, Sentence]], data, path)
    page = path.stem.replace("_", " ").capitalize()
    for section, sentences in sections.items():
        before = 0
        for number, sentence in sentences.items():
            if int(number) < before:
                raise ContentError(f"{placed(path, data, [section, number])}: {section} {number}: comes after {before}")
            before = int(number)
            if problem := homeless(sentence, system):
                raise ContentError(f"{placed(path, data, [section, number])}: {section} {number}: {problem}")
            yield SentenceRow(page, section, before, sentence)


def homeless(sentence: Sentence, system: str) -> str:
    """Return the home of a sentence - the rule, option or assumption that implements it - that does not exist, or ""."""
    rules, options = load_catalog(system=system).rules, catalog_of(system).OPTIONS
    cited = [each.partition(": ") for each in sentence.assumptions]
    for what, names, known in (
        ("rule", [*sentence.rules, *(rule for rule, _, _ in cited)], rules),
        ("option", sentence.options, options),
    ):
        for name in names:
            if name not in known:
                return f"no {what} is called {name!r}.{closest(name, known)} Known: {listed(known)}."
    for rule, _, words in cited:
        if not words or not any(words in each for each in assumed(rules[rule])):
            return f"{rule} assumes nothing with the words {words!r}; `fireteam list assumptions` tells what it does."
    return ""


def assumed(rule: Any) -> list[str]:
    """Return the sentences that a rule assumes."""
    return [*([rule.says] if rule.assumed else []), *rule.assumes]


def stated_by(rule: str, system: str = DEFAULT) -> list[str]:
    """Return the places of sentences whose home is a rule or one of its assumptions: sections with numbers."""
    rows = [row for row in stated_sentences(system) if rule in row.sentence.rules or any_of(rule, row.sentence.assumptions)]
    sections = groupby(rows, key=lambda row: f"{row.page}: {row.section}")
    return [f"{section} {', '.join(str(row.number) for row in group)}" for section, group in sections]


def any_of(rule: str, assumptions: list[str]) -> bool:
    """Return whether one of some assumptions belongs to a rule."""
    return any(each.startswith(f"{rule}: ") for each in assumptions)
