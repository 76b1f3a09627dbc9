"""The network "slots-2" in torch, as stable-baselines3 trains it, and as the tensors of a policy file.

What it is made of stands in `fireteam/agents/policy/tensors.py`. Every slot goes through the same small network and keeps
its place afterwards, since actions are numbered by slot; the window keeps its places too: nothing is averaged away.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import FlattenExtractor
from torch import nn
from torch.nn import functional

from fireteam.agents.policy.tensors import (
    ADVICE,
    LAYERS,
    LOYALTY,
    N_SLOTS,
    aims,
    shape_of,
)
from fireteam.env.observe.actions import SLOTS
from fireteam.env.rules.systems import DEFAULT
from fireteam.env.seats.batch import ADVICE as ADVICE_UNIT

CONTEXT_OUT, SLOT_HIDDEN, SLOT_OUT, WINDOW_OUT, ADVICE_OUT = 64, 64, 32, 128, 16
POLICY_TRUNK, VALUE_TRUNK = (256, 256), (128, 128)
PARTS = ("weight", "bias")  # of a layer
NEVER = -1e9  # logit of what is not legal


class Judgement(NamedTuple):
    """What a network makes of a batch: log-probabilities (n, actions), their exponentials, and values (n,)."""

    logs: torch.Tensor
    chances: torch.Tensor
    values: torch.Tensor


class SlotNetwork(nn.Module):
    """The network: float32 (n, numbers of an observation + 2 * advisers) to logits (n, actions) and values (n,).

    Args:
        advisers: how many there are.
        trust: in the first adviser at the beginning, as a logit; three quarters of it in the others, and half of it more in
            those whom the unit has followed since its phase began: what is begun is mostly carried on.
        system: the rule system of the battles that it is for.
        state: numbers of the global state that come after an observation for the critic alone; 0 for none.
    """

    own: torch.Tensor
    aims: torch.Tensor

    def __init__(self, advisers: int, trust: float, system: str, state: int = 0) -> None:
        super().__init__()
        self.central = central_critic(state) if state else None
        shape = self.shape = shape_of(system)
        joined = CONTEXT_OUT + N_SLOTS * SLOT_OUT + WINDOW_OUT + advisers * (ADVICE_OUT + 1)
        widths = {
            "context.0": (shape.context, CONTEXT_OUT),
            "slots.0": (shape.slot + 1 + CONTEXT_OUT, SLOT_HIDDEN),
            "slots.2": (SLOT_HIDDEN, SLOT_OUT),
            "window.0": (shape.window, WINDOW_OUT),
            "policy.0": (joined, POLICY_TRUNK[0]),
            "policy.2": POLICY_TRUNK,
            "policy.4": (POLICY_TRUNK[1], shape.actions + advisers),
            "targets": (SLOT_OUT, len(shape.aimed)),
            "value.0": (joined, VALUE_TRUNK[0]),
            "value.2": VALUE_TRUNK,
            "value.4": (VALUE_TRUNK[1], 1),
        }
        made = {name.replace(".", "_"): nn.Linear(*widths[name]) for name in LAYERS}
        gains = {"policy_4": 0.01, "targets": 0.01, "value_4": 1.0}
        for name, layer in made.items():
            nn.init.orthogonal_(layer.weight, gains.get(name, 2**0.5))
            nn.init.zeros_(layer.bias)
        self.layers = nn.ModuleDict(made)
        self.advisers = advisers
        if advisers:
            self.advice = nn.Embedding(advisers * shape.actions, ADVICE_OUT)
            with torch.no_grad():
                made["policy_4"].bias[shape.actions :] = 0.75 * trust
                made["policy_4"].bias[shape.actions] = trust
            self.loyalty = nn.Linear(advisers, advisers, bias=False)
            with torch.no_grad():
                self.loyalty.weight.copy_(0.5 * trust * torch.eye(advisers))
        own = torch.zeros(N_SLOTS, 1)
        own[:SLOTS] = 1.0
        self.register_buffer("own", own)
        # As a product with ones and zeros: several times as fast as by index, above all backwards.
        places = functional.one_hot(torch.from_numpy(aims(shape)), N_SLOTS * len(shape.aimed) + 1)
        self.register_buffer("aims", places[:, :-1].float())

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return (logits, values) of a batch."""
        count, shape = len(observations), self.shape
        context = self._layer("context.0", observations[:, : shape.context])
        slots = observations[:, shape.context : shape.before_window].reshape(count, N_SLOTS, shape.slot)
        first = self.layer("slots.0")
        # The context is the same for all slots of a decision: its part of the product is taken once.
        wide = functional.linear(
            torch.cat([slots, self.own.expand(count, N_SLOTS, 1)], 2), first.weight[:, : shape.slot + 1]
        )
        slots = torch.relu(wide + functional.linear(context, first.weight[:, shape.slot + 1 :], first.bias)[:, None])
        slots = self._layer("slots.2", slots)
        window = self._layer("window.0", observations[:, shape.before_window : shape.observation])
        parts = [context, slots.reshape(count, -1), window]
        if self.advisers:
            advice = (observations[:, shape.observation : shape.observation + self.advisers] * ADVICE_UNIT).round().long()
            followed = observations[:, shape.observation + self.advisers : shape.observation + 2 * self.advisers]
            table = advice + torch.arange(self.advisers, device=advice.device) * shape.actions
            parts += [self.advice(table).reshape(count, -1).to(slots.dtype), followed.to(slots.dtype)]
        joined = torch.cat(parts, 1)
        results = self.layer("policy.4")(self._layer("policy.2", self._layer("policy.0", joined))).float()
        at_slots = functional.linear(self.layer("targets")(slots).reshape(count, -1), self.aims)
        logits = results[:, : shape.actions] + at_slots
        if self.advisers:
            logits = logits.scatter_add(1, advice, results[:, shape.actions :] + self.loyalty(followed).float())
        values = self.layer("value.4")(self._layer("value.2", self._layer("value.0", joined)))
        state = observations[:, shape.observation + 2 * self.advisers :]
        if self.central is not None and state.shape[1]:  # cloning, and whoever plays, has none
            values = values + self.central(state)
        return logits, values.float()[:, 0]

    def layer(self, name: str) -> nn.Linear:
        """Return a layer by its name in a policy file."""
        found = self.layers[name.replace(".", "_")]
        assert isinstance(found, nn.Linear)
        return found

    def _layer(self, name: str, inputs: torch.Tensor) -> torch.Tensor:
        results: torch.Tensor = torch.relu(self.layer(name)(inputs))
        return results


