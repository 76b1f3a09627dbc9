"""LD-G1: holding: the roll against it, who is held, who holds, and shields."""

import pytest
from ladderholds import held, holding, wrestlers
from laddertable import *

YARD = "\n".join(["......"] * 4)


@pytest.mark.rule("LD-G1")
@pytest.mark.parametrize(
    ("attack", "defense", "holds"), [(1, 0, True), (0, 0, False), (2, 1, True), (2, 2, False), (3, 4, False)]
)
def test_a_grapple_is_an_attack_that_is_opposed(attack: int, defense: int, holds: bool) -> None:
    """An Unarmed attack opposed by a check: positive, and the target is held."""
    battle = wrestlers()
    events = turn(battle, {"red_1": "grapple blue_1"}, attack, defense)
    assert rolls(events) == [("red_1", "grapple", attack), ("blue_1", "resistance", defense)]
    assert held(battle) == (holds, False)


@pytest.mark.rule("LD-G1")
@pytest.mark.parametrize(
    ("skills", "uses"),
    [({"physique": 2, "unarmed": 1}, {"Physique": 2}), ({"physique": 1, "unarmed": 3, "melee": 4}, {"Unarmed": 3})],
)
def test_the_defender_uses_the_better_of_physique_and_unarmed(skills: dict[str, int], uses: dict[str, int]) -> None:
    """Defender's choice."""
    events = turn(wrestlers({"skills": {"unarmed": 2, "melee": 4}}, {"skills": skills}), {"red_1": "grapple blue_1"}, 0, 0)
    assert made_of(roll(events, "grapple")) == {"Unarmed": 2}
    assert made_of(roll(events, "resistance")) == uses


@pytest.mark.rule("LD-G1", "LD-A1")
def test_resisting_is_free() -> None:
    """It does not use the target's action: blue has declared two, and still has a roll, without a penalty."""
    battle = wrestlers()
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "punch red_1, punch red_1"}, 1, 1, 2, 3)
    assert rolls(events)[:2] == [("red_1", "grapple", 1), ("blue_1", "resistance", 1)]
    assert made_of(roll(events, "resistance")) == {}
    assert [result for _, purpose, result in rolls(events) if purpose == "attack"] == [0, 1]


@pytest.mark.rule("LD-G1", "LD-A1")
def test_several_actions_count_for_who_grapples() -> None:
    """A grapple and a blow: -2 on the grapple."""
    events = turn(wrestlers(), {"red_1": "grapple blue_1, punch blue_1"}, 3, 0, 0)
    assert made_of(roll(events, "grapple")) == {"several actions": -2}


@pytest.mark.rule("LD-D2", "LD-G1")
def test_a_grapple_is_an_attack_with_criticals() -> None:
    """Four pluses are 5, four minuses hold nobody, whatever the ranks."""
    battle = wrestlers({"skills": {"unarmed": 4}})
    assert only(turn(battle, {"red_1": "grapple blue_1"}, 4, 0), "grappled").numbers["net_hits"] == 5
    battle = wrestlers(catalog={"numbers": {"ranks": [-1, 0, 1, 2, 3, 8]}}, red={"skills": {"unarmed": 4}})
    turn(battle, {"red_1": "grapple blue_1"}, -4, 0)
    assert held(battle) == (False, False)


@pytest.mark.rule("LD-G1")
@pytest.mark.parametrize("said", ["walk", "dodge_attacks red_2", "reload", "switch knife", "feint red_1", "shoot red_2"])
def test_who_comes_to_be_held_can_do_nothing_but_harm_or_break_free(said: str) -> None:
    """What blue has declared before it was grappled lapses, but for harm to its holder: it evades nobody."""
    battle = wrestlers(blue={"weapons": ["heavy_pistol", "knife"]})
    battle.unit("blue_1")["held"][0]["ammo"] = 5
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": said}, 1, 0, *([0, 0] if "feint" in said else []))
    if "dodge" not in said and "feint" not in said:
        assert lapsed(events) == [("blue_1", said.split()[0])]
    assert not {"walk", "step", "evasion", "reload", "switch", "attack"} & set(kinds_of(events))


