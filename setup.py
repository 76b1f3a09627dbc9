"""Finds the packages, a folder with an `__init__.py` each, in the rooms that pyproject.toml names; all else stands there.

A tree with compiled kernels (`.ci/kernels.py`) makes a wheel for this Python and machine.
"""

import tomllib
from pathlib import Path

from setuptools import Distribution, setup

HERE = Path(__file__).parent
ROOMS = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-dir"]
KERNELS = HERE / "env/rules/jit/kernels"


class Built(Distribution):
    """The distribution to build; machine code is for one kind of machine."""

    def has_ext_modules(self) -> bool:
        """Return whether there is machine code."""
        return KERNELS.is_dir()


setup(
    distclass=Built,
    packages=[
        ".".join((room, *found.parent.relative_to(HERE / folder).parts))
        for room, folder in ROOMS.items()
        for found in sorted((HERE / folder).rglob("__init__.py"))
    ],
)
