"""The sources outside the engine, as trees: modules, their functions, what they import."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ROOMS = {
    "agents": "fireteam.agents",
    "env": "fireteam.env",
    "systems": "fireteam.systems",
    "app": "fireteam",
    "training": "fireteam.training",
}
ENGINE = re.compile("env/rules/|systems/[a-z0-9_]+/rules/")


class Source:
    """The functions of a module and what it imports."""

    def __init__(self, module: str, text: str) -> None:
        self.module = module
        self.functions: dict[str, ast.FunctionDef] = {}
        self.imported: dict[str, tuple[str, str]] = {}  # name -> module, name there
        self._parents: dict[str, dict[ast.AST, ast.AST]] = {}
        self._read(ast.parse(text))

    def parents(self, name: str) -> dict[ast.AST, ast.AST]:
        """Return what each part of a function is part of."""
        if name not in self._parents:
            function = self.functions[name]
            self._parents[name] = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
        return self._parents[name]

    def _read(self, tree: ast.Module) -> None:
        package = self.module.rpartition(".")[0]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                above = package.split(".")[: len(package.split(".")) - max(node.level - 1, 0)] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                for name in node.names:
                    self.imported[name.asname or name.name] = (base, name.name)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                methods = {f"{node.name}.{inner.name}": inner for inner in node.body if isinstance(inner, ast.FunctionDef)}
                self.functions |= methods


@cache
def texts() -> dict[str, str]:
    """Return the sources outside the engine, by module."""
    found = {}
    for folder, package in ROOMS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not ENGINE.match(path.relative_to(ROOT).as_posix()):
                inside = path.relative_to(ROOT / folder).with_suffix("").parts
                name = ".".join([package, *(part for part in inside if part != "__init__")])
                found[name] = path.read_text(encoding="utf-8")
    return found


@cache
def source(module: str, text: str) -> Source:
    """Return a module that was read."""
    return Source(module, text)


def is_text(node: ast.expr, words: tuple[str, ...] = ()) -> bool:
    """Return whether an expression is a text, one of some words if there are any."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and (not words or node.value in words)


def is_self(node: ast.expr) -> bool:
    """Return whether an expression is `self`."""
    return isinstance(node, ast.Name) and node.id == "self"


def is_rows(node: ast.expr) -> bool:
    """Return whether an expression is what kernels are called with: battles, arenas, logs."""
    return isinstance(node, ast.Attribute) and node.attr == "arrays"


def is_other_row(place: ast.expr) -> bool:
    """Return whether a place in `arrays` is not that of the battles."""
    return isinstance(place, ast.Constant) and place.value != 0


def parts(node: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement, but not those of statements in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield child
        elif isinstance(child, (ast.withitem, ast.keyword)):
            yield from (inner for inner in ast.iter_child_nodes(child) if isinstance(inner, ast.expr))