@pytest.mark.rule("LD-G1")
def test_the_held_may_harm_the_holder() -> None:
    """Blue strikes at red, with what it has in hand and with its fist, and shoots at it; at nobody else."""
    battle = holding(blue={"weapons": ["knife"]})
    turn(battle, {}, until="blue_1")
    assert choices(battle) == {"end", "break_free", "strike red_1", "punch red_1"}
    events = turn(battle, {"red_1": "hold_on", "blue_1": "strike red_1"}, 1)
    assert (damage(events), lapsed(events)) == (2, [])
    battle = holding(blue={"weapons": ["heavy_pistol"]})
    turn(battle, {}, until="blue_1")
    assert choices(battle) == {"end", "break_free", "shoot red_1", "punch red_1"}


@pytest.mark.rule("LD-G1")
def test_the_held_evades_nothing() -> None:
    """Red_2 strikes at it, too: blue has no dodge, although it had declared one."""
    battle = table([fighter((2, 1)), fighter((3, 2))], [fighter((3, 1))])
    plans = {"red_1": "grapple blue_1", "red_2": "punch blue_1", "blue_1": "dodge_attacks red_2"}
    events = turn(battle, plans, 1, 0, 1)
    assert [purpose for _, purpose, _ in rolls(events)] == ["grapple", "resistance", "attack"]


@pytest.mark.rule("LD-G1")
def test_the_holder_goes_on_attacking_its_target_only() -> None:
    """It can continue to make attacks on the target, but cannot move or defend itself without releasing the grapple."""
    battle = holding(red={"weapons": ["knife"]})
    turn(battle, {}, until="red_1")
    assert choices(battle) == {"end", "let_go", "hold_on", "strike blue_1", "punch blue_1", "grapple blue_1"}
    events = turn(battle, {"red_1": "hold_on, strike blue_1"}, 3)
    assert (made_of(roll(events, "attack")), held(battle)) == ({"several actions": -2}, (True, False))


@pytest.mark.rule("LD-G1")
def test_the_holder_defends_itself_against_nobody() -> None:
    """The dodge that it declared with the grapple is of no use once it holds: blue_2 strikes without any answer."""
    battle = table([fighter((2, 1))], [fighter((3, 1)), fighter((2, 2))])
    events = turn(battle, {"red_1": "dodge_attacks blue_2, grapple blue_1", "blue_2": "punch red_1"}, 3, 0, 1)
    assert [purpose for _, purpose, _ in rolls(events)] == ["grapple", "resistance", "attack"]


@pytest.mark.rule("LD-G1")
def test_who_lets_go_moves_and_evades_again() -> None:
    """Releasing the grapple is no action: the walk after it is at nothing, the dodge is rolled."""
    battle = holding()
    turn(battle, {"blue_1": "punch red_1"}, until="red_1")
    play(battle, "let_go")
    assert {"walk", "dodge_attacks"} <= verbs(battle)
    events = turn(battle, {"red_1": "dodge_attacks blue_1"}, 1, 0)
    assert kinds_of(events).count("hold_ends") == 1
    assert made_of(roll(events, "evasion")) == {}


@pytest.mark.rule("LD-G1")
@pytest.mark.parametrize(("plan", "keeps"), [("hold_on", True), ("", False), ("punch blue_1", False)])
def test_keeping_the_hold_is_an_action_in_each_turn(plan: str, keeps: bool) -> None:
    """Maintaining a grapple requires an action each turn: without it the hold ends with the holder's phase."""
    battle = holding()
    events = turn(battle, {"red_1": plan} if plan else {}, *([-3] if "punch" in plan else []))
    assert held(battle) == (keeps, False)
    assert ("hold_ends" in kinds_of(events)) == (not keeps)


@pytest.mark.rule("LD-G1")
def test_who_falls_holds_nobody() -> None:
    """Red is out: blue is free."""
    battle = holding()
    battle.unit("red_1")["level"] = 5
    turn(battle, {"red_1": "hold_on", "blue_1": "punch red_1"}, 1)
    assert (battle.unit("blue_1")["held_by"], battle.unit("red_1")["holds"]) == (-1, -1)


