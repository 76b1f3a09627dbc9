"""Odds are exact: a convolution of the same pools that the engine throws. Thousands of throws come near them."""

from fireteam.env.analysis.odds import quote_attack
from fireteam.env.battle import Battle
from fireteam.env.scenario.models import Scenario

SOLDIER = {"template": "soldier", "orders": {"defend": "never"}}
RANGE = Scenario.model_validate({
    "title": "the range",
    "map": {"title": "a strip of ground", "ground": "\n".join(["." * 16] * 3)},
    "teams": [
        {"name": "red", "units": [SOLDIER | {"at": [1, 1], "facing": "east"}]},
        {"name": "blue", "units": [SOLDIER | {"at": [12, 1], "facing": "west"}]},
    ],
})  # fmt: skip

battle = Battle(RANGE, seed=3)
while battle.decision.unit != "red_1":
    battle.step("end")
exact = quote_attack(battle, "shoot blue_1")
print("exact: ", {way: f"{chance:.1%}" for way, chance in exact.ways().items()})

THROWS = 2000
counted = dict.fromkeys(exact.ways(), 0)
for seed in range(THROWS):
    kinds = {event.kind for event in battle.clone(reseed=seed).step("shoot blue_1")}
    counted[next(way for way in counted if way in kinds)] += 1
print("thrown:", {way: f"{count / THROWS:.1%}" for way, count in counted.items()})
