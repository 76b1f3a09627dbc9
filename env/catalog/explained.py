"""The effects of actions in words: `verbs.toml` beside the catalog of each rule system, and one that all share."""

from collections.abc import Mapping
from functools import cache

from pydantic import Field

from fireteam.content.reading import Prose, Strict, read_toml, validated

from ..rules.systems import port_of
from . import folders, load_catalog

NAME = "verbs.toml"


class Explained(Strict):
    """The explanation of an action: a text that continues its name, and the meanings of its options."""

    does: Prose = Field(description="what it does", examples=["ends the phase"])
    brings: Prose = Field("", description="what an answer brings, {} for whom it is about", examples=["before {}"])
    alone: Prose = Field("", description="what it brings where it is about nobody", examples=["acts now"])
    options: dict[str, Prose] = Field({}, description="what words for its options mean", examples=[{"SS": "single shots"}])


@cache
def explanations(system: str) -> Mapping[str, Explained]:
    """Return the effects of actions in a rule system, by verb: its own texts, else those that all systems share."""
    found: dict[str, Explained] = {}
    for folder in reversed(folders(system)):
        if (path := folder / NAME).exists():
            found |= validated(dict[str, Explained], read_toml(path), path)
    return found


def does(system: str, verb: str) -> str:
    """Return the effect of a verb in a system, "" if it has no text."""
    explained = explanations(system).get(verb)
    return explained.does if explained else ""


def brings(system: str, verb: str, about: str) -> str:
    """Return the effect of an answer about a unit, "" for none, or if its name is clear by itself."""
    explained = explanations(system).get(verb)
    if explained is None:
        return ""
    return explained.brings.format(about) if about or not explained.alone else explained.alone


def option_means(system: str, verb: str, option: str) -> str:
    """Return the meaning of a word for an option of a verb, "" if it is clear by itself."""
    explained = explanations(system).get(verb)
    return explained.options.get(option, "") if explained else ""


def ruled(system: str, verb: str) -> tuple[str, str]:
    """Return the ID and the sentence of the rule behind a verb of a system; the sentence is "" where it is not listed."""
    verbs = port_of(system).VERBS
    rule: str = verbs[verbs.numbers[verb]].rule
    listed = load_catalog(system=system).rules
    return rule, listed[rule].says if rule in listed else ""
