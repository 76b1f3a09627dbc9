"""The folder of a league: creating it, and finding what it holds.

    config.json, league.json       its configuration; its members, learners and the results of their battles
    start.safetensors              the network that the main learner began with
    snapshots/NAME.safetensors     members that are networks
    main/, exploiter-1/, ...       of each learner: its checkpoint, policy.safetensors, progress.csv
    payoff/                        of the members among each other: see `payoff.py`

`league.json` is written last, whole, and names the checkpoints that go with it: whatever is killed goes on from there.
"""

from collections.abc import Iterable
from pathlib import Path

from fireteam.agents.bots import parameters_of
from fireteam.agents.network.box import load_network
from fireteam.agents.network.storage import SUFFIX, new_card, read_network, write_network
from fireteam.content.errors import ContentError

from ..folder import load_config, read_record, write_config
from ..orders.fought import systems_of
from ..orders.network import put_tensors, tensors_of
from ..orders.update import Learner as OrderLearner
from .config import LeagueConfig
from .state import LEAGUE, Learner, Member, State

SNAPSHOTS, START, MAIN, EXPLOITER = "snapshots", f"start{SUFFIX}", "main", "exploiter"


def snapshot_path(folder: Path, member: str) -> Path:
    """Return the path of a member that is a network."""
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
    """Return the anchors by name: "" for bots that have names, for networks their files, after which they are named.

    Raises:
        ContentError: there are none, or one is no bot or has a name that is taken.
    """
    anchors: dict[str, str] = {}
    for text in dict.fromkeys(config.names("opponent")):
        is_file = text.endswith(SUFFIX)
        if is_file:
            read_network(text)
        else:
            parameters_of(text)
        name = Path(text).stem if is_file else text
        if name in anchors or name.startswith((MAIN, EXPLOITER)):
            raise ContentError(f"opponent {text!r}: a league has a member {name!r} besides: give the file another name")
        anchors[name] = text if is_file else ""
    if not anchors:
        raise ContentError(f"opponent = {config.opponent!r}: a league needs an anchor at least, like tactician")
    return anchors


def create_league(config: LeagueConfig, anchors: dict[str, str], folder: Path) -> None:
    """Create a league in a folder; it exists as soon as `league.json` does."""
    first = OrderLearner(config)
    if config.start:
        put_tensors(first.network, load_network(config.start).tensors)
    names = [MAIN, *(f"{EXPLOITER}-{number}" for number in range(1, config.exploiters + 1))]
    for part in (SNAPSHOTS, *names):
        (folder / part).mkdir(parents=True, exist_ok=True)
    write_config(folder, config)
    for name, file in anchors.items():
        if file:
            write_network(snapshot_path(folder, name), *read_network(file))
    card = new_card(START, systems_of(config), "What the learners of a league began with.")
    write_network(folder / START, tensors_of(first.network), card)
    members = [Member(name=name, kind="policy" if file else "doctrine") for name, file in anchors.items()]
    State(members=members, learners=[Learner(name=name) for name in names]).write(folder)
