"""A league, small: who meets whom, snapshots and exploiters, a kill at any moment, payoffs, and what is refused."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import torch
from commanded import good, refused
from killing import kill_when
from networked import random_network

from fireteam.agents.bots import parameters_of
from fireteam.agents.network.storage import read_network, write_network
from fireteam.content.errors import ContentError
from fireteam.training.contest.evaluation import Score
from fireteam.training.folder import CONFIG
from fireteam.training.league.config import LeagueConfig
from fireteam.training.league.folder import START, load_league, snapshot_path
from fireteam.training.league.payoff import contestants, picture_of
from fireteam.training.league.run import League, run_league
from fireteam.training.league.state import LEAGUE, State, Tally, priorities
from fireteam.training.orders.checkpoint import read_checkpoint
from fireteam.training.orders.config import Config
from fireteam.training.orders.run import POLICY, train

ROLLOUT = 8 * 16  # decisions
SMALL = LeagueConfig(
    scenario="duel", opponent="charger,tactician", envs=8, horizon=16, batch=64, epochs=1, seed=3, mirror=0.0,
    steps=7 * ROLLOUT, turn=3 * ROLLOUT, sally=2 * ROLLOUT, patience=3 * ROLLOUT,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(name="made", scope="module")
def given_league(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[str, int, int]], list[str]]:
    """Give a league that has run to its end: its folder, (learner, decisions, battles) of every rollout, and who joined."""
    folder = tmp_path_factory.mktemp("runs") / "cup"
    rollouts: list[tuple[str, int, int]] = []
    joined: list[str] = []
    run_league(
        SMALL,
        folder,
        on_update=lambda who, now: rollouts.append((who, int(now["decisions"]) // ROLLOUT, int(now["battles"]))),
        on_joined=lambda member: joined.append(member.name),
    )
    return folder, rollouts, joined


def weights(path: Path) -> bytes:
    """Return all weights of the file of a network."""
    return b"".join(tensor.tobytes() for _, tensor in sorted(read_network(path)[0].items()))


def changed(folder: Path, file: str, **values: object) -> None:
    """Change the fields of a JSON file."""
    path = folder / file
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def test_priorities() -> None:
    """Hard: by (1 - p)^2. Even: by p (1 - p). Who beats everyone meets all alike."""
    shares = {"a": 0.0, "b": 0.5, "c": 0.9}
    assert priorities(shares, "hard") == pytest.approx({"a": 1 / 1.26, "b": 0.25 / 1.26, "c": 0.01 / 1.26})
    assert priorities(shares, "even") == pytest.approx({"a": 0.0, "b": 0.25 / 0.34, "c": 0.09 / 0.34})
    assert priorities({"a": 1.0, "b": 1.0}, "hard") == {"a": 0.5, "b": 0.5}


def test_shares_are_of_late() -> None:
    """A share begins at a half, follows what is counted, and forgets what is long ago; the counts forget nothing."""
    tally = Tally()
    assert tally.share == 0.5
    for score in (1, 0, 0.5, 1):
        tally.add(score)
    assert (tally.won, tally.lost, tally.drawn, tally.battles) == (2, 1, 1, 4)
    assert 0.5 < tally.share < 0.55
    for score in (*[0.0] * 2000, *[1.0] * 2000):
        tally.add(score)
    assert tally.share > 0.95
    assert tally.battles == 4004


def test_learners_take_turns(made: tuple[Path, list[tuple[str, int, int]], list[str]]) -> None:
    """Every turn of the main learner ends with a snapshot; an exploiter joins when its patience is over, and begins anew."""
    folder, rollouts, joined = made
    turns = [("main", 1, 3), ("exploiter-1", 1, 2), ("main", 4, 6), ("exploiter-1", 3, 3), ("main", 7, 7)]
    assert [(who, number) for who, number, _ in rollouts] == [(w, n) for w, a, b in turns for n in range(a, b + 1)]
    assert joined == ["main-1", "main-2", "exploiter-1-1", "main-3"]
    config, state = load_league(folder)
    assert config == SMALL
    assert [member.name for member in state.members] == ["charger", "tactician", *joined]
    assert [member.decisions // ROLLOUT for member in state.members] == [0, 0, 3, 6, 3, 7]
    main, exploiter = state.learners
    assert (main.decisions, exploiter.decisions, exploiter.joined) == (7 * ROLLOUT, 0, 1)
    assert (exploiter.checkpoint, exploiter.tallies) == ("", {})
    assert not list((folder / "exploiter-1").glob("checkpoint*"))
    assert [path.name for path in (folder / "main").glob("checkpoint*")] == [main.checkpoint]
    assert read_checkpoint(folder / "main" / main.checkpoint)[1].decisions == main.decisions
    snapshots = [weights(snapshot_path(folder, name)) for name in joined]
    assert len({weights(folder / START), *snapshots}) == 5, "learning has changed something"
    assert weights(folder / "main" / POLICY) == snapshots[-1]
    training = read_network(snapshot_path(folder, "main-2"))[1].training
    assert (training["decisions"], training["opponent"]) == (6 * ROLLOUT, "charger,tactician")


def test_every_battle_is_counted_once(made: tuple[Path, list[tuple[str, int, int]], list[str]]) -> None:
    """The tallies of the main learner hold as many battles as were told of."""
    folder, rollouts, _ = made
    ended = next(battles for who, number, battles in rollouts if who == "main" and number == 7)
    tallies = load_league(folder)[1].main.tallies
    assert sum(tally.battles for tally in tallies.values()) == ended > 10
    assert all(0 <= tally.points <= tally.recent <= tally.battles for tally in tallies.values())


def test_who_meets_whom(made: tuple[Path, list[tuple[str, int, int]], list[str]]) -> None:
    """The main learner meets all, by priority, and itself; an exploiter the latest snapshot of the main one only."""
    folder, *_ = made
    league = League(folder, lambda *_: None, lambda _: None)
    league.config = SMALL.model_copy(update={"mirror": 0.25, "sure": 200})
    main, exploiter = league.state.learners
    main.tallies = {"charger": Tally(won=900, recent=490, points=485), "main-1": Tally(lost=900, recent=490)}
    learner = league.learner_of(main)
    met = {opponent.name: opponent for opponent in league.opponents(main, learner)}
    assert list(met) == ["charger", "tactician", "main-1", "main-2", "exploiter-1-1", "main-3", "main"]
    network = parameters_of(random_network().name)
    assert [name for name, one in met.items() if one.bot["kind"] != network["kind"]] == ["charger", "tactician"]
    assert met["main-3"].bot["temperature"] == 1, "who could foresee it would learn only that"
    assert met["main-3"].bot.tobytes() == met["main"].bot.tobytes() != met["main-2"].bot.tobytes(), "as it is"
    assert sum(opponent.share for opponent in met.values()) == pytest.approx(1)
    assert met["main"].share == 0.25
    assert met["charger"].share < 0.01 < met["tactician"].share < met["main-1"].share
    assert [opponent[:2] for opponent in league.opponents(exploiter, learner)] == [("main-3", 1.0)]
    won = {"won": 200, "recent": 150, "points": 140}
    assert not league.joins(main, 0)
    main.tallies = {member.name: Tally(**won) for member in league.state.members}
    assert league.joins(main, 0)
    assert league.is_over(main, main.began + 1)
    main.tallies["main-2"].won = 199
    assert not league.joins(main, 0), "it could be luck"
    assert not league.joins(exploiter, 1)
    exploiter.tallies["main-3"] = Tally(**won)
    assert league.joins(exploiter, 1)
    league.grounds.close()


def test_an_exploiter_that_wins_joins(tmp_path: Path) -> None:
    """It becomes a member and begins anew with the weights of the snapshot it has beaten; and the main one meets it."""
    config = SMALL.model_copy(
        update={"steps": 2.0 * ROLLOUT, "turn": 1.0 * ROLLOUT, "sally": 9.0 * ROLLOUT, "patience": 1e6}
    )
    folder = tmp_path / "cup"

    class Enough(Exception):
        """Raised to stop a league from outside."""

    def until_exploited(who: str, now: dict[str, float]) -> None:
        if who == "exploiter-1":
            raise Enough

    with pytest.raises(Enough):
        run_league(config, folder, on_update=until_exploited)
    state = load_league(folder)[1]
    main, exploiter = state.learners
    assert (main.decisions, exploiter.decisions) == (ROLLOUT, ROLLOUT)
    exploiter.tallies["main-1"] = Tally(won=300, recent=200, points=190)
    state.write(folder)
    joined = []
    state = run_league(config, folder, resume=True, on_joined=lambda member: joined.append((member.name, member.decisions)))
    assert joined == [("exploiter-1-1", ROLLOUT), ("main-2", 2 * ROLLOUT)]
    assert state.learners[1].decisions == 0
    for fresh, begins in ((False, snapshot_path(folder, "main-2")), (True, folder / START)):
        changed(folder, CONFIG, fresh=fresh)
        league = League(folder, lambda *_: None, lambda _: None)
        begun = league.learner_of(league.state.learners[1]).network.layer("units.0").weight.detach().numpy()
        assert np.array_equal(begun.T, read_network(begins)[0]["units.0.weight"])
        league.grounds.close()


def test_goes_on_after_a_kill(tmp_path: Path) -> None:
    """What is killed goes on from a moment at which checkpoints, members and counts fit each other."""
    folder = tmp_path / "killed"
    quick = dict.fromkeys(("turn", "sally", "patience"), 1.0 * ROLLOUT)
    endless = SMALL.model_dump() | {"steps": 1e7, "every": 0.01, "opponent": "charger"} | quick
    code = (
        "from pathlib import Path\n"
        "from fireteam.training.league.run import run_league\n"
        "from fireteam.training.league.config import LeagueConfig\n"
        f"run_league(LeagueConfig(**{endless!r}), Path({str(folder)!r}))\n"
    )
    kill_when(snapshot_path(folder, "main-2"), code)
    _, state = load_league(folder)
    for learner in state.learners:
        if learner.checkpoint:
            path = folder / learner.name / learner.checkpoint
            assert read_checkpoint(path)[1].decisions == learner.decisions
    steps = state.main.decisions + 2 * ROLLOUT
    changed(folder, CONFIG, steps=float(steps))
    before = {name: tally.battles for name, tally in state.main.tallies.items()}
    state = run_league(SMALL, folder, resume=True)
    assert steps <= state.main.decisions < steps + ROLLOUT
    assert all(state.main.tally(name).battles >= battles for name, battles in before.items())
    assert len({member.name for member in state.members}) == len(state.members)
    for learner in state.learners:
        left = [path.name for path in (folder / learner.name).glob("*checkpoint*")]
        assert left == ([learner.checkpoint] if learner.checkpoint else [])
    assert run_league(SMALL, folder, resume=True) == state, "there was nothing left to do"


@pytest.mark.parametrize("whole", [0, 1, 3])
def test_a_kill_between_two_files(whole: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the league itself cannot be written any more, what was written last still holds, and is gone on with."""
    write, written = State.write, []

    def failing(state: State, folder: Path) -> None:
        if len(written) == whole:
            raise ContentError("lights out")
        written.append(state.turns)
        write(state, folder)

    one = {"turn": 1.0 * ROLLOUT, "sally": 1.0 * ROLLOUT, "patience": 1.0 * ROLLOUT, "steps": 1.5 * ROLLOUT}
    config = SMALL.model_copy(update=one)
    monkeypatch.setattr(State, "write", failing)
    with pytest.raises(ContentError, match="lights out"):
        run_league(config, tmp_path / "cup")
    monkeypatch.setattr(State, "write", write)
    assert written == list(range(whole))
    assert not whole or load_league(tmp_path / "cup")[1].turns == whole - 1
    state = run_league(config, tmp_path / "cup", resume=True)
    names = [member.name for member in state.members]
    assert names == ["charger", "tactician", "main-1", "exploiter-1-1", "main-2"]
    assert state.main.decisions == 2 * ROLLOUT


