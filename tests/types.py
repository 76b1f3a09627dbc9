"""Type-check the package. mypy does not follow an editable install's mapped folders, so it gets a throw-away copy."""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> int:
    """Copy every room to where its package name says, run mypy on the result, return its exit code."""
    mapping = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-dir"]
    with tempfile.TemporaryDirectory() as folder:
        for package, room in sorted(mapping.items()):
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / room, Path(folder, *package.split(".")), ignore=ignored, dirs_exist_ok=True)
        environment = {**os.environ, "MYPYPATH": folder}
        command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "-p", "fireteam"]
        return subprocess.run(command, env=environment, cwd=folder).returncode


if __name__ == "__main__":
    sys.exit(main())
