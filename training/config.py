"""What a training run is made of: one record, every field explained; the command line is made from it."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from fireteam.env.checked import Strict


class Config(Strict):
    """A training run. `fireteam train --help` lists the fields; `config.json` in the folder of a run holds them all."""

    scenario: Annotated[str, Field(description="Scenario that is fought, by name or file.")] = "yard"
    opponent: Annotated[str, Field(description="Doctrine that plays against the learner.")] = "tactician"
    side: Annotated[str, Field(description="The learner's team; random draws it for every battle.")] = "random"
    steps: Annotated[float, Field(gt=0, le=1e11, description="Decisions of the learner to train for, like 20e6.")] = 20e6
    envs: Annotated[int, Field(ge=2, le=65536, description="Battles fought at once.")] = 256
    horizon: Annotated[int, Field(ge=2, le=4096, description="Decisions in every battle between two updates.")] = 128
    batch: Annotated[int, Field(ge=2, description="Decisions in one step of the optimiser.")] = 4096
    epochs: Annotated[int, Field(ge=1, le=100, description="How often an update goes over what was gathered.")] = 4
    rate: Annotated[float, Field(gt=0, le=1, description="Learning rate; it falls to a tenth.")] = 3e-4
    gamma: Annotated[float, Field(ge=0.997, lt=1, description="Discount. A battle has some 80 decisions of a side.")] = 0.998
    gae: Annotated[float, Field(ge=0, le=1, description="Lambda of generalised advantage estimation.")] = 0.95
    clip: Annotated[float, Field(gt=0, le=1, description="How far an update may move a probability (PPO).")] = 0.2
    entropy: Annotated[float, Field(ge=0, le=1, description="Weight of the entropy: how much trying out is worth.")] = 0.005
    target_kl: Annotated[float, Field(gt=0, le=1, description="An update ends early when the policy has moved so far.")] = (
        0.03
    )
    shaping: Annotated[float, Field(ge=0, le=10, description="Weight of the potential; it is paid back at the end.")] = 0.5
    clone: Annotated[float, Field(ge=0, le=1e10, description="Decisions of behaviour cloning before; 0 for none.")] = 0
    teacher: Annotated[str, Field(description="Doctrine that is cloned.")] = "tactician"
    start: Annotated[str, Field(description="Policy file whose weights it starts from; none if empty.")] = ""
    seed: Annotated[int, Field(ge=0, lt=2**31, description="Of weights, battles and everything drawn.")] = 1
    threads: Annotated[int, Field(ge=1, le=256, description="Threads of the battles and of torch; 1 repeats itself.")] = 1
    every: Annotated[float, Field(gt=0, description="Seconds between two checkpoints.")] = 60.0
    device: Annotated[Literal["cpu", "cuda", "auto"], Field(description="Where torch computes.")] = "cpu"

    @model_validator(mode="after")
    def _fits(self) -> "Config":
        gathered = self.envs * self.horizon
        if self.batch > gathered:
            raise ValueError(f"batch = {self.batch}: an update gathers envs x horizon = {gathered} decisions")
        return self
