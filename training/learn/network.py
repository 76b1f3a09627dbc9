"""The network "slots-3" in torch, as stable-baselines3 trains it, and as the tensors of a policy file.

Its parts are listed in `fireteam/agents/policy/tensors.py`. Every slot goes through the same small network; the others
of a side are pooled, and each is a target by its own features: so the weights work for any number of units.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import FlattenExtractor
from torch import nn
from torch.nn import functional

from fireteam.agents.policy.tensors import (
    ADVICE,
    CROWD,
    LAYERS,
    LOYALTY,
    POOLS,
    Shape,
    kinds_of,
    shape_of,
)
from fireteam.env.observe.actions import SLOTS, layout
from fireteam.env.rules.systems import DEFAULT
from fireteam.env.rules.verbs import ENEMY, FRIEND
from fireteam.env.seats.batch import ADVICE as ADVICE_UNIT

CONTEXT_OUT, SLOT_HIDDEN, SLOT_OUT, WINDOW_OUT, ADVICE_OUT, AIM_HIDDEN = 64, 64, 32, 64, 8, 32
POLICY_TRUNK, VALUE_TRUNK = (128, 128), (64, 64)
PARTS = ("weight", "bias")  # of a layer
NEVER = -1e9  # logit of what is not legal


class Run(NamedTuple):
    """Action numbers that follow each other: of verbs at no slot, `kinds` of them, or of one verb at each slot of a side."""

    kinds: int
    side: int  # FRIEND or ENEMY, 0 for no slot


def runs_of(shape: Shape) -> list[Run]:
    """Return the runs of consecutive action numbers that make up a shape, in their order."""
    runs: list[Run] = []
    row = layout(shape.own, shape.others, shape.system)[0]
    for kind in range(shape.kinds):
        verb = int(row["verb"][np.flatnonzero(kinds_of(shape) == kind)[0]])
        if verb in shape.aimed:
            runs.append(Run(1, int(row["domain"][verb])))
        elif runs and not runs[-1].side:
            runs[-1] = Run(runs[-1].kinds + 1, 0)
        else:
            runs.append(Run(1, 0))
    return runs


class Judgement(NamedTuple):
    """The output of a network for a batch: log-probabilities (n, actions), their exponentials, and values (n,)."""

    logs: torch.Tensor
    chances: torch.Tensor
    values: torch.Tensor


class SlotNetwork(nn.Module):
    """The network: float32 (n, numbers of an observation + 2 * advisers) to logits (n, actions) and values (n,).

    Args:
        advisers: the number of advisers.
        trust: the initial trust in the first adviser, as a logit; three quarters of it in the others, and half of it more in
            those that the unit has followed since its phase began: an action that was begun is mostly continued.
        system: the rule system of the battles that it is for.
        slots: how many (own, others) there are in its observations; its weights do not depend on that.
        state: numbers of the global state that come after an observation for the critic alone; 0 for none.
    """

    kinds: torch.Tensor
    sides: torch.Tensor

    def __init__(
        self, advisers: int, trust: float, system: str, slots: tuple[int, int] = (SLOTS, SLOTS), state: int = 0
    ) -> None:
        super().__init__()
        self.central = central_critic(state) if state else None
        shape = self.shape = shape_of(system, *slots)
        joined = CONTEXT_OUT + POOLS * SLOT_OUT + WINDOW_OUT + advisers * (ADVICE_OUT + 1)
        widths = {
            "context.0": (shape.context, CONTEXT_OUT),
            "slots.0": (shape.slot + 1 + CONTEXT_OUT, SLOT_HIDDEN),
            "slots.2": (SLOT_HIDDEN, SLOT_OUT),
            "window.0": (shape.window, WINDOW_OUT),
            "policy.0": (joined, POLICY_TRUNK[0]),
            "policy.2": POLICY_TRUNK,
            "policy.4": (POLICY_TRUNK[1], shape.kinds + advisers),
            "targets.0": (SLOT_OUT + POLICY_TRUNK[1], AIM_HIDDEN),
            "targets.2": (AIM_HIDDEN, len(shape.aimed)),
            "value.0": (joined, VALUE_TRUNK[0]),
            "value.2": VALUE_TRUNK,
            "value.4": (VALUE_TRUNK[1], 1),
        }
        made = {name.replace(".", "_"): nn.Linear(*widths[name]) for name in LAYERS}
        gains = {"policy_4": 0.01, "targets_2": 0.01, "value_4": 1.0}
        for name, layer in made.items():
            nn.init.orthogonal_(layer.weight, gains.get(name, 2**0.5))
            nn.init.zeros_(layer.bias)
        self.layers = nn.ModuleDict(made)
        self.advisers = advisers
        if advisers:
            self.advice = nn.Embedding(advisers * shape.kinds, ADVICE_OUT)
            with torch.no_grad():
                made["policy_4"].bias[shape.kinds :] = 0.75 * trust
                made["policy_4"].bias[shape.kinds] = trust
            self.loyalty = nn.Linear(advisers, advisers, bias=False)
            with torch.no_grad():
                self.loyalty.weight.copy_(0.5 * trust * torch.eye(advisers))
        self.register_buffer("kinds", torch.from_numpy(kinds_of(shape)), persistent=False)
        self.runs = runs_of(shape)
        sides = torch.tensor(layout(system=shape.system)[0]["domain"][list(shape.aimed)].astype(np.int64))
        self.register_buffer("sides", sides, persistent=False)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return (logits, values) of a batch."""
        shape, own = self.shape, self.shape.own
        # Slices are taken by `split`: what is cut out of a tensor in other ways costs a tensor of its size going backwards.
        sides = [own, shape.others]
        numbers = observations[:, : shape.observation]
        if torch.is_autocast_enabled(observations.device.type):  # once: mixed types are slow
            numbers = numbers.to(torch.get_autocast_dtype(observations.device.type))
        context = self._layer("context.0", numbers[:, : shape.context])
        units = functional.pad(numbers[:, shape.context : shape.before_window].reshape(-1, shape.slots, shape.slot), (0, 1))
        units[:, :own, -1] = 1.0
        # The context is the same for all slots of a decision: its part of the product is taken once.
        slots = self._layer("slots.2", self._beside("slots.0", units, context))
        up, fallen = (units[:, :, place] for place in shape.present)
        present = up + fallen
        crowds = [functional.pad(present[:, :own] / CROWD, (0, shape.others))]
        crowds += [functional.pad(present[:, own:] / CROWD, (own, 0)), *(units[:, :, mark] for mark in shape.marked)]
        pooled = torch.bmm(torch.stack(crowds, 1).to(slots.dtype), slots).flatten(1)
        largest = [some.amax(1) for some in (slots * present[:, :, None].to(slots.dtype)).split(sides, 1)]
        parts = [context, pooled, *largest, self._layer("window.0", numbers[:, shape.before_window :])]
        if self.advisers:
            advice = (observations[:, shape.observation : shape.observation + self.advisers] * ADVICE_UNIT).round().long()
            followed = observations[:, shape.observation + self.advisers : shape.observation + 2 * self.advisers]
            table = self.kinds[advice] + torch.arange(self.advisers, device=advice.device) * shape.kinds
            parts += [self.advice(table).flatten(1).to(slots.dtype), followed.to(slots.dtype)]
        joined = torch.cat(parts, 1)
        trunk = self._layer("policy.2", self._layer("policy.0", joined))
        results = self.layer("policy.4")(trunk).float()
        logits = self._numbered(results, *self._beside("targets.0", slots, trunk).split(sides, 1))
        if self.advisers:
            logits = logits.scatter_add(1, advice, results[:, shape.kinds :] + self.loyalty(followed).float())
        values = self.layer("value.4")(self._layer("value.2", self._layer("value.0", joined)))
        state = observations[:, shape.observation + 2 * self.advisers :]
        if self.central is not None and state.shape[1]:  # cloning, and whoever plays, has none
            values = values + self.central(state)
        return logits, values.float()[:, 0]

    def _beside(self, name: str, slots: torch.Tensor, same: torch.Tensor) -> torch.Tensor:
        """Return the results of a layer with each slot's inputs, (n, slots, numbers), and the `same` inputs for all."""
        weight, bias = self.layer(name).weight, self.layer(name).bias
        each, rest = weight.split([slots.shape[2], same.shape[1]], 1)
        return torch.relu(functional.linear(slots, each) + functional.linear(same, rest, bias)[:, None])

    def _numbered(self, results: torch.Tensor, friends: torch.Tensor, enemies: torch.Tensor) -> torch.Tensor:
        """Return logits by action number.

        The numbers of a verb follow each other: whole runs are put together, several times as fast as one by one.

        Args:
            results: by kind, (n, kinds and trust in the advisers).
            friends, enemies: the inputs of "targets.2", (n, slots, numbers).
        """
        layer, parts = self.layer("targets.2"), []
        verbs = {}
        for side, slots in ((FRIEND, friends), (ENEMY, enemies)):
            rows = self.sides == side
            verbs[side] = iter(functional.linear(slots, layer.weight[rows], layer.bias[rows]).unbind(2))
        kinds = results.split([run.kinds for run in self.runs] + [results.shape[1] - self.shape.kinds], 1)
        for run, kind in zip(self.runs, kinds, strict=False):
            parts.append(kind + next(verbs[run.side]) if run.side else kind)
        return torch.cat(parts, 1)

    def layer(self, name: str) -> nn.Linear:
        """Return a layer by its name in a policy file."""
        found = self.layers[name.replace(".", "_")]
        assert isinstance(found, nn.Linear)
        return found

    def _layer(self, name: str, inputs: torch.Tensor) -> torch.Tensor:
        results: torch.Tensor = torch.relu(self.layer(name)(inputs))
        return results


