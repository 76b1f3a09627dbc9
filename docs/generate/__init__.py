"""The handbook's generated pages: each module here that has a `write` makes one kind of page.

`write(folder)` gets `docs/_generated` and writes MyST markdown below it, in a folder of its own, through `pages.save`.
"""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from . import pages


def write_all(folder: Path) -> None:
    """Write every generated page below a folder, and remove what no module wrote this time."""
    pages.written.clear()
    for found in sorted(iter_modules(__path__), key=lambda module: module.name):
        write = getattr(import_module(f"{__name__}.{found.name}"), "write", None)
        if write is not None:
            write(folder)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file() and path not in pages.written:
            path.unlink()