@pytest.mark.rule("LD-G1")
def test_reach_and_things() -> None:
    """Nobody holds whom it does not stand beside, nor a thing."""
    battle = table([fighter((2, 1))], [fighter((4, 1)), fighter((3, 1), THING)])
    turn(battle, {}, until="red_1")
    assert not {words for words in choices(battle) if words.startswith("grapple")}


# Shields.


@pytest.mark.rule("LD-G1", "LD-C2")
def test_who_bears_a_shield_gives_up_an_action_to_resist() -> None:
    """It does use the target's action if that is carrying a shield: the blow it had declared lapses."""
    battle = wrestlers(blue={"weapons": ["riot_shield"]})
    turn(battle, {"blue_1": "punch red_1"}, until="red_1")
    take(battle, "grapple blue_1", "end")
    assert decider(battle) == ("hold_off", "blue_1")
    assert verbs(battle) == {"pass", "resist"}
    events = play(battle, "resist", 2, 3)
    assert lapsed(events) == [("blue_1", "punch")]
    assert rolls(events)[-1][:2] == ("blue_1", "resistance")
    assert held(battle) == (False, False)
    assert "attack" not in kinds_of(events)


@pytest.mark.rule("LD-G1", "LD-C2")
def test_who_bears_a_shield_may_keep_its_action() -> None:
    """Then it has no defense: a result of 1 holds it, and the blow at its holder comes."""
    battle = wrestlers(blue={"weapons": ["riot_shield"]})
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "punch red_1"}, 1, 0)
    assert [purpose for _, purpose, _ in rolls(events)] == ["grapple", "attack"]
    assert held(battle) == (True, False)


@pytest.mark.rule("LD-G1", "LD-C2", "LD-A1")
def test_the_roll_behind_a_shield_suffers_from_several_actions() -> None:
    """It is an action among those of the turn: of two, so -2."""
    battle = wrestlers(blue={"weapons": ["riot_shield"]})
    plans = {"red_1": "grapple blue_1", "blue_1": "punch red_1, shield_strike red_1"}
    events = turn(battle, plans, 1, 4, -2, blue_1="resist")
    assert made_of(roll(events, "resistance")) == {"several actions": -2}
    assert lapsed(events) == [("blue_1", "punch")]


@pytest.mark.rule("LD-G1", "LD-C2")
def test_who_has_declared_that_it_evades_the_grappler_resists_with_that() -> None:
    """Nobody is asked: the action is the dodge."""
    battle = wrestlers(blue={"weapons": ["riot_shield"]})
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "dodge_attacks red_1"}, 1, 2)
    assert rolls(events) == [("red_1", "grapple", 1), ("blue_1", "resistance", 2)]


@pytest.mark.rule("LD-G1", "LD-C2")
def test_who_bears_a_shield_and_has_acted_has_no_roll() -> None:
    """Blue is quicker and has spent its action: the defensive roll would cost it one."""
    battle = wrestlers(blue={"weapons": ["riot_shield"], "skills": {"discipline": 4}}, red={"skills": {"discipline": 1}})
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "punch red_1"}, 0, 1)
    assert [purpose for _, purpose, _ in rolls(events)] == ["attack", "grapple"]
    assert held(battle) == (True, False)


@pytest.mark.rule("LD-G1", "LD-C2")
@pytest.mark.parametrize(("said", "asked"), [("let_go", True), ("hold_on", False)])
def test_a_holder_behind_a_shield_resists_if_it_lets_go(said: str, asked: bool) -> None:
    """Letting go is no action, so the one of its turn is left for the roll; a holder that keeps its hold has no defense."""
    battle = table([fighter((2, 1)), fighter((4, 1))], [fighter((3, 1), weapons=["riot_shield"])], stalemate=20, ground=YARD)
    turn(battle, {"blue_1": "grapple red_2"}, 1, 0)
    turn(battle, {"blue_1": said}, until="red_1")
    play(battle, "grapple blue_1")
    if not asked:
        assert rolls(play(battle, "end", 1)) == [("red_1", "grapple", 1)]
        return
    play(battle, "end")
    assert decider(battle) == ("hold_off", "blue_1")
    events = play(battle, "resist", 1, 2)
    assert (rolls(events), lapsed(events)) == ([("red_1", "grapple", 1), ("blue_1", "resistance", 2)], [])
    assert kinds_of(events).count("hold_ends") == 1
    assert (battle.unit("blue_1")["holds"], battle.unit("blue_1")["held_by"]) == (-1, -1)


