"""The action space: a `Discrete` that samples what is legal."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete


class LegalDiscrete(Discrete):
    """A Discrete whose `sample()` draws among the actions that are open now, unless a mask is given.

    Checks and demos that know nothing of masks then play legally. A copy of the space forgets its environment and samples
    from all numbers.
    """

    def __init__(self, n: int, mask: Callable[[], np.ndarray] | None = None) -> None:
        super().__init__(n)
        self._mask = mask

    def sample(self, mask: np.ndarray | None = None, probability: np.ndarray | None = None) -> np.int64:
        """Return a random action: legal now, or of a given mask or probability."""
        if mask is None and probability is None and self._mask is not None:
            mask = self._mask().astype(np.int8)
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: dict[int, Any]) -> "LegalDiscrete":
        return LegalDiscrete(int(self.n))

    def __reduce__(self) -> tuple[Any, ...]:
        return LegalDiscrete, (int(self.n),)
