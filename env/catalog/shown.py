"""The display of a unit's state besides its pools: conditions in words on its card, signs on its token."""

from typing import NamedTuple


class Condition(NamedTuple):
    """The wording of one aspect of a unit's state.

    Attributes:
        field: the unit's field in a scene. value: the field's value, "" for any but an empty one.
        says: the words; {} is the value, of a list each in turn. colour: a name of `look.toml`.
        brief: whether it appears where a unit has one line. out: whether it also appears for a unit that is not up.
    """

    field: str
    value: str
    says: str
    colour: str
    brief: bool = False
    out: bool = False


class Sign(NamedTuple):
    """A sign on the token of a unit, shown if a field of its scene is not empty; a token shows the first three."""

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