def test_networks_as_anchors(tmp_path: Path) -> None:
    """The file of a network can be an anchor: it is copied, met and counted."""
    novice = random_network(5)
    file = tmp_path / "novice.safetensors"
    write_network(file, novice.tensors, novice.card)
    anchors = f"charger,{file}"
    config = SMALL.model_copy(update={"opponent": anchors, "steps": 4.0 * ROLLOUT, "exploiters": 0, "mirror": 0.3})
    state = run_league(config, tmp_path / "cup")
    assert [member.name for member in state.members] == ["charger", "novice", "main-1", "main-2"]
    assert weights(snapshot_path(tmp_path / "cup", "novice")) == weights(file)
    assert state.main.tally("novice").battles > 0
    file.unlink()
    assert run_league(config, tmp_path / "cup", resume=True) == state, "the copy is what counts"


def test_several_systems_at_once(tmp_path: Path) -> None:
    """One network learns several rule systems in a league; a payoff matrix has the battles of each."""
    config = SMALL.model_copy(
        update={"system": "swan_song,d10_pool", "steps": 1.0, "turn": 1.0, "exploiters": 0, "opponent": "charger"}
    )
    state = run_league(config, tmp_path / "cup")
    assert state.main.decisions == 2 * ROLLOUT
    entrants, fields = contestants(tmp_path / "cup", 5)
    assert [entrant.name for entrant in entrants] == ["charger", "main-1"]
    assert [(field.name, field.scenario.system) for field in fields] == [
        ("duel swan_song", "swan_song"),
        ("duel d10_pool", "d10_pool"),
    ]


