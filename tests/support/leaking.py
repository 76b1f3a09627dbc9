"""Finding where code that decides or shows for a side looks at a battle as it is, not as the side knows it.

What flows through the sources is followed: a battle is true where it enters (an entry's `battles`, an attribute `battle`, a
parameter of that name which nobody calls with a known one), stays true through copies, assignments and calls, and becomes
known by `as_known` and `hide_unknown`. What belongs to the pending decision and the clock may be read of a true battle, and
what concerns the unit that decides; anything else of its units, its ground, its effects or its teams is a leak.
"""

import ast
from collections.abc import Iterable
from typing import NamedTuple

from sourced import Source, is_other_row, is_rows, is_self, is_text, parts, source, texts

from fireteam.env.rules.jit.sources import INTERFACE
from fireteam.env.rules.systems import SYSTEMS, has_room, port_name

RULES = "fireteam.env.rules"

# Of a battle's record: what everybody is told, beside what the unit that decides knows of itself.
PUBLIC = {
    "variant", "round_number", "pass_number", "over", "winner", "ending", "decision", "decider", "opponent", "decisions",
    "open",
}  # fmt: skip
# Of a `Battle`: the same.
OPEN_TO_ALL = {
    "over", "winner", "ending", "round", "decision", "asked", "legal", "words", "shown", "choices", "events", "field",
    "dictate", "dictation", "dictated_left", "dtype",
}  # fmt: skip
CARRIERS = {"copy", "clone", "view"}  # methods that give another battle as true as the first
CARRYING = {"plain", "copied"}  # functions that give one as true as what they are called with
KNOWN = {"as_known"}  # what makes of a true battle a known one
VEILS = {"hide_unknown", "hide_unknown_row", "determinize", "imagine"}  # what makes a battle known where it lies
# Functions of the engine that tell no more than is public, or make a battle known by themselves.
FOR_ALL = {
    "is_open", "knows", "knows_condition", "hides_something", *CARRYING, "open_phase", "hide_unknown", "hide_unknown_row",
    "as_known", "take_over", "turn_of",
}  # fmt: skip
ROWS = ("record", "arrays", "_record")  # attributes of a battle, or of who has one, that are its record
OWN = ("decider",)  # names by which the unit that decides is known
TRUE_NAMES = ("battles", "position")  # parameters of entries that are true
BATTLES = ("battle", "_battle")  # attributes that hold one

Key = tuple[str, str]  # module, function (Class.method)


class Leak(NamedTuple):
    """A place where a true battle is looked at: module, function, line, and what is read there."""

    module: str
    function: str
    line: int
    what: str


class Flow:
    """What is true where: goes through all functions until no parameter becomes true any more."""

    def __init__(self, modules: dict[str, Source], beside: Iterable[str]) -> None:
        self.modules = modules
        self.beside = tuple(beside)
        self.true: dict[Key, set[str]] = {}  # parameters that may be true
        self.called: dict[Key, set[str]] = {}  # parameters that anybody gives a battle to
        self.leaks: set[Leak] = set()
        self._waiting: list[Key] = []
        for module, read in modules.items():
            for name, function in read.functions.items():
                self._enter(module, name, function)
        self._run()
        for key, names in self._uncalled():  # nobody here calls it with a battle, so others do, with a true one
            self.mark(key, names)
            self._run()

    def _enter(self, module: str, name: str, function: ast.FunctionDef) -> None:
        self.true[module, name], self.called[module, name] = set(), set()
        if f"{module}.{name}.".startswith(self.beside):
            return
        names = {argument.arg for argument in function.args.args}
        if "." in name and "battle" in names:  # a method: who calls it is not followed
            self.true[module, name].add("battle")
        self._waiting.append((module, name))

    def _uncalled(self) -> list[tuple[Key, set[str]]]:
        found = []
        for key, given in self.called.items():
            if missing := self.battles_of(key) - given - self.true[key]:
                found.append((key, missing))
        return found

    def battles_of(self, key: Key) -> set[str]:
        """Return the parameters of a function that are a battle, or of an entry, battles."""
        function = self.modules[key[0]].functions[key[1]]
        entry = any(isinstance(each, ast.Name) and each.id == "entry" for each in function.decorator_list)
        return {argument.arg for argument in function.args.args} & {"battle", *(TRUE_NAMES if entry else ())}

    def _run(self) -> None:
        while self._waiting:
            module, name = self._waiting.pop()
            Reader(self, self.modules[module], name).read()

    def mark(self, key: Key, names: set[str]) -> None:
        """Let parameters of a function be true."""
        if names - self.true[key] and not ".".join([*key, ""]).startswith(self.beside):
            self.true[key] |= names
            self._waiting.append(key)

    def resolved(self, source: Source, called: ast.expr, inside: str) -> list[Key]:
        """Return the functions outside the engine that a call may be of: of an interface, one for each rule system."""
        if isinstance(called, ast.Name):
            if called.id in source.functions:
                return self._found(source.module, called.id)
            return self._found(*source.imported.get(called.id, ("", "")))
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
            if called.value.id == "self" and f"{inside}.{called.attr}" in source.functions:
                return [(source.module, f"{inside}.{called.attr}")]
            base, name = source.imported.get(called.value.id, ("", ""))
            return self._found(f"{base}.{name}", called.attr)
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Call):
            finders = self.resolved(source, called.value.func, inside)
            return [key for finder in finders if self._gives_port(finder) for key in self._of_ports(finder[0], called.attr)]
        return []

    def _gives_port(self, finder: Key) -> bool:
        """Return whether a function finds the port of a rule system."""
        returns = self.modules[finder[0]].functions[finder[1]].returns
        return returns is not None and ast.unparse(returns) == "Port"

    def _of_ports(self, module: str, name: str) -> list[Key]:
        """Return what the ports of all rule systems have by a name, in the room that a module lies in."""
        room = module.split(".")[-2].replace("analysis", "odds")
        having = [system for system in SYSTEMS if has_room(system, room)]
        return [key for system in having for key in self._found(port_name(system, room), name)]

    def _found(self, module: str, name: str) -> list[Key]:
        source = self.modules.get(module)
        if source is None:
            return []
        last = module.rpartition(".")[2]
        if last == INTERFACE:
            return self._of_ports(module, name)
        if name in source.functions:
            return [(module, name)]
        if last == "port" and name in source.imported:
            return self._found(*source.imported[name])
        return [(module, f"{name}.__init__")] if f"{name}.__init__" in source.functions else []


