"""Matplotlib for code that draws: an extra, which is imported only where something is drawn."""

from typing import Any

from fireteam.content.errors import MissingExtra
from fireteam.env.children import elsewhere


def matplotlib_for(what: str) -> tuple[Any, Any, Any]:
    """Return matplotlib's `rc_context`, `rcParamsDefault` and `Figure`.

    Args:
        what: what is drawn: "a page with charts".

    Raises:
        MissingExtra: it is not installed.
    """
    try:
        with elsewhere():
            from matplotlib import rc_context, rcParamsDefault
            from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingExtra.of(what, error.name, "charts") from None
    return rc_context, rcParamsDefault, Figure