def test_payoffs(made: tuple[Path, list[tuple[str, int, int]], list[str]]) -> None:
    """The latest members and the anchors fight each other once; the matrix is printed and drawn, and grows later."""
    folder, *_ = made
    options = ("league", "--name", folder.name, "--runs", str(folder.parent), "--payoff", "--pairs", "1")
    text = good(*options, "--last", "1")
    assert text.startswith("6 battles in duel")
    rows = {line.split()[0]: line.split()[1:] for line in text[text.index("score against") :].splitlines()[1:4]}
    assert set(rows) == {"charger", "tactician", "main-3"}
    assert all(len(cells) == 2 and all(cell.endswith("%") for cell in cells) for cells in rows.values())
    assert (folder / "payoff" / "standings.html").exists()

    text = good(*options, "--last", "2")
    assert text.startswith("12 battles in duel"), "six of them had been fought"
    picture = ElementTree.parse(folder / "payoff.svg").getroot()
    words = [element.text or "" for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    names = ["charger", "tactician", "exploiter-1-1", "main-3"]
    assert [word for word in words if word in names] == [name for name in names for _ in (0, 1)]
    hints = [element.text or "" for element in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert [hint.split(":")[0] for hint in hints] == [f"{a} against {b}" for a in names for b in names if a != b]
    assert sum(word.isdigit() for word in words) == 12
    assert "12 battles." in "".join(words)


def test_pictures_of_few() -> None:
    """Colour and number are those of the score; who has not fought has an empty cell, and names cannot break out."""
    payoffs = {("a<b", "c"): Score(3, 1, 0), ("c", "a<b"): Score(1, 3, 0), ("c", "d"): Score()}
    picture = ElementTree.fromstring(picture_of(["a<b", "c", "d"], payoffs, "cup & co"))
    titles = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["a<b against c: 3 won, 1 lost, 0 drawn", "c against a<b: 1 won, 3 lost, 0 drawn"]
    boxes = [element.get("fill") for element in picture.iter("{http://www.w3.org/2000/svg}rect")]
    assert len(boxes) == 1 + 9
    assert len(set(boxes)) == 4, "the page, empty cells, won and lost"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"opponent": "tactcian"}, "no bot is called 'tactcian'. Did you mean 'tactician'?"),
        ({"opponent": " , "}, "a league needs an anchor at least"),
        ({"opponent": "none.safetensors"}, "none.safetensors: cannot be read"),
        ({"scenario": "market"}, "has 3 teams"),
    ],
)
def test_wrong_leagues_are_refused(wrong: dict[str, str], says: str, tmp_path: Path) -> None:
    """What cannot be fought is refused by a sentence before anything is written."""
    with pytest.raises(ContentError) as error:
        run_league(SMALL.model_copy(update=wrong), tmp_path / "cup")
    assert says in str(error.value)
    assert not (tmp_path / "cup").exists()


