"""The lowest versions that are declared, as constraints for pip: `python .ci/lowest.py train view > lowest.txt`.

Torch is left out: only its newest build is small where there is no GPU.
"""

import re
import sys
import tomllib
from pathlib import Path

LEFT_OUT = {"torch", "fireteam"}


def lowest(extras: list[str]) -> list[str]:
    """Return `name==version` for every dependency and for those of some extras; where two differ, the last one counts."""
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(line for extra in extras for line in project["optional-dependencies"][extra])]
    made: dict[str, str] = {}
    for line in wanted:
        found = re.fullmatch(r"([\w-]+)(\[[\w,]+\])?>=([\d.]+)(,<[\d.]+)?", line)
        if found and (name := found[1]) not in LEFT_OUT:
            made[name] = f"{name}=={found[3]}"
    return list(made.values())


if __name__ == "__main__":
    print("\n".join(lowest(sys.argv[1:])))
