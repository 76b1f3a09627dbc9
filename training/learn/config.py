"""The configuration of a training run: one record, every field explained; the command line is made from it."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from fireteam.env.scenario.checked import Strict


class Config(Strict):
    """A training run. `fireteam train --help` lists the fields; `config.json` in the folder of a run holds them all."""

    scenario: Annotated[str, Field(description="What is fought: names or files, with commas.")] = "yard"
    system: Annotated[str, Field(description="A rule system in place of the scenarios' own; theirs if empty.")] = ""
    variants: Annotated[int, Field(ge=1, le=1024, description="Battlefields of a scenario that draws them.")] = 64
    focus: Annotated[
        float, Field(ge=0, le=8, description="How much more is fought where the learner is weak; 0: all alike.")
    ] = 0.0
    opponent: Annotated[str, Field(description="Who plays against the learner: bots by name, with commas.")] = "tactician"
    side: Annotated[str, Field(description="The learner's team; random draws it for every battle.")] = "random"
    advisers: Annotated[
        str, Field(description="Doctrines that tell the learner what they would do, with commas; none if empty.")
    ] = ""
    trust: Annotated[float, Field(ge=0, le=20, description="In the first adviser, at first; the others have less.")] = 4.0
    steps: Annotated[float, Field(gt=0, le=1e11, description="Decisions of the learner to train for, like 20e6.")] = 20e6
    until: Annotated[
        float,
        Field(ge=0, lt=1, description="End as soon as surely more than this share of the last battles is won; 0: never."),
    ] = 0.0
    envs: Annotated[int, Field(ge=2, le=65536, description="Battles fought at once.")] = 256
    horizon: Annotated[int, Field(ge=2, le=4096, description="Decisions in every battle between two updates.")] = 128
    batch: Annotated[int, Field(ge=2, description="Decisions in one step of the optimiser.")] = 4096
    epochs: Annotated[int, Field(ge=1, le=100, description="How often an update goes over what was gathered.")] = 4
    rate: Annotated[float, Field(gt=0, le=1, description="Learning rate at first.")] = 3e-4
    fall: Annotated[float, Field(ge=0, le=1, description="What is left of the rate at the end, as a share of it.")] = 0.1
    gamma: Annotated[float, Field(ge=0.997, lt=1, description="Discount. A battle has some 80 decisions of a side.")] = 0.998
    gae: Annotated[float, Field(ge=0, le=1, description="Lambda of generalised advantage estimation.")] = 0.8
    credit: Annotated[
        Literal["team", "unit"],
        Field(description="Whose decisions an advantage looks along: those of the whole team, or of the unit alone (IPPO)."),
    ] = "team"
    critic: Annotated[
        Literal["own", "state"],
        Field(description="What the critic sees: what the unit sees, or `state()` besides, in training only (MAPPO)."),
    ] = "own"
    clip: Annotated[float, Field(gt=0, le=1, description="How far an update may move a probability (PPO).")] = 0.2
    entropy: Annotated[float, Field(ge=0, le=1, description="Weight of the entropy: how much trying out is worth.")] = 0.005
    target_kl: Annotated[float, Field(gt=0, le=1, description="An update ends early when the policy has moved so far.")] = (
        0.03
    )
    shaping: Annotated[float, Field(ge=0, le=10, description="Weight of the potential; it is paid back at the end.")] = 0.5
    clone: Annotated[float, Field(ge=0, le=1e10, description="Decisions of behaviour cloning before; 0 for none.")] = 0
    teacher: Annotated[
        str,
        Field(description="Doctrine that is cloned; best: of the advisers, the best in each scenario and on each side."),
    ] = "tactician"
    warmup: Annotated[
        float,
        Field(ge=0, le=1e10, description="First decisions, in which only the critic learns: cloning taught it nothing."),
    ] = 0
    hold: Annotated[
        float,
        Field(
            ge=0,
            le=10,
            description="What it costs to differ from what cloning, or `start`, has made of it; 0: nothing.",
        ),
    ] = 0
    start: Annotated[str, Field(description="Policy file whose weights it starts from; none if empty.")] = ""
    about: Annotated[str, Field(description="What the policy's card says of it, for people; made up if empty.")] = ""
    seed: Annotated[int, Field(ge=0, lt=2**31, description="Of weights, battles and everything drawn.")] = 1
    threads: Annotated[int, Field(ge=1, le=256, description="Threads of the battles and of torch; 1 repeats itself.")] = 1
    shards: Annotated[
        int,
        Field(ge=0, le=65536, description="Equal parts of the battles, gathered one by one; 0: one here, 16 with --ray."),
    ] = 0
    every: Annotated[float, Field(gt=0, description="Seconds between two checkpoints.")] = 60.0
    half: Annotated[bool, Field(description="Multiply in bfloat16 on processors that have it: faster.")] = False
    device: Annotated[Literal["cpu", "cuda", "auto"], Field(description="Where torch computes.")] = "cpu"

    def names(self, field: str) -> list[str]:
        """Return the names in a field that lists some with commas."""
        from fireteam.agents.bots import split_names  # not above: what the command line reads must not load the engine

        return [name for name in split_names(getattr(self, field)) if name]

    @model_validator(mode="after")
    def _fits(self) -> "Config":
        gathered = self.envs * self.horizon
        if self.batch > gathered:
            raise ValueError(f"batch = {self.batch}: an update gathers envs x horizon = {gathered} decisions")
        if self.hold and not self.entropy:
            raise ValueError("hold: is weighed beside the entropy, whose weight must be above 0")
        if self.shards and self.focus:
            raise ValueError("focus and shards: a shard does not know where the learner is weak: leave out one")
        if self.shards and self.envs % self.shards:
            raise ValueError(f"shards = {self.shards}: must divide envs = {self.envs}")
        return self