def central_critic(state: int) -> nn.Sequential:
    """Return what a critic adds to a unit's own value after a look at the global state; nothing at first.

    It is part of no policy file: whoever plays by one sees no such state.
    """
    layers = [nn.Linear(state, VALUE_TRUNK[0]), nn.Linear(*VALUE_TRUNK), nn.Linear(VALUE_TRUNK[1], 1)]
    for layer, gain in zip(layers, (2**0.5, 2**0.5, 0.0), strict=True):
        nn.init.orthogonal_(layer.weight, gain)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


class SlotPolicy(MaskableActorCriticPolicy):
    """The network as MaskablePPO asks for it.

    Masked probabilities are taken here rather than by the distributions of sb3-contrib, which take them three times over.

    Args:
        advisers, trust, system, state: see `SlotNetwork`.
        half: multiply in bfloat16, several times as fast on processors that have it; weights stay float32.
    """

    def __init__(
        self,
        *args: Any,
        advisers: int = 0,
        trust: float = 0.0,
        half: bool = False,
        system: str = DEFAULT,
        state: int = 0,
        **options: Any,
    ) -> None:
        self._advisers, self._trust, self._half, self._system, self._state = advisers, trust, half, system, state
        super().__init__(*args, **(options | {"net_arch": [], "features_extractor_class": FlattenExtractor}))

    def _build(self, lr_schedule: Any) -> None:
        self.network = SlotNetwork(self._advisers, self._trust, self._system, self._state)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        data = super()._get_constructor_parameters()
        return data | policy_options(self._advisers, self._trust, self._half, self._system, self._state)

    def judge(self, observations: torch.Tensor, masks: Any = None) -> Judgement:
        """Return what the network makes of a batch; masks as booleans or numbers, (n, actions)."""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self._half):
            logits, values = self.network(observations)
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
        """Return values (n, 1), log-probabilities and entropies."""
        judged = self.judge(obs, action_masks)
        taken = judged.logs.gather(1, actions.reshape(-1, 1))[:, 0]
        return judged.values[:, None], taken, -(judged.logs.clamp(min=-1e4) * judged.chances).sum(1)

    def _predict(self, observation: Any, deterministic: bool = False, action_masks: Any = None) -> torch.Tensor:
        return self(observation, deterministic, action_masks)[0]

    def predict_values(self, obs: Any) -> torch.Tensor:
        """Return values, (n, 1)."""
        return self.judge(obs).values[:, None]


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
    advisers: int = 0, trust: float = 0.0, half: bool = False, system: str = DEFAULT, state: int = 0
) -> dict[str, Any]:
    """Return what stable-baselines3 hands to `SlotPolicy`."""
    return {"advisers": advisers, "trust": trust, "half": half, "system": system, "state": state}
