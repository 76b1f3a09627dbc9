"""Type-check the package. mypy does not follow an editable install's mapped folders, so it gets a throw-away copy.

Checked besides: whatever a rule system has under a name that shared code asks for is of the type that is asked for.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from importlib import import_module
from pathlib import Path

from fireteam.env.rules.systems import ASKED, SYSTEMS, has_room, names_of

ROOT = Path(__file__).parent.parent
IGNORED = 0  # comments `type: ignore`: a new one wants a reason
FACES = (  # a module of a system's folder, and what types names of it: Protocols, or the functions of an interface
    ("catalog", "fireteam.env.catalog.face", ("Own", "Face")),
    ("rules.port", "fireteam.env.rules.systems", ("Port", "OptionalNames")),
    ("rules.port", "fireteam.env.rules.interface", ()),
    ("observe.port", "fireteam.env.observe.features", ("Port",)),
    ("observe.port", "fireteam.env.observe.interface", ()),
    ("doctrine.port", "fireteam.agents.doctrine.interface", ()),
    ("odds.port", "fireteam.env.analysis.odds", ("Port",)),
    ("table", "fireteam.env.analysis.dice", ("Table",)),
)


def main() -> int:
    """Copy every room to where its package name says, run mypy on the result, return its exit code."""
    mapping = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-dir"]
    with tempfile.TemporaryDirectory() as folder:
        for package, room in sorted(mapping.items()):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / room, Path(folder, *package.split(".")), ignore=ignored, dirs_exist_ok=True)
        found = sum(path.read_text(encoding="utf-8").count("# type: ignore") for path in Path(folder).rglob("*.py"))
        if found != IGNORED:
            print(f"{found} comments 'type: ignore'; IGNORED in tests/types.py says {IGNORED}")
            return 1
        Path(folder, "faces.py").write_text(faces(), encoding="utf-8")
        environment = {**os.environ, "MYPYPATH": folder}
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--config-file",
            str(ROOT / "pyproject.toml"),
            "-p",
            "fireteam",
            "-m",
            "faces",
        ]
        return subprocess.run(command, env=environment, cwd=folder).returncode


def faces() -> str:
    """Return a module in which each name of a face is taken from what types it, and then from each system that has it."""
    lines: list[str] = []
    for number, (room, module, protocols) in enumerate(FACES):
        asking = import_module(module)
        asked = [(f"{module}.{face}", names_of(getattr(asking, face))) for face in protocols]
        for system, package in SYSTEMS.items():
            if not has_room(system, room.partition(".")[0]):
                continue
            own = import_module(f"{package}.{room}")
            lines += [f"import {module}", f"import {package}.{room}"]
            for face, names in asked or [("", [name for name in vars(asking) if name in ASKED])]:
                lines.append(f"def {system}_{number}_{face.rpartition('.')[2]}({f'face: {face}' if face else ''}) -> None:")
                for name in (name for name in names if hasattr(own, name)):
                    lines += [f"    {name} = {'face' if face else module}.{name}", f"    {name} = {package}.{room}.{name}"]
                lines.append("    return")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
