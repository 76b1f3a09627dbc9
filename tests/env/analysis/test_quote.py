"""Odds in a battle in progress: against attacks simulated with other dice, and the battle left as it was."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from quoted import check_what_has_no_odds, decisions_quoted

from fireteam.env.analysis.odds import attack_odds, chance_of, quote_attack, quotes
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.observe.events import Event
from fireteam.systems.swan_song.odds.outcome import hit_chances, points_to_fell, uses_up_last_pool
from fireteam.systems.swan_song.odds.result import Odds
from tabletop import *

SETTLED = ("miss", "graze", "hit", "stopped_by_cover")
GUN = {"weapons": ["assault_rifle", "sword"], "attributes": {"agility": 5}, "skills": {"automatics": 4, "blades": 4}}
OTHER = {"weapons": ["sword"], "attributes": {"reaction": 4}, "skills": {"blades": 3, "acrobatics": 4, "unarmed": 3}}
OPEN_GROUND = "\n".join(["." * 40] * 5)


def facing_off(distance: int = 6, ground: str = OPEN_GROUND, **changes: Any) -> Battle:
    """Return a battle in which red_1 acts and blue_1 stands so many tiles off."""
    return table([unit((3, 2), **GUN)], [unit((3 + distance, 2), **(OTHER | changes))], ground=ground)


def simulated(battle: Battle, action: Action | str, reply: str, seed: int) -> tuple[bool, bool, int, bool]:
    """Return whether an attack hits or misses with other dice, the points suffered, and whether the target falls."""
    twin = battle.clone(reseed=seed)
    decision = battle.decision
    assert decision is not None
    events: list[Event] = twin.step(action)
    while not any(event.kind in SETTLED for event in events) and twin.decision is not None:
        words = [twin.words(choice) for choice in twin.legal()]
        wanted, reply = (reply, "pass") if twin.decision.kind == "defend" and reply in words else ("pass", reply)
        events += twin.step(wanted)
    first = next(number for number, event in enumerate(events) if event.kind in SETTLED)
    outcome = events[first]
    rest = events[first:]
    points = next((int(event.numbers["damage"] or 0) for event in rest if event.kind == "soaked"), 0)
    felt = next((int(event.numbers["damage"] or 0) for event in rest if event.kind == "location_hit"), points)
    falls = any(event.kind == "unconscious" and event.target == outcome.target for event in rest)
    hits = outcome.kind == "hit" and (outcome.numbers["net_hits"] or 0) != 0
    if outcome.kind == "stopped_by_cover":  # by what stands between: the dice say how well it was aimed
        attack, defense = (roll(events[:first], purpose).numbers["hits"] or 0 for purpose in ("attack", "defense"))
        hits = attack > defense
    return hits, outcome.kind == "miss", min(points, felt), falls


def check_against_simulation(
    battle: Battle, action: Action | str, odds: Odds, reply: str = "pass", rolls: int = 1200
) -> None:
    """Assert that hits, damage and falls come as often as the odds say, within five standard errors."""
    hits, misses, points, falls = np.array([simulated(battle, action, reply, seed) for seed in range(rolls)]).T
    for share, chance in ((hits.mean(), odds.hit), (misses.mean(), odds.miss), (falls.mean(), odds.down)):
        assert abs(share - chance) <= 5 * sqrt(chance * (1 - chance) / rolls) + 1e-9, (action, share, chance)
    assert abs(points.mean() - odds.expected) <= 5 * points.std() / sqrt(rolls) + 0.02, (
        action,
        points.mean(),
        odds.expected,
    )
    assert sum(odds.net.values()) == pytest.approx(1)
    assert sum(odds.points.values()) == pytest.approx(1)
    assert sum(odds.ways().values()) == pytest.approx(1)


def walled(battle: Battle) -> None:
    """Let the target take what cover there is."""
    battle.unit("blue_1")["covered"] = 1


def hurt(battle: Battle) -> None:
    """Hurt the target, its attacker and their aim."""
    battle.unit("blue_1")["flesh"] = 3
    battle.unit("blue_1")["wounds"] = -1
    battle.unit("red_1")["aim"], battle.unit("red_1")["aim_at"] = 2, 1


def unaware(battle: Battle) -> None:
    """Let the target not notice a thing."""
    battle.unit("blue_1")["engaged"] = 0
    battle.unit("blue_1")["facing"] = 2


def pushed(battle: Battle) -> None:
    """Let sixes of the attack be rolled again."""
    battle.unit("red_1")["push"] = 2


def unlimited(battle: Battle) -> None:
    """Lift the limit of the attack."""
    battle.unit("red_1")["push"] = 1


def last_stand(battle: Battle) -> None:
    """Put the target into a last stand: its pools are halved, and nothing fells it."""
    battle.unit("blue_1")["last_stand"] = 1


LOW_WALL = "\n".join("." * 40 if row != 2 else "......." + "o" + "." * 32 for row in range(5))
PARTITION = "\n".join("......." + "P" + "." * 32 for _ in range(5))


@pytest.mark.parametrize("state", [None, walled, hurt, unaware, pushed, unlimited, last_stand])
@pytest.mark.parametrize("action", ["shoot blue_1", "volley blue_1"])
def test_shots(state: Any, action: str) -> None:
    """Shots in the open, past cover, at the wounded and the unaware, with karma, at somebody in a last stand."""
    battle = facing_off(ground=LOW_WALL)
    if state:
        state(battle)
    odds = quote_attack(battle, action)
    assert odds is not None
    assert 0.02 < odds.hit < 1
    check_against_simulation(battle, action, odds)
    if state is last_stand:
        assert odds.down == 0


@pytest.mark.parametrize("reply", ["standard", "dodge", "parry", "block", "full_defense"])
def test_blows_and_their_answers(reply: str) -> None:
    """A blow quoted for each answer, and each answer to it quoted once it is on its way: one and the same."""
    battle = facing_off(1)
    play(battle, "switch sword")
    if reply == "block":
        battle.unit("blue_1")["hand"] = 4
    before = quote_attack(battle, "strike blue_1", reply)
    assert before is not None
    word = "pass" if reply == "standard" else reply
    check_against_simulation(battle, "strike blue_1", before, word)
    battle.step("strike blue_1")
    assert battle.decision is not None
    assert battle.decision.kind == "defend"
    after = quotes(battle)
    assert {battle.words(action) for action in after} >= {"pass", word}
    assert quote_attack(battle, word) == before


def test_a_better_defense_is_worth_something() -> None:
    """Who defends with more dice is hit less often: parry and full defense against none."""
    battle = facing_off(1)
    play(battle, "switch sword")
    battle.step("strike blue_1")
    chances = {battle.words(action): odds.hit for action, odds in quotes(battle).items()}
    assert chances["pass"] > chances["parry"] > 0
    assert chances["pass"] > chances["full_defense"] > 0


def test_interception() -> None:
    """Who may strike at somebody that moves is told the odds of each blow."""
    battle = table([unit((3, 2), **OTHER)], [unit((4, 2), **OTHER)])
    play(battle, "walk")
    battle.step("step west")
    assert battle.decision is not None
    assert battle.decision.kind == "intercept"
    found = quotes(battle)
    assert {battle.words(action) for action in found} == {"strike red_1", "punch red_1"}
    for action, odds in found.items():
        check_against_simulation(battle, action, odds, rolls=800)


def test_a_charge_is_quoted_for_its_blow() -> None:
    """The blow at the end of a charge has the dice and the damage of the charge."""
    battle = facing_off(5)
    play(battle, "switch sword")
    odds = quote_attack(battle, "charge blue_1")
    assert odds is not None
    assert "charging into melee" in [term.words for term in odds.attack]
    near = facing_off(1)
    play(near, "switch sword")
    calm = quote_attack(near, "strike blue_1")
    assert calm is not None
    assert odds.damage > calm.damage
    quietly(battle, "charge blue_1")
    while "strike blue_1" not in map(battle.words, battle.legal()):
        quietly(battle, "step east")
    assert quote_attack(battle, "strike blue_1") == odds


def test_a_called_shot_has_its_dice_and_its_bound() -> None:
    """A shot called at a hand does no more than a hand can take."""
    battle = facing_off()
    plain = quote_attack(battle, "shoot blue_1")
    play(battle, "call_shot hand")
    called = quote_attack(battle, "shoot blue_1")
    assert plain is not None
    assert called is not None
    assert called.hit < plain.hit
    assert max(called.points) == battle.field.catalog.locations["hand"].cap < max(plain.points)
    check_against_simulation(battle, "shoot blue_1", called)


def test_what_a_wall_takes() -> None:
    """A shot at somebody out of sight arrives with what the partition between lets through."""
    battle = facing_off(ground=PARTITION)
    assert battle.cover("blue_1", "red_1") == "total"
    blind = quote_attack(battle, "shoot blue_1")
    assert blind is not None
    assert "blind fire" in [term.words for term in blind.attack]
    check_against_simulation(battle, "shoot blue_1", blind)


def test_bought_dice_leave_nothing_to_chance() -> None:
    """Where dice are bought, the odds are the outcome."""
    for distance in (1, 4, 12):
        battle = table([unit((3, 2), **GUN)], [unit((3 + distance, 2), **OTHER)], dice=[6, 1], options={"dice": "bought"})
        while battle.decision and battle.decision.unit != "red_1":
            battle.step("end")
        odds = quote_attack(battle, "volley blue_1")
        assert odds is not None
        hits, misses, points, falls = simulated(battle, "volley blue_1", "pass", 1)
        assert (odds.hit, odds.miss, odds.down) == (hits, misses, falls)
        assert odds.expected == pytest.approx(points)


def test_battle_and_log_are_left_alone() -> None:
    """Whole battles with everything quoted on the way: not a byte changes, and the odds know nothing of the dice."""
    assert min(decisions_quoted("swan_song")) > 8


def test_what_has_no_odds() -> None:
    """Actions that are no attacks have none; what is not open, or no reply, is refused."""
    check_what_has_no_odds(facing_off(), "swan_song", "walk", "end")


def test_the_table_and_the_battle_agree() -> None:
    """Two fresh units in a battle have the odds that `attack_odds` gives for their templates."""
    battle = table(
        [{"template": "soldier", "at": [2, 2], "weapons": ["assault_rifle"]}],
        [{"template": "soldier", "at": [12, 2]}],
        dice=[6, 1, 1, 1],
    )
    live, fresh = quote_attack(battle, "shoot blue_1"), attack_odds("soldier", "soldier", weapon="assault_rifle", metres=10)
    assert live is not None
    for key in ("attack", "defense", "limit", "damage", "armor", "soak"):
        assert getattr(live, key) == getattr(fresh, key), key
    for key in ("hit", "graze", "miss", "expected", "down"):
        assert getattr(live, key) == pytest.approx(getattr(fresh, key)), key


def test_hits_of_a_pool() -> None:
    """The chances of a pool's hits: cut at the limit, and with sixes rolled again."""
    assert hit_chances(2).tolist()[:3] == pytest.approx([4 / 9, 4 / 9, 1 / 9])
    assert hit_chances(2, 1).tolist()[:3] == pytest.approx([4 / 9, 5 / 9, 0])
    assert hit_chances(-3).tolist()[0] == 1
    exploding = hit_chances(1, None, True)
    assert exploding[:3].tolist() == pytest.approx([2 / 3, 1 / 6 + 1 / 6 * 2 / 3, (1 / 6) ** 2 + (1 / 6) ** 2 * 2 / 3])
    assert exploding.sum() == pytest.approx(1)
    assert (hit_chances(6, None, True) * np.arange(41)).sum() == pytest.approx(6 * 0.4)