class Reader:
    """Goes through one function, line by line."""

    def __init__(self, flow: Flow, source: Source, name: str) -> None:
        self.flow, self.source, self.name = flow, source, name
        self.function = source.functions[name]
        self.inside = name.rpartition(".")[0]
        self.true = set(flow.true[source.module, name])
        self.known = {*flow.battles_of((source.module, name)), "known"} - self.true
        self.own: set[str] = set()  # names of the unit that decides

    def read(self) -> None:
        """Find the leaks, and what becomes true in what is called."""
        self._block(self.function.body)

    def _block(self, body: list[ast.stmt]) -> None:
        for node in body:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        for part in parts(node):
            self._expression(part)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._assign(node.target, node.value)
        elif isinstance(node, ast.For):
            self._assign(node.target, node.iter)
        for name in ("body", "orelse", "finalbody"):
            self._block(getattr(node, name, []))
        for handler in getattr(node, "handlers", []):
            self._block(handler.body)
        if isinstance(node, ast.FunctionDef):
            pass  # its body was gone through: a function within one sees the same names

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            values = value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts) else None
            for place, each in enumerate(target.elts):
                self._assign(each, values[place] if values else value)
        elif isinstance(target, (ast.Name, ast.Subscript)):  # a copy in a row: `log.views[1] = battle`
            name = ast.unparse(target)
            true, known, own = self._is_true(value), self._is_known(value), self._is_own(value)
            for names, belongs in ((self.true, true), (self.known, known), (self.own, own)):
                names.discard(name)
                names |= {name} if belongs else set()

    def _is_own(self, node: ast.expr) -> bool:
        """Return whether an expression is the unit that decides, or its name."""
        if isinstance(node, ast.Call):
            return any(self._is_own(argument) for argument in node.args)
        if isinstance(node, ast.Name):
            return node.id in self.own
        if isinstance(node, ast.Attribute):
            return node.attr in OWN or (node.attr == "unit" and self._is_decision(node.value))
        return isinstance(node, ast.Subscript) and is_text(node.slice, OWN)

    def _is_decision(self, node: ast.expr) -> bool:
        return ast.unparse(node).rpartition(".")[2] in ("decision", "pending", "now")

    def _is_true(self, node: ast.expr) -> bool:
        """Return whether an expression may be a battle as it is, its record, or its rows."""
        if isinstance(node, ast.Name):
            return node.id in self.true
        if isinstance(node, ast.Attribute):
            if node.attr in BATTLES:
                return not (isinstance(node.value, ast.Name) and node.value.id in self.source.imported)
            return node.attr in ROWS and (self._is_true(node.value) or is_self(node.value))
        if isinstance(node, ast.Starred):
            return self._is_true(node.value)
        if isinstance(node, ast.Subscript):
            if ast.unparse(node) in self.true:
                return True
            if self._is_true(node.value):
                return not is_text(node.slice) and not (is_rows(node.value) and is_other_row(node.slice))
            return isinstance(node.value, ast.Attribute) and node.value.attr == "battles"
        if isinstance(node, ast.IfExp):
            return self._is_true(node.body) or self._is_true(node.orelse)
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Attribute) and called.attr in CARRIERS:
                return self._is_true(called.value)
            if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in CARRYING:
                return any(self._is_true(argument) for argument in node.args)
            return isinstance(called, ast.Name) and called.id == "Battle"
        return False

    def _expression(self, node: ast.expr) -> None:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Call):
                self._call(inner)
            elif isinstance(inner, ast.Attribute) and self._is_true(inner.value):
                self._field(inner, inner.attr)
            elif isinstance(inner, ast.Subscript) and is_text(inner.slice) and self._is_true(inner.value):
                self._field(inner, inner.slice.value)  # type: ignore[attr-defined]
            elif isinstance(inner, (ast.comprehension,)):
                self._assign(inner.target, inner.iter)

    def _field(self, node: ast.expr, name: str) -> None:
        """Look at a field of a true battle, or a method."""
        if name in PUBLIC | OPEN_TO_ALL | KNOWN | CARRIERS or name in ROWS:
            return
        if name in ("units", "unit") and self._is_harmless(node):
            return
        self._leak(node, name)

    def _is_harmless(self, units: ast.expr) -> bool:
        """Return whether units are looked at for the one that decides, or for whose side they are on."""
        above = self.source.parents(self.name)
        here, read = units, ""
        while isinstance(above.get(here), (ast.Subscript, ast.Attribute, ast.Call)):
            outer = above[here]
            if isinstance(outer, ast.Call) and (outer.func is not here or here is not units):
                break
            if isinstance(outer, ast.Subscript) and outer.value is not here:
                break
            if isinstance(outer, ast.Call) and any(self._is_own(argument) for argument in outer.args):
                return True
            if isinstance(outer, ast.Subscript):
                if self._is_own(outer.slice):
                    return True
                read = outer.slice.value if is_text(outer.slice) else read  # type: ignore[attr-defined]
            elif isinstance(outer, ast.Attribute):
                read = outer.attr
            here = outer
        return read == "team"

    def _call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = [argument for argument in node.args if self._is_true(argument)]
        given += [keyword.value for keyword in node.keywords if self._is_true(keyword.value)]
        if name in VEILS:
            for argument in node.args:
                if isinstance(argument, ast.Name):
                    self.true.discard(argument.id)
                    self.known.add(argument.id)
            return
        keys = self.flow.resolved(self.source, node.func, self.inside)
        for key in keys:
            self._pass_on(node, key)
        if not keys and given and name not in FOR_ALL and self._is_of_rules(node.func):
            self._leak(node, f"{name}()")

    def _is_of_rules(self, called: ast.expr) -> bool:
        """Return whether a function lies in the engine."""
        name = called.id if isinstance(called, ast.Name) else ""
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
            name = called.value.id
        base, what = self.source.imported.get(name, ("", ""))
        return f"{base}.{what}".startswith(RULES)

    def _pass_on(self, node: ast.Call, key: Key) -> None:
        """Let what a function is called with be true there."""
        function = self.flow.modules[key[0]].functions[key[1]]
        names = [argument.arg for argument in function.args.args]
        names = names[1:] if "." in key[1] else names
        battles = self.flow.battles_of(key)
        true, place = set(), 0
        for argument in node.args:
            if isinstance(argument, ast.Starred) and ast.unparse(argument.value).endswith(("arrays", "arrays[:2]")):
                here = ["battles", "arenas", "logs"][: 2 if "[" in ast.unparse(argument.value) else 3]
                self.flow.called[key] |= {names[place]} if place < len(names) else set()
                rows = argument.value.value if isinstance(argument.value, ast.Subscript) else argument.value
                true |= set() if self._is_known(rows) or place >= len(names) else {names[place]}
                place += len(here)
                continue
            if place < len(names):
                self.flow.called[key].add(names[place])
                true |= {names[place]} if self._may_be_true(argument, names[place] in battles) else set()
            place += 1
        for keyword in node.keywords:
            if keyword.arg:
                self.flow.called[key].add(keyword.arg)
                true |= {keyword.arg} if self._may_be_true(keyword.value, keyword.arg in battles) else set()
        self.flow.mark(key, true)

    def _may_be_true(self, argument: ast.expr, battle: bool) -> bool:
        """Return whether what is given for a parameter may be true; for a battle, if it is not known."""
        return self._is_true(argument) or (battle and not self._is_known(argument))

    def _is_known(self, node: ast.expr) -> bool:
        """Return whether an expression is a battle as a side knows it, or its record."""
        if isinstance(node, ast.Name):
            return node.id in self.known
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("as_known", "_as_known"):
                return True
            given = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            given += node.args  # what comes of known battles alone is known
            return any(map(self._is_known, given)) and not any(map(self._is_true, given))
        if isinstance(node, ast.Subscript) and ast.unparse(node) in self.known:
            return True
        return isinstance(node, (ast.Attribute, ast.Subscript)) and self._is_known(node.value)

    def _leak(self, node: ast.expr, what: str) -> None:
        self.flow.leaks.add(Leak(self.source.module, self.name, node.lineno, what))


def leaks(beside: Iterable[str] = (), changed: dict[str, str] | None = None) -> list[Leak]:
    """Return where a true battle is looked at outside the engine, sorted.

    Args:
        beside: modules and functions that speak for no side, by the start of their names up to a dot; not gone through.
        changed: other texts of modules, by their names.
    """
    return sorted(Flow({name: source(name, text) for name, text in (texts() | (changed or {})).items()}, beside).leaks)