@pytest.mark.rule("LD-G1")
@pytest.mark.parametrize(
    ("said", "dice", "rolled"),
    [
        ("hold_on", (1,), []),
        ("let_go", (1, 1), ["resistance"]),
        ("let_go, dodge_attacks blue_2", (3, 1, 1), ["resistance", "evasion"]),
    ],
)
def test_a_holder_that_lets_go_resists_being_held(said: str, dice: tuple[int, ...], rolled: list[str]) -> None:
    """A holder cannot defend itself without releasing the grapple: who has declared that it releases it resists for free."""
    blue = [fighter((3, 1)), fighter((2, 2), skills={"discipline": 4})]
    battle = table([fighter((2, 1), skills={"discipline": -1})], blue, stalemate=20, ground=YARD)
    turn(battle, {"red_1": "grapple blue_1"}, 1, 0)
    events = turn(battle, {"red_1": said, "blue_2": "grapple red_1"}, *dice)
    assert [purpose for _, purpose, _ in rolls(events)] == ["grapple", *rolled]
    assert ("grappled" in kinds_of(events)) == (dice[0] > sum(dice[1:]))
    assert (kinds_of(events).count("hold_ends"), lapsed(events)) == (1, [] if "let_go" in said else [("red_1", "hold_on")])


@pytest.mark.rule("LD-G1", "LD-C2")
def test_a_buckler_leaves_the_roll_free() -> None:
    """This does not apply to bucklers."""
    battle = wrestlers(blue={"weapons": ["sword", "buckler"]})
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "punch red_1"}, 1, 1, -3)
    assert rolls(events)[1] == ("blue_1", "resistance", 1)
    assert lapsed(events) == []


@pytest.mark.rule("LD-G1", "LD-C2")
def test_a_shield_in_both_hands_can_be_grabbed_too() -> None:
    """Who carries it so has no free roll: the opponent grabs it and pushes."""
    battle = wrestlers(blue={"weapons": ["riot_shield"], "shield": "back"})
    turn(battle, {"blue_1": "strap_shield"})
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "punch red_1"}, 1, 0)
    assert [purpose for _, purpose, _ in rolls(events)] == ["grapple", "attack"]


# Evasions.


@pytest.mark.rule("LD-R1", "LD-G1")
@pytest.mark.parametrize(("dodge", "holds"), [(0, True), (1, True), (2, False), (-3, True)])
def test_a_declared_dodge_comes_off_a_grapple_besides_the_free_roll(dodge: int, holds: bool) -> None:
    """Any defensive action is subtracted, and the opposing check is none: 3 - 1 - 1 holds, 3 - 1 - 2 does not."""
    battle = table([fighter((1, 1))], [fighter((2, 1))])
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "dodge_attacks red_1"}, 3, 1, dodge)
    assert [rolled[1] for rolled in rolls(events)] == ["grapple", "resistance", "evasion"]
    assert ("grappled" in kinds_of(events)) == holds


@pytest.mark.rule("LD-R1", "LD-C2")
def test_the_dodge_of_a_shield_bearer_is_what_its_roll_costs() -> None:
    """The defensive roll costs an action: the declared dodge is that one, and nothing comes off besides."""
    battle = table([fighter((1, 1))], [fighter((2, 1), weapons=["riot_shield"])])
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "dodge_attacks red_1"}, 3, 2)
    assert [rolled[1] for rolled in rolls(events)] == ["grapple", "resistance"]
    assert "grappled" in kinds_of(events)
