"""The configuration of a training run: one record, every field explained; the command line is made from it."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from fireteam.env.scenario.checked import Strict

SELF = "self"


class Learning(Strict):
    """What is fought by a learner, and how it learns from that: what runs, leagues and best responses have in common."""

    scenario: Annotated[str, Field(description="What is fought: names or files, with commas; levels if empty.")] = ""
    system: Annotated[
        str, Field(description="Rule systems, with commas: one network learns them all. If empty, that of what is fought.")
    ] = ""
    levels: Annotated[
        str, Field(description="What battles are drawn from: a scenario that draws, and numbers if not all: levels:0..999.")
    ] = "levels"
    stay: Annotated[int, Field(ge=1, le=100_000, description="Battles on a level before the next one is drawn.")] = 64
    opponent: Annotated[
        str, Field(description="Who plays against the learner: itself if self, else bots by name, with commas.")
    ] = SELF
    worth: Annotated[
        bool, Field(description="Let the network read what a tactician finds each order worth; without, nobody advises it.")
    ] = False
    steps: Annotated[float, Field(gt=0, le=1e11, description="Decisions of the learner to train for, like 20e6.")] = 10e6
    start: Annotated[str, Field(description="A network that it starts from: a name or a file; none if empty.")] = ""
    envs: Annotated[int, Field(ge=2, le=65536, description="Battles of each system that are fought at once.")] = 128
    horizon: Annotated[int, Field(ge=2, le=4096, description="Decisions in every battle between two updates.")] = 64
    batch: Annotated[int, Field(ge=2, description="Decisions in one step of the optimiser.")] = 512
    epochs: Annotated[int, Field(ge=1, le=100, description="How often an update goes over what was gathered.")] = 3
    rate: Annotated[float, Field(gt=0, le=1, description="Learning rate at first.")] = 7e-4
    fall: Annotated[float, Field(ge=0, le=1, description="What is left at the end of rate and entropy, as a share.")] = 0.1
    gamma: Annotated[float, Field(ge=0.9, lt=1, description="Discount. A battle has some 40 decisions of a side.")] = 0.998
    gae: Annotated[float, Field(ge=0, le=1, description="Lambda of generalised advantage estimation.")] = 0.9
    clip: Annotated[float, Field(gt=0, le=1, description="How far an update may move a probability (PPO).")] = 0.2
    entropy: Annotated[float, Field(ge=0, le=1, description="Weight of the entropy: how much trying out is worth.")] = 0.01
    shaping: Annotated[float, Field(ge=0, le=10, description="Weight of the potential; it is paid back at the end.")] = 0.5
    about: Annotated[str, Field(description="What the network's card says of it, for people; made up if empty.")] = ""
    seed: Annotated[int, Field(ge=0, lt=2**31, description="Of weights, battles and everything drawn.")] = 1
    threads: Annotated[int, Field(ge=1, le=256, description="Threads of the battles and of torch; 1 repeats itself.")] = 1
    every: Annotated[float, Field(gt=0, description="Seconds between two checkpoints.")] = 60.0

    def names(self, field: str) -> list[str]:
        """Return the names in a field that lists some with commas."""
        from fireteam.agents.bots import split_names  # not above: what the command line reads must not load the engine

        return [name for name in split_names(getattr(self, field)) if name]

    @property
    def gathers(self) -> bool:
        """Whether updates learn from what was gathered since the last one."""
        return True

    @model_validator(mode="after")
    def _fits(self) -> Any:
        gathered = self.envs * self.horizon
        if self.batch > gathered and self.gathers:
            raise ValueError(f"batch = {self.batch}: an update gathers envs x horizon = {gathered} decisions")
        return self


class Config(Learning):
    """A training run. `fireteam train --help` lists the fields; `config.json` in the folder of a run holds them all."""

    clone: Annotated[float, Field(ge=0, le=1e10, description="First decisions, in which it imitates a tactician.")] = 0
    playouts: Annotated[
        int,
        Field(ge=0, le=10_000, description="Playouts of each order of a decision, from which it learns; 0: by PPO instead."),
    ] = 0
    rounds: Annotated[
        int, Field(ge=1, le=1000, description="With playouts: how often the network is the next that plays orders on.")
    ] = 1
    sampled: Annotated[
        float, Field(gt=0, le=1, description="With playouts: the share of decisions in which orders are played on.")
    ] = 0.1
    explored: Annotated[
        float, Field(ge=0, le=1, description="With playouts: the share of decisions in which another order is tried.")
    ] = 0.25
    tests: Annotated[
        int, Field(ge=0, le=100_000, description="Battles in each system against a tactician at a test; 0 for no tests.")
    ] = 200
    test_every: Annotated[float, Field(gt=0, description="Seconds between two tests.")] = 600.0

    @property
    def gathers(self) -> bool:
        """Whether updates learn from what was gathered since the last one, not from playouts."""
        return not self.playouts
