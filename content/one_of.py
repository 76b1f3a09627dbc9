"""A Literal type made from a table's words; type checkers cannot take one from a table."""

from typing import TYPE_CHECKING, Any, Literal

__all__ = ["OneOf"]

if TYPE_CHECKING:
    from typing import Annotated as OneOf
else:

    class OneOf:
        """A type for one of a table's words, `OneOf[str, TABLE]`."""

        def __class_getitem__(cls, said: tuple[type, tuple[str, ...]]) -> Any:
            return Literal[said[1]]