def test_the_command_refuses(made: tuple[Path, list[tuple[str, int, int]], list[str]], tmp_path: Path) -> None:
    """Wrong options, folders that hold something else, and files that are missing are named in one line."""
    folder, *_ = made
    named = ("league", "--name", "cup", "--runs")
    assert "holds a run already" in refused(*named, str(folder.parent))
    assert "holds no run: config.json is missing" in refused(*named, str(tmp_path), "--resume")
    assert "holds no league: league.json is missing" in refused(*named, str(tmp_path), "--payoff")
    assert "league: beaten = 0.3: input should be greater than 0.5" in refused(*named, str(tmp_path), "--beaten", "0.3")
    train(
        Config(**SMALL.model_dump(include=set(Config.model_fields)) | {"steps": 1.0, "opponent": "charger", "tests": 0}),
        tmp_path / "cup",
    )
    assert "holds a run, but no league" in refused(*named, str(tmp_path), "--resume")
    assert "unknown key 'turn'" in refused("train", "--name", "cup", "--runs", str(folder.parent), "--resume")
    shutil.copytree(folder, tmp_path / "cup", dirs_exist_ok=True)
    snapshot_path(tmp_path / "cup", "main-2").unlink()
    assert "main-2.safetensors: is missing" in refused(*named, str(tmp_path), "--resume")
    shutil.copytree(folder, tmp_path / "cup", dirs_exist_ok=True)
    next((tmp_path / "cup" / "main").glob("checkpoint-*")).unlink()
    assert "is missing, and" in refused(*named, str(tmp_path), "--resume")
    (tmp_path / "cup" / LEAGUE).write_text("{")
    assert "league.json: not valid JSON" in refused(*named, str(tmp_path), "--resume")
