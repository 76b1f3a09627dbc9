"""Compiles in half the time: joins kernels in the function that Python calls, not at every level below it.

Numba makes a library of every function it compiles, takes in all that the function calls, optimises the whole and makes
machine code of it. In an engine of some hundred kernels, one above the other, the lowest would go through that dozens of
times. Here the library of an inner kernel keeps what was written there and no more. What Python calls, an entry, and what is
called by address, a port, take in everything below them; only that is optimised and becomes machine code, and only that is
worth keeping on disk.

It reaches into Numba's own classes, and only while something of ours is compiled. Under a version that lacks what is used
here, or with `FIRETEAM_PLAIN_NUMBA=1`, `LATE` is False, and kernels are put together Numba's way, ports too: that takes
several times as long and makes no other difference.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from .stopping import stop_if_asked, stopping_late

OF_LIBRARY = (
    "finalize", "_finalize_dynamic_globals", "_finalize_final_module", "_get_module_for_linking", "_optimize_final_module",
    "_raise_if_finalized",
)  # fmt: skip
OF_CODEGEN = ("_check_llvm_bugs", "_library_class", "set_env")
CODEGEN = cpu_target.target_context.codegen()
PLAIN = os.environ.get("FIRETEAM_PLAIN_NUMBA") == "1"  # Numba stays as it is
LATE = (
    not PLAIN
    and all(hasattr(JITCodeLibrary, name) for name in OF_LIBRARY)
    and all(hasattr(CODEGEN, name) for name in OF_CODEGEN)
    and "_reload_init" in CodeLibrary.__init__.__code__.co_names  # since Numba 0.63
)

_inner: list[bool] = []  # of the functions being compiled, the innermost last: whether it is an inner kernel


def is_at_work() -> bool:
    """Return whether something of ours is being compiled."""
    return bool(_inner)


class LateLibrary(JITCodeLibrary):
    """A library that links what it calls if it belongs to an entry, and leaves that to the entries otherwise."""

    is_open = False  # an inner kernel's: never made into machine code by itself

    def finalize(self) -> None:
        """Finish the library; called by Numba when all of its own code is in."""
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        if _inner and _inner[-1]:
            self.is_open = True
            self._reload_init.update(*(library._reload_init for library in self._linking_libraries))
            self._finalize_dynamic_globals()
            self._finalized = True
            return
        below = list(callers_first(self))
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in below:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        # Nobody else calls these copies: what is called once can become part of its caller.
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _get_module_for_linking(self) -> Any:
        """Return the code that a caller links; a caller that is not ours links an open library with all that is below it."""
        module = super()._get_module_for_linking()
        if not self.is_open or _inner:
            return module
        whole = module.clone()
        for library in callers_first(self):
            whole.link_in(JITCodeLibrary._get_module_for_linking(library), preserve=True)
        return whole

    @property
    def codegen(self) -> Any:
        """Numba's code generator; a blank one for an open library, which has no machine code to report on."""
        return NoCode if self.is_open else self._codegen


class NoCode:
    """A stand-in for the code generator of an open library."""

    @staticmethod
    def set_env(name: str, environment: object) -> None:
        """Do nothing: nobody looks up the address of the function's environment."""


def callers_first(library: JITCodeLibrary) -> Iterator[JITCodeLibrary]:
    """Return all libraries below one, each after those that call it; one that nobody has requested is not linked yet."""
    seen: set[JITCodeLibrary] = set()
    order: list[JITCodeLibrary] = []

    def visit(caller: JITCodeLibrary) -> None:
        for called in caller._linking_libraries:
            if called not in seen:
                seen.add(called)
                visit(called)
                order.append(called)

    visit(library)
    return reversed(order)


def build(compile_for: Callable[[Any], Any], signature: Any, inner: bool) -> Any:
    """Compile an inner kernel or an entry for a signature. Ctrl-C is obeyed between two of them."""
    with global_compiler_lock, stopping_late():
        stop_if_asked()
        _inner.append(inner)
        usual = CODEGEN._library_class
        if LATE:
            CODEGEN._library_class = LateLibrary
        try:
            return compile_for(signature)
        finally:
            CODEGEN._library_class = usual
            _inner.pop()
