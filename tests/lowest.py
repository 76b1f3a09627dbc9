"""The lowest versions that are declared, as constraints for pip: `python tests/lowest.py train view > lowest.txt`.

Torch is left out: only its newest build is small where there is no GPU.
"""

import re
import sys
import tomllib
from pathlib import Path

LEFT_OUT = {"torch", "fireteam"}


def lowest(extras: list[str]) -> list[str]:
    """Return `name==version` for every dependency and for those of some extras."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    made = []
    for line in wanted:
        name, _, version = re.fullmatch(r"([\w-]+)(\[[\w,]+\])?>=([\d.]+)", line).groups()  # type: ignore[union-attr]
        if name not in LEFT_OUT:
            made.append(f"{name}=={version}")
    return made


if __name__ == "__main__":
    print("\n".join(lowest(sys.argv[1:])))
