"""What a reset of a batch changes besides its battles: levels, shares, opponents; all that is asked for, or nothing."""

from collections.abc import Mapping
from typing import Any

OPTIONS = ("levels", "level", "shares", "opponent")


def apply_reset_options(vector: Any, options: Mapping[str, Any]) -> None:
    """Change what a batch fights from each row's next battle on, as the options of a reset say.

    Raises:
        ContentError: one of them is wrong; nothing has changed.
    """
    ways = (vector.ground.set_levels, vector.ground.set_level, vector.share, vector.oppose)
    settings = vector.ground.settings()
    for option, way in zip(OPTIONS, ways, strict=True):
        if option not in options:
            continue
        try:
            way(options[option])
        except BaseException:
            vector.ground.set_back(settings)
            vector.bind()
            raise
