"""Finds the packages, a folder with an `__init__.py` each, in the rooms that pyproject.toml names; all else stands there."""

import tomllib
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
ROOMS = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-dir"]
setup(
    packages=[
        ".".join((room, *found.parent.relative_to(HERE / folder).parts))
        for room, folder in ROOMS.items()
        for found in sorted((HERE / folder).rglob("__init__.py"))
    ]
)
