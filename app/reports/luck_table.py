"""Columns of a table with scores without luck."""

from typing import Any

from fireteam.agents.series.correcting import LEAST, RAREST

HEAD = ["without luck", "95 % interval", "narrower by"]
NOTE = (
    "without luck: what the dice brought is taken off, by factors from other battles; "
    "narrower by: than the interval of the same battles with it, made in the same way"
)


def cells(score: dict[str, Any] | None) -> list[str]:
    """Return the cells of a score without luck, as `Corrected.as_dict` gives it; None where there is none.

    One that is no narrower is left out: the raw one stands.
    """
    if score is None:
        return ["", f"needs {LEAST} results, {RAREST} unlike most", ""]
    if score["narrower"] <= 0:
        return ["", "", "does not pay"]
    low, high = score["interval"]
    return [f"{score['score']:.1%}", f"{low:.1%} to {high:.1%}", f"{score['narrower']:.0%}"]
