"""A training run, with checkpoints that survive a kill.

A run lives in a folder:

    config.json             the configuration of the run
    checkpoint.safetensors  the latest state, written whole at least once a minute: `--resume` goes on from it
    tests.csv               decisions, seconds, and the score of each test against a tactician, system by system
    progress.csv            decisions, seconds, decisions a second, battles tested, their score
    progress.svg            the learning curve: that score, with its interval
    policy.safetensors      the network alone, as data: it can be fought with and sent to others
    values/                 with `--playouts`: decisions with the values of their orders, round by round
"""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from fireteam.agents.bots import CompiledBot, parameters_of
from fireteam.agents.network.box import Network, load_network
from fireteam.agents.network.storage import Card, new_card, write_network
from fireteam.agents.series.series import battle_seeds, fight_lineups
from fireteam.content.errors import ContentError
from fireteam.content.reading import shown
from fireteam.env.files import held, sweep, write_whole
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.seats.levels import TEST, levels_of

from ..curve import CURVE, curve_of
from ..folder import CONFIG, load_config, write_config
from ..memory import keep_memory
from ..progress import HEAD, PROGRESS, go_on
from .checkpoint import load_learner, save_learner
from .config import SELF, Config
from .fought import check_fought, systems_of
from .gathering import Battles
from .grounds import Grounds, Workers, workers_at
from .network import put_tensors, tensors_of
from .shelf import shelve, shelved, taken_down
from .update import Learner
from .values import Valued, gather_values, merged

CHECKPOINT, POLICY = "checkpoint.safetensors", "policy.safetensors"
TESTS = "tests.csv"
RIVAL = "tactician"  # against whom a network is tested
SEEDS = 41  # number of the list of test seeds
SHELF = 1000  # decisions with values in a file

OnUpdate = Callable[[dict[str, float]], None]


def check_names(config: Config) -> None:
    """Raise a ContentError if a run names something that does not exist, before anything is written."""
    check_fought(config)
    opponents = config.names("opponent")
    if not opponents:
        raise ContentError(f"opponent = {shown(config.opponent)}: must name at least one")
    for name in opponents if config.opponent != SELF else ():
        parameters_of(name)


