"""What is shown of a unit besides its pools: conditions in words on its card, signs on its token."""

from typing import NamedTuple


class Condition(NamedTuple):
    """How one thing about a unit's state is said.

    Attributes:
        field: of the unit in a scene. value: there, "" for any that is not nothing.
        says: the words; {} is the value, of a list each in turn. colour: a name of `look.toml`.
        brief: whether it is said where a unit has one line. out: whether it is said of a unit that is not up, too.
    """

    field: str
    value: str
    says: str
    colour: str
    brief: bool = False
    out: bool = False


class Sign(NamedTuple):
    """A sign on the token of a unit whose scene has something in a field; tokens have room for three, the first ones."""

    field: str
    sign: str
    colour: str


CONDITIONS = [  # that units of every system may be in
    Condition("prone", "", "prone", "text", brief=True),
    Condition("covered", "", "in cover", "good", brief=True),
    Condition("broken", "", "has had enough", "hurt", brief=True),
    Condition("hidden", "", "hidden", "way"),
    Condition("carries", "", "carries {}", "text"),
    Condition("carried_by", "", "carried by {}", "text"),
    Condition("aboard", "", "aboard {}", "text"),
]
