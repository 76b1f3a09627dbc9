"""Checks whether a version of the benchmark has changed since it was frozen.

Two digests are kept in `frozen.json`: one of the version's own files, and one for each scenario of a tactician's battles
against every opponent. A digest of battles is better than one of sources: a rewritten kernel plays the same battles, other
rules do not. If you have changed the rules on purpose, make a new version:

    cp -r training/benchmark/v0 training/benchmark/v1      # then its id, and `LATEST` in protocol.py
    python -m fireteam.training.benchmark.frozen v1
"""

import hashlib
import json
import sys
from typing import Annotated

from pydantic import Field

from fireteam.agents.bots import CompiledBot
from fireteam.content.errors import ContentError
from fireteam.env.files import write_whole
from fireteam.env.scenario.checked import Strict, listed, read_text, validated

from ..contest.jobs import Bout, Entrant, Job
from ..contest.run import run_jobs
from .protocol import Version

FROZEN = "frozen.json"
PLAYED = Bout._fields.index("luck")  # fields of a bout that say how it went; what is noted besides changes no battle
PAIRS = (0, 1)  # of battles with swapped sides, for every task

Digest = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]


class Frozen(Strict):
    """A frozen version: a digest of its files, and of the battles in every scenario."""

    files: Digest
    battles: dict[str, Digest]

    @property
    def digest(self) -> str:
        """A digest of both."""
        return digest_of(self.model_dump_json())


def digest_of(text: str) -> str:
    """Return a digest of a text, 16 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def files_of(version: Version) -> str:
    """Return a digest of the files of a version, without baselines and results."""
    found = sorted(version.folder.glob("*.toml"))
    return digest_of("\0".join(part for path in found for part in (path.name, path.read_text(encoding="utf-8"))))


def battles_of(version: Version) -> dict[str, str]:
    """Return digests of how every scenario is played, by its name."""
    fought: dict[str, list[str]] = {}
    tactician = Entrant("a tactician", CompiledBot("tactician"))
    jobs = [Job(task.field, tactician, task.opponent, PAIRS, 0) for task in version.tasks()]
    for job, bouts in run_jobs(jobs):
        fought.setdefault(job.field.name, []).extend(str(bout[:PLAYED]) for bout in bouts)
    return {name: digest_of("\n".join(lines)) for name, lines in fought.items()}


def read_frozen(version: Version) -> Frozen:
    """Return the digests of a version when it was frozen.

    Raises:
        ContentError: it was never frozen, or the file is broken.
    """
    path = version.folder / FROZEN
    if not path.is_file():
        raise ContentError(f"{path}: is missing: {version.protocol.id} has never been frozen")
    try:
        data = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise ContentError(f"{path}: not valid JSON ({error})") from None
    return validated(Frozen, data, path)


def changes(version: Version) -> list[str]:
    """Return the changes since a version was frozen, as sentences; none if nothing has changed."""
    kept = read_frozen(version)
    found = [] if files_of(version) == kept.files else [f"files in {version.folder} have changed"]
    now = battles_of(version)
    if played := sorted(name for name in now.keys() | kept.battles.keys() if now.get(name) != kept.battles.get(name)):
        found.append(f"battles go another way in {listed(played)}: rules, catalog, maps or doctrines have changed")
    return found


def freeze(version: Version) -> Frozen:
    """Write down the present digests of a version."""
    made = Frozen(files=files_of(version), battles=battles_of(version))
    write_whole(version.folder / FROZEN, json.dumps(made.model_dump(), indent=2) + "\n")
    return made


if __name__ == "__main__":
    frozen = Version(*sys.argv[1:2])
    print(f"{frozen.folder / FROZEN}: {frozen.protocol.id} is {freeze(frozen).digest}")