def central_critic(state: int) -> nn.Sequential:
    """Return the term that a critic adds to a unit's own value from the global state; zero at first.

    It is not part of a policy file: a policy at play sees no such state.
    """
    layers = [nn.Linear(state, VALUE_TRUNK[0]), nn.Linear(*VALUE_TRUNK), nn.Linear(VALUE_TRUNK[1], 1)]
    for layer, gain in zip(layers, (2**0.5, 2**0.5, 0.0), strict=True):
        nn.init.orthogonal_(layer.weight, gain)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


class SlotPolicy(MaskableActorCriticPolicy):
    """The network as MaskablePPO asks for it.

    Masked probabilities are computed here rather than by the distributions of sb3-contrib, which compute them three times.

    Args:
        advisers, trust, system, state: see `SlotNetwork`.
        half: multiply in bfloat16 where the device has it, several times as fast; weights stay float32.
        slots: how many (own, others) there are in the observations.
        hold: the cost of differing from the `reference`, in units of the entropy.
    """

    def __init__(
        self,
        *args: Any,
        advisers: int = 0,
        trust: float = 0.0,
        half: bool = False,
        system: str = DEFAULT,
        slots: tuple[int, int] = (SLOTS, SLOTS),
        state: int = 0,
        hold: float = 0.0,
        **options: Any,
    ) -> None:
        self._made_of = policy_options(advisers, trust, half, system, slots, state, hold)
        self._half, self._hold = half, hold
        super().__init__(*args, **(options | {"net_arch": [], "features_extractor_class": FlattenExtractor}))

    def _build(self, lr_schedule: Any) -> None:
        options = {key: value for key, value in self._made_of.items() if key not in ("half", "hold")}
        self.network = SlotNetwork(**options)
        self.optimizer = self.optimizer_class(self.network.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
        if self._hold:
            self.reference = SlotNetwork(**options).requires_grad_(False)  # kept in checkpoints beside the network

    def _get_constructor_parameters(self) -> dict[str, Any]:
        data = super()._get_constructor_parameters()
        return data | self._made_of

    def take_reference(self) -> None:
        """Make the present network the reference that `hold` keeps the policy near; only if `hold` is used."""
        if self._hold:
            self.reference.load_state_dict(self.network.state_dict())

    def judge(self, observations: torch.Tensor, masks: Any = None, network: SlotNetwork | None = None) -> Judgement:
        """Return the outputs of this network, or another one, for a batch; masks as booleans or numbers, (n, actions)."""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._half and halves(self.device.type)):
            logits, values = (network or self.network)(observations)
        if masks is not None:
            legal = torch.as_tensor(masks, device=logits.device).reshape(logits.shape) > 0
            logits = torch.where(legal, logits, torch.full_like(logits, NEVER))
        logs = torch.log_softmax(logits, 1)
        return Judgement(logs, torch.softmax(logits, 1), values)  # faster than the exponentials of the former

    def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> Any:
        """Return actions, values (n, 1) and log-probabilities."""
        judged = self.judge(obs, action_masks)
        actions = judged.logs.argmax(1) if deterministic else drawn(judged.chances)
        return actions, judged.values[:, None], judged.logs.gather(1, actions[:, None])[:, 0]

    def evaluate_actions(self, obs: Any, actions: torch.Tensor, action_masks: Any = None) -> Any:
        """Return values (n, 1), log-probabilities, and entropies less the cost of differing from the reference.

        The cost is the divergence of the policy from its reference (Schmitt et al., "Kickstarting deep reinforcement
        learning", 2018). It is taken off the entropies, because the loss of PPO has a term for those and none for the cost.
        """
        judged = self.judge(obs, action_masks)
        taken = judged.logs.gather(1, actions.reshape(-1, 1))[:, 0]
        logs = judged.logs.clamp(min=-1e4)
        entropies = -(logs * judged.chances).sum(1)
        if self._hold:
            with torch.no_grad():
                held = self.judge(obs, action_masks, self.reference)
            entropies = entropies - self._hold * (held.chances * (held.logs.clamp(min=-1e4) - logs)).sum(1)
        return judged.values[:, None], taken, entropies

    def _predict(self, observation: Any, deterministic: bool = False, action_masks: Any = None) -> torch.Tensor:
        taken: torch.Tensor = self(observation, deterministic, action_masks)[0]
        return taken

    def predict_values(self, obs: Any) -> torch.Tensor:
        """Return values, (n, 1)."""
        return self.judge(obs).values[:, None]


