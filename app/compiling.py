"""Progress of compiling, as commands show it: a bar on a terminal, else one line for every part."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.errors import LiveError
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from fireteam.env.rules.jit.status import Progress as CompilerProgress

WHAT = "compiling the engine, once"


class Compiling:
    """Shows how far the compiler is while it works."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar: Progress | None = None
        self._said: set[str] = set()

    def __call__(self, now: "CompilerProgress | None") -> None:
        """Show the status; nothing, when nothing compiles any more."""
        if now is None:
            self.close()
            return
        if not self._shown(now) and now.part not in self._said:  # parts are begun within each other
            self._said.add(now.part)
            self._console.print(f"{WHAT}: {now.part} ...")
        if self._bar:
            task = self._bar.task_ids[0]
            self._bar.update(task, description=f"{WHAT}: {now.part}", completed=now.done, total=max(now.known, now.done))

    def close(self) -> None:
        """Take the bar away."""
        if self._bar:
            self._bar.stop()
        self._bar = None

    def _shown(self, now: "CompilerProgress") -> bool:
        """Return whether there is a bar, which is made if there can be one: a terminal has room for one at a time."""
        if self._bar is None and self._console.is_terminal:
            columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
            bar = Progress(*columns, console=self._console, transient=True)
            bar.add_task(WHAT, total=now.known)
            try:
                bar.start()
            except LiveError:
                return False
            self._bar = bar
        return self._bar is not None


@contextmanager
def shown_compiling(console: Console) -> Iterator[None]:
    """Show on a console the kernels being compiled meanwhile."""
    from fireteam.env.rules.jit.status import listeners

    shown = Compiling(console)
    listeners.append(shown)
    try:
        yield
    finally:
        listeners.remove(shown)
        shown.close()