@pytest.mark.parametrize(
    ("pools", "shares", "flesh", "points"),
    [
        ([0, 0, 10], [100, 100, 100], True, 10),
        ([2, 3, 10], [100, 100, 100], True, 15),
        ([0, 0, 10], [100, 100, 150], True, 7),
        ([0, 0, 3], [100, 100, 50], True, 5),
        ([4, 0, 1], [200, 100, 100], True, 3),
        ([0, 6, 0], [100, 50, 100], False, 11),
        ([3, 0, 1], [50, 100, 100], True, 7),
        ([2, 3, 1], [150, 50, 100], True, 8),
    ],
)
def test_points_that_empty_pools(pools: list[int], shares: list[int], flesh: bool, points: int) -> None:
    """Damage goes from pool to pool, each with its share, a part of a point as a whole one."""
    assert next(number for number in range(99) if uses_up_last_pool(number, pools, shares, 99, flesh)) == points


def test_points_that_fell() -> None:
    """Present health counts, not the sheet's; in a last stand nothing fells."""
    battle = table([unit((2, 2), weapons=["stun_baton"])], [target((3, 2))])
    weapons = list(battle.field.catalog.weapons)
    victim = battle.unit("blue_1")
    rifle, baton = weapons.index("assault_rifle"), weapons.index("stun_baton")
    assert points_to_fell(battle, 1, rifle) == victim["flesh"]
    victim["flesh"] = 4
    assert points_to_fell(battle, 1, rifle) == 4
    threshold = int(battle.field.arena[0]["sheets"][1]["strain"])
    victim["strain"] = threshold - 2
    assert points_to_fell(battle, 1, baton) == 2
    victim["last_stand"] = 1
    assert points_to_fell(battle, 1, rifle) is None


