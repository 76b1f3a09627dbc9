"""The folder of a league: creating it, and finding what it holds.

    config.json, league.json       its configuration; its members, learners and the results of their battles
    start.safetensors              weights that the main learner began with
    snapshots/NAME.safetensors     members that are policies
    main/, exploiter-1/, ...       of each learner: its checkpoint, policy.safetensors, progress.csv, tensorboard/
    payoff/                        of the members among each other: see `payoff.py`

`league.json` is written last, whole, and names the checkpoints that go with it: whatever is killed goes on from there.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from fireteam.agents.bots import parameters_of, parameters_of_all
from fireteam.agents.opponents import advisers_among
from fireteam.agents.policy.network import load_policy
from fireteam.agents.policy.storage import SUFFIX, new_card, read_policy, save_policy
from fireteam.content.errors import ContentError
from fireteam.env.files import write_whole
from fireteam.env.vector import Vector

from ..learn.curve import HEAD
from ..learn.network import tensors_of
from ..learn.train import CONFIG, PROGRESS, begin, check_system, load_config, read_record
from .config import LeagueConfig
from .state import LEAGUE, Learner, Member, State

SNAPSHOTS, START, MAIN, EXPLOITER = "snapshots", f"start{SUFFIX}", "main", "exploiter"


def snapshot_path(folder: Path, member: str) -> Path:
    """Return the path of a member that is a policy."""
    return folder / SNAPSHOTS / f"{member}{SUFFIX}"


def load_league(folder: Path) -> tuple[LeagueConfig, State]:
    """Return the configuration and the state in the folder of a league.

    Raises:
        ContentError: there is none, a member is missing or something is wrong with a file.
    """
    if not (folder / LEAGUE).exists():
        raise ContentError(f"{folder}: holds no league: {LEAGUE} is missing")
    state = read_record(folder / LEAGUE, State)
    check_there(folder, [snapshot_path(folder, member.name) for member in state.members if member.kind == "policy"])
    return load_config(folder, LeagueConfig), state


def check_there(folder: Path, files: Iterable[Path]) -> None:
    """Raise a ContentError if a file is missing that the league of a folder names."""
    for path in files:
        if not path.exists():
            raise ContentError(f"{path}: is missing, and {folder / LEAGUE} counts on it")


def anchors_of(config: LeagueConfig) -> dict[str, str]:
    """Return the anchors by name: "" for doctrines, for policies their files, after which they are named.

    Raises:
        ContentError: there are none, or one is no bot, has a name that is taken, or advisers that the learners have not,
            or another rule system.
    """
    anchors: dict[str, str] = {}
    for text in dict.fromkeys(config.names("opponent")):
        is_policy = text.endswith(SUFFIX)
        if is_policy:
            policy = load_policy(text)
            check_system(text, policy.card, config)
            advisers_among(policy, parameters_of_all(config.names("advisers")))
        else:
            parameters_of(text)
        name = Path(text).stem if is_policy else text
        if name in anchors or name.startswith((MAIN, EXPLOITER)):
            raise ContentError(f"opponent {text!r}: a league has a member {name!r} besides: give the file another name")
        anchors[name] = text if is_policy else ""
    if not anchors:
        raise ContentError(f"opponent = {config.opponent!r}: a league needs an anchor at least, like tactician")
    return anchors


def create_league(config: LeagueConfig, anchors: dict[str, str], folder: Path, vector: Vector) -> None:
    """Create a league in a folder; it exists as soon as `league.json` does."""
    first = begin(config, vector)
    names = [MAIN, *(f"{EXPLOITER}-{number}" for number in range(1, config.exploiters + 1))]
    for part in (SNAPSHOTS, *names):
        (folder / part).mkdir(parents=True, exist_ok=True)
    write_whole(folder / CONFIG, json.dumps(config.model_dump(), indent=2) + "\n")
    for name in names:
        write_whole(folder / name / PROGRESS, HEAD)
    for name, file in anchors.items():
        if file:
            save_policy(snapshot_path(folder, name), *read_policy(file))
    card = new_card(
        START,
        "What the learners of a league began with.",
        advisers=config.names("advisers"),
        shaping=config.shaping,
        system=vector.fields[0].scenario.system,
    )
    save_policy(folder / START, tensors_of(first.policy), card)
    members = [Member(name=name, kind="policy" if file else "doctrine") for name, file in anchors.items()]
    State(members=members, learners=[Learner(name=name) for name in names]).write(folder)