@cache
def halves(device: str) -> bool:
    """Return whether a type of device multiplies in bfloat16; processors that only imitate it are far slower with it."""
    if device != "cpu":
        return True
    known: Mapping[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()  # not in older versions of torch
    older = getattr(torch.cpu, "_is_avx512_bf16_supported", bool)
    return any(known.get(name) for name in ("avx512_bf16", "amx_bf16", "bf16")) or bool(older())


def drawn(chances: torch.Tensor) -> torch.Tensor:
    """Return actions drawn by their probabilities, with one random number each: faster than torch.multinomial."""
    sums = chances.cumsum(1)
    places = torch.rand(len(chances), 1, device=chances.device) * sums[:, -1:]
    return torch.searchsorted(sums, places, right=True)[:, 0].clamp(max=chances.shape[1] - 1)


def tensors_of(policy: SlotPolicy) -> dict[str, np.ndarray]:
    """Return the weights of a policy by the names of a policy file, float32."""
    return {name: tensor.detach().cpu().numpy().astype(np.float32) for name, tensor in named(policy.network).items()}


def put_tensors(policy: SlotPolicy, tensors: Mapping[str, np.ndarray]) -> None:
    """Put the weights of a policy file into a policy that is to be trained on."""
    with torch.no_grad():
        for name, tensor in named(policy.network).items():
            tensor.copy_(torch.from_numpy(np.array(tensors[name])))


def named(network: SlotNetwork) -> dict[str, torch.Tensor]:
    """Return the tensors of a network by their names in a policy file."""
    found = {f"{name}.{part}": getattr(network.layer(name), part) for name in LAYERS for part in PARTS}
    return found | ({ADVICE: network.advice.weight, LOYALTY: network.loyalty.weight} if network.advisers else {})


def policy_options(
    advisers: int = 0,
    trust: float = 0.0,
    half: bool = False,
    system: str = DEFAULT,
    slots: tuple[int, int] = (SLOTS, SLOTS),
    state: int = 0,
    hold: float = 0.0,
) -> dict[str, Any]:
    """Return the options that stable-baselines3 hands to `SlotPolicy`."""
    options = {"advisers": advisers, "trust": trust, "half": half, "system": system, "slots": slots, "state": state}
    return options | {"hold": hold}
