"""The compiled engine: records, arrays and integers. It knows no file, no learner and no window."""

from collections.abc import Callable

# Called once where nothing is compiled yet: whoever knows all that can be compiled has it done in one go, which is quicker
# than a part at the first use of each.
first_use: list[Callable[[], None]] = []
