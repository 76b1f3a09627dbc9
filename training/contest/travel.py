"""Jobs for other processes and machines: what jobs share is sent once, the rest is numbers.

Bots of ours are made again there, from a name or a policy. Any other is pickled as it is, its class by the name of its
module, or with its code if it was written in a script or a notebook. One that cannot be pickled, but was named as
module:object, is made there by that name.
"""

import hashlib
import pickle
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import cloudpickle

from fireteam import agents
from fireteam.agents.factory import bot_at, factory_of, from_current_folder, is_at
from fireteam.content.errors import ContentError
from fireteam.env.replay.replay import rules_digest

from .jobs import Bout, Entrant, Field, Job, run_job


class Order(NamedTuple):
    """The own part of a job: the numbers of its scenario and bots among those sent, and its pairs."""

    field: int
    first: int
    second: int
    pairs: tuple[int, ...]
    stream: int
    noted: bool = False


def sent(jobs: Sequence[Job]) -> tuple[bytes, list[Order]]:
    """Return the shared part of jobs, for `Cargo`, and the rest of each.

    Raises:
        ContentError: a bot can neither be made again nor pickled.
    """
    fields = {(job.field.name, id(job.field.scenario)): job.field for job in jobs}
    entrants = {(each.name, id(each.bot)): each for job in jobs for each in (job.first, job.second)}
    places = {key: place for place, key in enumerate(fields)}
    numbers = {key: number for number, key in enumerate(entrants)}
    orders = [
        Order(
            places[job.field.name, id(job.field.scenario)],
            numbers[job.first.name, id(job.first.bot)],
            numbers[job.second.name, id(job.second.bot)],
            job.pairs,
            job.stream,
            job.noted,
        )
        for job in jobs
    ]
    packed = [(name, packed_bot(each)) for (name, _), each in entrants.items()]
    return pickle.dumps((list(fields.values()), packed)), orders


def packed_bot(entrant: Entrant) -> bytes:
    """Return a pickled factory of a bot: a function without arguments.

    Raises:
        ContentError: the bot can neither be made again nor pickled.
    """
    name, bot = entrant
    try:
        made: bytes = cloudpickle.dumps(factory_of(bot) or partial(same, bot))
        return made
    except Exception as error:  # whatever the parts of a stranger's bot may raise
        if is_at(name, bot):
            return pickle.dumps(partial(bot_at, name))
        raise ContentError(
            f"bot {name!r} cannot be sent to another process ({one_line(error)}): name it as module:object, so that it is "
            "made there, or fight here with one worker"
        ) from None


def same(bot: Any) -> Any:
    """Return a bot that was pickled itself."""
    return bot


class Cargo:
    """The data that `sent` packed, unpacked where jobs are fought.

    Args:
        data: the bytes.
        where: this place, in words.

    Raises:
        ContentError: a bot cannot be made here.
    """

    def __init__(self, data: bytes, where: str) -> None:
        self.fields: list[Field]
        self.fields, packed = pickle.loads(data)
        self.entrants = [Entrant(name, unpacked_bot(name, factory, where)) for name, factory in packed]

    def fight(self, order: Order) -> list[Bout]:
        """Fight the battles of a job."""
        rows = (self.entrants[order.first], self.entrants[order.second])
        return run_job(Job(self.fields[order.field], *rows, order.pairs, order.stream, order.noted))


def unpacked_bot(name: str, factory: bytes, where: str) -> Any:
    """Return the bot of a name that `packed_bot` packed; see `Cargo`."""
    try:
        with from_current_folder():
            return pickle.loads(factory)()
    except Exception as error:  # whatever a stranger's module may raise when it is imported
        raise ContentError(
            f"bot {name!r} cannot be made {where} ({one_line(error)}): its module must be importable there, installed or "
            "in a folder of PYTHONPATH"
        ) from None


@cache
def digests() -> dict[str, str]:
    """Return digests of what must be the same wherever battles of one contest are fought: the rules, and our bots."""
    sources = [path for path in sorted(Path(agents.__path__[0]).rglob("*")) if path.suffix in (".py", ".toml")]
    bots = hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    return {"rules": rules_digest(), "bots": bots}


def one_line(error: BaseException) -> str:
    """Return an error's message in one line; of another machine's traceback only the end, with the error itself."""
    first, *rest = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return f"{first} {rest[-1]}" if rest and first.endswith(":") else first