@pytest.mark.parametrize("hidden", [False, True])
def test_a_replay_tells_no_chance_of_blind_fire(hidden: bool) -> None:
    """A wall may have stopped the shot, which its dice do not tell; of the same shot in the open the chance is told."""
    ground = PARTITION if hidden else "\n".join(["." * 40] * 5)
    battle = table([unit((2, 2), skills={"pistols": 9})], [target((12, 2))], ground, legend={"P": "partition"})
    quoted = quote_attack(battle, "shoot blue_1")
    events = quietly(battle, "shoot blue_1")
    [attack] = [event for event in events if event.kind == "attack"]
    assert any(term.words == "blind fire" for term in roll(events, "attack").terms) == hidden
    assert chance_of(battle.field, attack, events) == (None if hidden else pytest.approx(quoted.hit))


@pytest.mark.rule("SS-R3", "SS-R4")
@pytest.mark.parametrize(("armour", "armor", "soak"), [([], 0, 1), (["combat_armor"], 6, 7), (["hardshell"], 8, 9)])
def test_armor_and_soak_that_are_quoted(armour: list[str], armor: int, soak: int) -> None:
    """A rifle of penetration 2 leaves of combat armor's 8 an armor of 6, and soak is that and half of Body 3."""
    odds = quote_attack(facing_off(armour=armour, attributes={"body": 3}), "shoot blue_1")
    assert (odds.armor, odds.soak) == (armor, soak)