class Run:
    """A run that is being trained.

    Args:
        folder: of the run. config: its configuration. on_update: called after every update with what is known by then.
    """

    def __init__(self, folder: Path, config: Config, on_update: OnUpdate, workers: Workers | None = None) -> None:
        self.folder, self.config, self._on_update = folder, config, on_update
        self.learner = Learner(config)
        self.grounds = Grounds(config, workers)
        self.battles = self.grounds.here
        self.spent = 0.0  # seconds before this process
        self._began = self._saved = self._tested = time.monotonic()
        self._first = 0

    def begin(self, resume: bool) -> None:
        """Take the weights that the run starts from, or its checkpoint, and begin battles."""
        if resume:
            load_learner(self.folder / CHECKPOINT, self.learner)
            self.spent, _ = go_on(self.folder / PROGRESS, self.learner.decisions)
        elif self.config.start:
            put_tensors(self.learner.network, load_network(self.config.start).tensors)
        self._first = self.learner.decisions
        self.random = np.random.default_rng([self.config.seed, self.learner.decisions])
        torch.manual_seed(int(self.random.integers(2**31)))
        self.grounds.begin(self.random)

    def train(self) -> None:
        """Train to the end; whatever happens, what was learned is kept."""
        try:
            if self.config.playouts:
                self._iterate()
            while self.learner.decisions < self.config.steps:
                gathered = self.grounds.gather(self.learner, self.random)
                imitates = self.learner.decisions < self.config.clone
                (self.learner.imitate if imitates else self.learner.learn)(gathered, self.random)
                self._note()
            self.test()
        finally:
            self.save()
            self.grounds.close()

    def _iterate(self) -> None:
        """Learn round by round from playouts: by a tactician in the first round, then by the network of the round before.

        A tactician's orders are given in the first round, too, unless the run starts from a network.
        """
        config = self.config
        share = int(config.steps) // config.rounds  # of decisions of all systems in a round
        begun = self.learner.decisions // share if share else 0
        known = [self._shelved(number + 1) for number in range(begun)]
        for number in range(begun + 1, config.rounds + 1):
            network = Network(tensors_of(self.learner.network), self._card()) if number > 1 else None
            bot = parameters_of(network.name if network else RIVAL)
            for battles in self.battles:
                self._shelve(number, battles, bot, share // len(self.battles))
            known.append(self._shelved(number))
            self.learner.follow([merged(parts) for parts in zip(*known, strict=True)], self.random)
            self.learner.decisions = number * share if number < config.rounds else int(config.steps)
            if network:
                network.forget()
            self._note()

    def _shelved(self, number: int) -> list[Valued]:
        """Return the decisions of a round, of each system, from the folder of the run."""
        found = [shelved(self.folder, number, battles.system) for battles in self.battles]
        return [merged([taken_down(path) for path in paths]) for paths in found]

    def _shelve(self, number: int, battles: Battles, bot: np.ndarray, count: int) -> None:
        """Gather decisions of a round with the values of their orders, until the folder of the run has so many."""
        done = sum(len(taken_down(path).first) - 1 for path in shelved(self.folder, number, battles.system))
        while done < count:
            judge = self.learner.judge if number > 1 or self.config.start else None
            valued = gather_values(battles, bot, judge, min(SHELF, count - done), self.config, self.random)
            shelve(self.folder, number, battles.system, valued)
            done += len(valued.first) - 1
            seconds = self.spent + time.monotonic() - self._began
            self._on_update({"decisions": float(self.learner.decisions), "valued": float(done), "seconds": seconds})

    def _note(self) -> None:
        now = time.monotonic()
        seconds = now - self._began
        known = {"decisions": float(self.learner.decisions), "seconds": self.spent + seconds}
        known["per_second"] = (self.learner.decisions - self._first) / max(seconds, 1e-9)
        self._on_update(known | self.learner.measures)
        if now - self._tested >= self.config.test_every:
            self.test()
        if now - self._saved >= self.config.every:
            self.save()

    def test(self) -> None:
        """Fight test battles that no training draws, and write the scores down."""
        if self.config.tests == 0:
            return
        scores = [self.score(battles.system) for battles in self.battles]
        seconds = self.spent + time.monotonic() - self._began
        done, count = self.learner.decisions, self.config.tests * len(scores)
        row = [done, seconds, done / max(seconds, 1e-9), count, float(np.mean(scores))]
        with (self.folder / PROGRESS).open("a", encoding="utf-8") as file:
            file.write(",".join(f"{value:.4f}" for value in row) + "\n")
        with (self.folder / TESTS).open("a", encoding="utf-8") as file:
            file.write(",".join([str(done), f"{seconds:.0f}", *(f"{score:.4f}" for score in scores)]) + "\n")
        self._on_update({"decisions": float(done)} | dict(zip(systems_of(self.config), scores, strict=True)))
        self._tested = time.monotonic()

    def score(self, system: str) -> float:
        """Return the share of test battles won against a tactician, draws half; both sides are played on the same dice.

        They are fought on what is trained on, by seeds that no training draws: levels for tests, where levels are drawn.
        """
        config = self.config
        network = Network(tensors_of(self.learner.network), self._card())
        own, other = CompiledBot(network.name), CompiledBot(RIVAL)
        fought = [load_scenario(name, system) for name in config.names("scenario")] or [
            levels_of(config.levels, system).scenario
        ]
        points: list[float] = []
        for scenario in fought:
            seeds = battle_seeds(SEEDS, -(-config.tests // (2 * len(fought))))
            seeds = [TEST + seed % TEST for seed in seeds] if scenario.draw else seeds
            series = fight_lineups(scenario, [(own, other), (other, own)], seeds, config.threads)
            points += [0.5 if one.winner < 0 else float(one.seats[one.winner] == own.name) for one in series.outcomes]
        network.forget()
        return float(np.mean(points))

    def save(self) -> None:
        """Write checkpoint, network and curve, each whole or not at all."""
        title = f"{self.folder.name}: score against {RIVAL} in test battles"
        with held():
            save_learner(self.folder / CHECKPOINT, self.learner)
            write_network(self.folder / POLICY, tensors_of(self.learner.network), self._card())
            write_whole(self.folder / CURVE, curve_of(self.folder / PROGRESS, title, self.config.tests * len(self.battles)))
        self._saved = time.monotonic()

    def _card(self) -> Card:
        about = (
            self.config.about or f"Trained against {self.config.opponent} on {self.config.scenario or self.config.levels}."
        )
        learned = {"decisions": self.learner.decisions}
        training = self.config.model_dump() | {"start": Path(self.config.start).name} | learned
        shaping = self.config.shaping if self.config.gathers else 0.0  # playouts say how a battle ends, and nothing else
        return new_card(self.folder.name, systems_of(self.config), about, training, shaping=shaping)


def train(config: Config, folder: Path, resume: bool = False, on_update: OnUpdate = lambda _: None, ray: str = "") -> None:
    """Train a network in a folder.

    Args:
        config: the configuration; with `resume` that of the folder is used.
        on_update: called after every update and every test with figures by name.
        ray: the address of a Ray cluster that has a share of the battles, see `contest.cluster.joined`; "" for none.

    Raises:
        ContentError: the folder holds another run already, or none to resume.
    """
    if resume:
        config = load_config(folder, Config)
        sweep(folder)
    elif (folder / CONFIG).exists():
        raise ContentError(f"{folder}: holds a run already: resume it, or take another name")
    check_names(config)
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(config.threads)
    keep_memory()
    with workers_at(ray, config) as workers:
        run = Run(folder, config, on_update, workers)
        resume = resume and (folder / CHECKPOINT).exists()
        if not resume:
            write_config(folder, config)
            write_whole(folder / PROGRESS, HEAD)
            write_whole(folder / TESTS, ",".join(["decisions", "seconds", *systems_of(config)]) + "\n")
        run.begin(resume)
        run.train()
