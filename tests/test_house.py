"""The house: which rooms there are, who may import whom, how large files are, what importing costs."""

import ast
import builtins
import re
import subprocess
import symtable
import sys
import tomllib
from collections.abc import Collection, Iterator
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
ROOMS = {folder: package for package, folder in SETUP["package-dir"].items()}
MAY_IMPORT = {
    "content": set(),
    "maps": {"content"},
    "env": {"maps", "content"},
    "agents": {"env", "maps", "content"},
    "systems": {"agents", "env", "maps", "content"},
    "training": {"agents", "env", "content"},
    "app": set(ROOMS),
}
NEVER = {
    "content": {"numpy", "numba", "pettingzoo", "gymnasium", "pygame", "torch", "stable_baselines3"},
    "maps": {"numba", "pettingzoo", "gymnasium", "pygame", "torch", "stable_baselines3"},
    "env/rules": {"pettingzoo", "gymnasium", "pygame", "torch", "pydantic", "typer", "rich", "pathlib", "json"},
    "env": {"torch", "typer", "rich", "sb3_contrib"},
    "systems": {"torch", "typer", "rich", "pygame", "stable_baselines3", "pettingzoo", "gymnasium"},
    "agents": {"torch", "typer", "rich", "pygame", "stable_baselines3"},
    "training": {"pygame", "typer"},
}
# What a file may import although its room may not, and why.
EXCEPTIONS = {
    "env/rules/jit/caches.py": {"pathlib"},  # the cache folders of the compiler
    "env/rules/jit/shipped.py": {"pathlib"},  # machine code that comes with a wheel
    "env/rules/jit/sources.py": {"pathlib"},  # what was compiled from which files
    "env/sb3.py": {"stable_baselines3"},  # the VecEnv face, imported only when asked for
}
LONGEST = 400
TWENTY = 20
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def sources(room: str) -> list[Path]:
    """Return the Python files of a room."""
    return sorted((ROOT / room).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Yield the names that a file imports absolutely, in any of its functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_know_only_their_neighbours(room: str) -> None:
    """A room imports only the rooms below it, by their full names."""
    for path in sources(room):
        names = list(imported(path))
        reached = {name.split(".")[1] for name in names if name.startswith("fireteam.")} & ROOMS.keys()
        assert reached <= MAY_IMPORT[room] | {room}, f"{path} reaches into {reached}"
        bare = {name.split(".")[0] for name in names} & ROOMS.keys()
        assert not bare, f"{path} imports the room {bare} by its bare name"


@pytest.mark.parametrize("place", NEVER)
def test_rooms_keep_heavy_things_out(place: str) -> None:
    """The engine knows no files and no learner, the environment no torch, training no window."""
    for path in sources(place):
        relative = path.relative_to(ROOT).as_posix()
        heavy = {name.split(".")[0] for name in imported(path)} & NEVER[place]
        assert heavy <= EXCEPTIONS.get(relative, set()), f"{relative} imports {heavy}"


@pytest.mark.parametrize("place", [*ROOMS, "tests"])
def test_folders_hold_twenty_modules(place: str) -> None:
    """Nobody has to look for a module among more than twenty."""
    for folder in sorted({path.parent for path in sources(place)}):
        modules = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(modules) <= TWENTY, f"{folder} has {len(modules)} modules"


def test_nobody_imports_in_circles() -> None:
    """No module imports, at its top, in a function or for its types alone, one that imports it, directly or not."""
    assert circle_in({name: used - {name} for name, used in imports().items()}) == []


def test_no_import_runs_back_up() -> None:
    """Modules and sub-folders of a folder can be put in an order in which each imports only what comes after it."""
    paths = {name_of(path): path.relative_to(ROOT).with_suffix("").parts for room in ROOMS for path in sources(room)}
    inside: dict[str, dict[str, set[str]]] = {}
    for name, used in imports().items():
        for one, other in ((paths[name], paths[module]) for module in used):
            depth = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            if depth and one[-1] != "__init__":
                inside.setdefault("/".join(one[:depth]), {}).setdefault(one[depth], set()).add(other[depth])
    for folder, graph in inside.items():
        assert circle_in(graph) == [], folder


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """Return names of which each leads to the next, and the last to the first; none if there are no such names."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_shared_code_imports_no_rule_system() -> None:
    """What is not a system's own imports none: shared code finds it by its name."""
    used = imports()
    found = {
        path.relative_to(ROOT).as_posix()
        for room in ROOMS
        for path in sources(room)
        if room != "systems" and any(module.startswith("fireteam.systems.") for module in used[name_of(path)])
    }
    assert found == set()


def imports() -> dict[str, set[str]]:
    """Return the modules of all rooms, each with those that it imports anywhere."""
    paths = {name_of(path): path for room in ROOMS for path in sources(room)}
    return {name: set(modules_in(name, path, paths)) for name, path in paths.items()}


def name_of(path: Path) -> str:
    """Return the name under which a file of a room is imported."""
    room, *inside = path.relative_to(ROOT).with_suffix("").parts
    return ".".join([ROOMS[room], *(part for part in inside if part != "__init__")])


def modules_in(name: str, path: Path, known: Collection[str]) -> Iterator[str]:
    """Yield the known modules that a file imports; `from package import name` names a module where there is such a one."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ({alias.name for alias in node.names} & set(known))
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                taken = f"{base}.{alias.name}"
                if (module := taken if taken in known else base) in known:
                    yield module


@pytest.mark.parametrize("room", ROOMS)
def test_no_package_takes_a_name_that_one_of_its_modules_has(room: str) -> None:
    """Importing `package.shown` would replace a function `shown` that the package has taken from elsewhere."""
    for path in (found for found in sources(room) if found.name == "__init__.py"):
        modules = {found.stem for found in path.parent.glob("*.py")}
        own = modules | {found.parent.name for found in path.parent.glob("*/__init__.py")}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or node.level > 1):
                taken = ({alias.asname or alias.name for alias in node.names} & own) - {node.module}
                assert not taken, f"{path} takes {taken} from {node.module}"


def test_pygame_stays_in_the_view() -> None:
    """Only what draws imports pygame, and only when it draws."""
    for path in sources("env"):
        if "view" not in path.parts:
            assert "pygame" not in {name.split(".")[0] for name in imported(path)}, path


@pytest.mark.parametrize("module", ["fireteam", "fireteam.env.skirmish", "fireteam.env.vector", "fireteam.cli"])
def test_importing_loads_nothing_heavy(module: str) -> None:
    """Importing the package, its environments or its command line loads neither pygame nor torch."""
    code = f"import sys, {module}; sys.exit(1 if {{'pygame', 'torch'}} & set(sys.modules) else 0)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_command_line_starts_without_the_engine() -> None:
    """`--help` does not wait for the compiler: the engine is imported by the commands that need it."""
    code = "import sys, fireteam.cli; sys.exit(1 if 'numba' in sys.modules else 0)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("path", [path for room in ROOMS for path in sources(room)], ids=lambda path: path.name)
def test_files_are_short_and_explained(path: Path) -> None:
    """No file outgrows what can be read at a sitting; every module, class and public function says what it is."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST, f"{path} has {len(text.splitlines())} lines"
    tree = ast.parse(text)
    assert ast.get_docstring(tree), f"{path} has no docstring"
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in [*tree.body, *(inner for made in classes for inner in made.body)]:
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or "overload" in map(ast.unparse, node.decorator_list):
            continue
        if not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{path}:{node.lineno} {node.name} has no docstring"


def paths_in(chapter: str) -> Iterator[tuple[str, str]]:
    """Yield what a chapter of CONTRIBUTING names between backquotes: (a path, where to look for it from the root).

    A word with a slash is a path from the root; a bare name of a file lies beside the path named last.
    """
    folder = ""
    for said in re.findall(r"`([^`]+)`", chapter.replace("```", "")):
        for word in said.split():
            if "/" in word:
                folder = word.rpartition("/")[0]
                yield word, re.sub(r"<\w+>", "*", word)
            elif word == said and word.endswith((".py", ".toml")):
                yield word, re.sub(r"<\w+>", "*", f"{folder}/{word}")


@pytest.mark.parametrize("chapter", GUIDE.split("\n## "), ids=lambda chapter: chapter.partition("\n")[0])
def test_what_contributing_names_is_there(chapter: str) -> None:
    """Every path leads somewhere, and a name `of` or `in` a module is one of the names that the module has."""
    for path, pattern in paths_in(chapter):
        assert list(ROOT.glob(pattern)), f"there is no {path}"
    for name, path in re.findall(r"`(\w+)`\s+(?:of|in)\s+`([\w/]+\.py)`", chapter):
        assert name in defined_in(ROOT / path), f"{path} has no {name}"


def defined_in(path: Path) -> set[str]:
    """Return the names that a module defines at its top."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
        names |= {node.name} if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else set()
    return names


def test_contributing_names_much() -> None:
    """The test above would pass if nothing were found."""
    assert len([path for chapter in GUIDE.split("\n## ") for path in paths_in(chapter)]) > 50
    assert {"RULE_NUMBERS", "OPTIONS", "step"} <= set(re.findall(r"`(\w+)`\s+(?:of|in)\s+`[\w/]+\.py`", GUIDE))


def taking_all(text: str) -> list[str]:
    """Return the modules of which a source takes all names, as they are written."""
    return re.findall(r"^from (\S+) import \*", text, re.MULTILINE)


@pytest.mark.parametrize("room", ["tests", "systems"])
def test_who_takes_all_names_uses_none_that_there_is_not(room: str) -> None:
    """Lint cannot tell where all names of a module are taken: each name that is used is taken, one's own, or Python's."""
    found = 0
    for path in sources(room):
        text = path.read_text(encoding="utf-8")
        here = ".".join(("fireteam", *path.relative_to(ROOT).parent.parts))
        known = set(vars(builtins)) | {"__name__", "__file__"}
        for module in taking_all(text):
            taken = import_module(module, here)
            known |= set(getattr(taken, "__all__", vars(taken)))
        tables = [whole := symtable.symtable(text, str(path), "exec")]
        known |= {name.get_name() for name in whole.get_symbols() if name.is_assigned() or name.is_imported()}
        while tables and taking_all(text):
            table = tables.pop()
            tables += table.get_children()
            used = [name for name in table.get_symbols() if name.is_referenced() and (table is whole or not name.is_local())]
            used = [name for name in used if table is whole or name.is_global()]
            assert {name.get_name() for name in used} <= known, path
            found += len(used)
    assert found > 100


def test_no_test_writes_into_a_battlefield_that_others_share() -> None:
    """`prepare` keeps fields for other battles: who changes an arena copies it first, or tests depend on their order."""
    found = 0
    for path in sources("tests"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            written = [
                ast.unparse(target)
                for node in ast.walk(function)
                if isinstance(node, (ast.Assign, ast.AugAssign))
                for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            ]
            if any("field.arena[" in target for target in written):
                found += 1
                assert "arena.copy()" in ast.unparse(function), f"{path}: {function.name}"
    assert found >= 3
