"""Old names of public parameters and functions: they are taken for one more version, with a DeprecationWarning."""

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a function whose keyword arguments have other names now, given as `old="new"`."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **given: P.kwargs) -> R:
            for old, new in names.items():
                if old in given:
                    deprecated(f"{function.__name__}({old}=...)", f"{new}=")
                    given[new] = given.pop(old)
            return function(*args, **given)

        return call

    return decorate


def old_names(module: str, **names: Any) -> Callable[[str], Any]:
    """Return a `__getattr__` for a module whose functions had other names before, given as `old=new`."""

    def get(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        deprecated(f"{module}.{name}", names[name].__name__)
        return names[name]

    return get


def deprecated(old: str, new: str) -> None:
    """Warn the caller's caller that a name is deprecated."""
    warnings.warn(f"{old} is the old name of {new}; the next version does not have it", DeprecationWarning, stacklevel=3)
