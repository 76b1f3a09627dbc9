"""LD-G1 to LD-G4: holding, pinning, breaking free, the garrote."""

from typing import Any

import pytest
from laddertable import (
    THING,
    damage,
    fighter,
    harm_of,
    kinds,
    lapsed,
    made_of,
    play,
    rolls,
    table,
    turn,
)

from fireteam.env.battle import Battle
from tabletop import choices, decider, only, roll, told, verbs


def wrestlers(red: dict[str, Any] | None = None, blue: dict[str, Any] | None = None, **options: Any) -> Battle:
    """Return red_1 beside blue_1, with red_2 and blue_2 some way off; red acts first."""
    reds = [fighter((2, 1), **(red or {})), fighter((2, 4))]
    blues = [fighter((3, 1), **(blue or {})), fighter((8, 4))]
    return table(reds, blues, stalemate=20, **options)


def holding(verb: str = "grapple", **sides: Any) -> Battle:
    """Return a battle in which red_1 has come to hold blue_1, with an outcome of 1."""
    battle = wrestlers(**sides)
    events = turn(battle, {"red_1": f"{verb} blue_1"}, 2 if verb == "garrote" else 1, 0)
    assert kinds(events, "grappled") == [("grappled", "red_1", "blue_1")]
    return battle


def held(battle: Battle) -> tuple[bool, bool]:
    """Return whether red_1 holds blue_1, and has pinned it."""
    red, blue = battle.unit("red_1"), battle.unit("blue_1")
    names = [fighter.name for fighter in battle.field.roster]
    both = red["holds"] == names.index("blue_1"), blue["held_by"] == names.index("red_1")
    assert both[0] == both[1]
    return bool(both[0]), bool(blue["pinned"])


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
    assert not {"walk", "step", "evasion", "reload", "switch", "attack"} & set(told(events))


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
    assert told(events).count("hold_ends") == 1
    assert made_of(roll(events, "evasion")) == {}


@pytest.mark.rule("LD-G1")
@pytest.mark.parametrize(("plan", "keeps"), [("hold_on", True), ("", False), ("punch blue_1", False)])
def test_keeping_the_hold_is_an_action_in_each_turn(plan: str, keeps: bool) -> None:
    """Maintaining a grapple requires an action each turn: without it the hold ends with the holder's phase."""
    battle = holding()
    events = turn(battle, {"red_1": plan} if plan else {}, *([-3] if "punch" in plan else []))
    assert held(battle) == (keeps, False)
    assert ("hold_ends" in told(events)) == (not keeps)


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
    play(battle, "grapple blue_1")
    play(battle, "end")
    assert decider(battle) == ("hold_off", "blue_1")
    assert verbs(battle) == {"pass", "resist"}
    events = play(battle, "resist", 2, 3)
    assert lapsed(events) == [("blue_1", "punch")]
    assert rolls(events)[-1][:2] == ("blue_1", "resistance")
    assert held(battle) == (False, False)
    assert "attack" not in told(events)


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
def test_letting_go_is_no_action_that_could_be_given_up() -> None:
    """Blue holds another and has only declared that it lets go: it has no action for red, and is not asked."""
    battle = table([fighter((2, 1)), fighter((4, 1))], [fighter((3, 1), weapons=["riot_shield"])], stalemate=20)
    turn(battle, {"blue_1": "grapple red_2"}, 1, 0)
    turn(battle, {"blue_1": "let_go"}, until="red_1")
    play(battle, "grapple blue_1")
    assert rolls(play(battle, "end", 1)) == [("red_1", "grapple", 1)]


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


# Pins.


@pytest.mark.rule("LD-G2")
def test_a_second_grapple_pins() -> None:
    """To pin, one must make a successful grapple against a target which is already grappled; a failed one leaves it held."""
    battle = holding()
    turn(battle, {"red_1": "grapple blue_1"}, 0, 0)
    assert held(battle) == (True, False)
    assert "held_down" in told(turn(battle, {"red_1": "grapple blue_1"}, 1, 0))
    assert held(battle) == (True, True)


@pytest.mark.rule("LD-G2", "LD-A1")
def test_holding_and_pinning_in_one_turn() -> None:
    """It is possible in a single turn by multiple actions, with appropriate penalties: -2 on both."""
    battle = wrestlers()
    events = turn(battle, {"red_1": "grapple blue_1, grapple blue_1"}, 3, 0, 4, 0)
    assert [made_of(event) for event in events if event.numbers.get("purpose") == "grapple"] == [{"several actions": -2}] * 2
    assert held(battle) == (True, True)


@pytest.mark.rule("LD-G2")
def test_the_pinned_can_only_try_to_break_the_hold() -> None:
    """No other action; what it has declared against its holder lapses."""
    battle = wrestlers()
    events = turn(battle, {"red_1": "grapple blue_1, grapple blue_1", "blue_1": "punch red_1"}, 3, 0, 4, 0)
    assert lapsed(events) == [("blue_1", "punch")]
    turn(battle, {}, until="blue_1")
    assert choices(battle) == {"end", "break_free"}


@pytest.mark.rule("LD-G2")
def test_a_pin_is_kept_and_ends_with_the_hold() -> None:
    """Kept up by an action; let go, and blue is neither held nor pinned."""
    battle = holding()
    turn(battle, {"red_1": "grapple blue_1"}, 1, 0)
    turn(battle, {"red_1": "hold_on"})
    assert held(battle) == (True, True)
    turn(battle, {"red_1": "let_go"})
    assert held(battle) == (False, False)


# Breaking free.


@pytest.mark.rule("LD-G3")
@pytest.mark.parametrize(
    ("effort", "grip", "frees"), [(1, 0, True), (0, 0, True), (0, 1, False), (-1, -1, True), (-2, -1, False)]
)
@pytest.mark.parametrize("pinned", [False, True])
def test_a_tie_frees(effort: int, grip: int, frees: bool, pinned: bool) -> None:
    """Opposed by the attacker's Unarmed, with a tie indicating that the target breaks free."""
    battle = holding()
    if pinned:
        turn(battle, {"red_1": "grapple blue_1"}, 1, 0)
    events = turn(battle, {"red_1": "hold_on", "blue_1": "break_free"}, effort, grip)
    assert rolls(events) == [("blue_1", "breaking free", effort), ("red_1", "grip", grip)]
    assert held(battle) == (not frees, pinned and not frees)


@pytest.mark.rule("LD-G3")
@pytest.mark.parametrize(("skills", "uses"), [({"physique": 2}, {"Physique": 2}), ({"unarmed": 3}, {"Unarmed": 3})])
def test_breaking_free_is_physique_or_unarmed_against_unarmed(skills: dict[str, int], uses: dict[str, int]) -> None:
    """As they prefer; the holder has no choice."""
    battle = wrestlers({"skills": {"unarmed": 1, "physique": 4}}, {"skills": skills})
    turn(battle, {"red_1": "grapple blue_1"}, 3, 0)
    events = turn(battle, {"red_1": "hold_on", "blue_1": "break_free"}, -4, 0)
    assert made_of(roll(events, "breaking free")) == uses
    assert made_of(roll(events, "grip")) == {"Unarmed": 1}


@pytest.mark.rule("LD-G3", "LD-A1")
def test_who_hopes_to_be_free_may_declare_more() -> None:
    """Break free and walk, two actions; held still, the walk lapses."""
    for effort, walks in ((2, True), (1, False)):
        battle = holding()
        events = turn(
            battle,
            {"red_1": "hold_on", "blue_1": "break_free, walk"},
            *(effort, 0),
            *([0] if walks else []),
        )
        assert made_of(roll(events, "breaking free")) == {"several actions": -2}
        assert ("walk" in told(events), lapsed(events)) == (walks, [] if walks else [("blue_1", "walk")])


# The garrote.


@pytest.mark.rule("LD-G4")
def test_a_garrote_is_a_grapple_at_one_less() -> None:
    """Success: the target is grappled, and damage is inflicted; the damage bonus is +2."""
    battle = wrestlers({"weapons": ["garrote"], "skills": {"unarmed": 1}}, {"armour": ["jacket"]})
    events = turn(battle, {"red_1": "garrote blue_1"}, 2, 0)
    assert made_of(roll(events, "grapple")) == {"Unarmed": 1, "garrote": -1}
    assert harm_of(events) == {"outcome": 2, "weapon": 2, "armor": -1}
    assert (damage(events), held(battle)) == (3, (True, False))


@pytest.mark.rule("LD-G4")
def test_it_does_damage_in_each_turn() -> None:
    """The first included: outcome 1 and +2, and the same as the hold is kept; none in a turn in which it is let go."""
    battle = holding("garrote", red={"weapons": ["garrote"]}, blue={"hide": 1})
    assert battle.unit("blue_1")["level"] == 2
    events = turn(battle, {"red_1": "hold_on"})
    assert (damage(events), int(battle.unit("blue_1")["level"])) == (2, 4)
    assert "hit" not in told(turn(battle, {"red_1": "let_go"}))


@pytest.mark.rule("LD-G4")
def test_a_garrote_that_fails_does_nothing() -> None:
    """A result of 0 after the -1."""
    battle = wrestlers({"weapons": ["garrote"]})
    assert "hit" not in told(turn(battle, {"red_1": "garrote blue_1"}, 1, 0))
    assert held(battle) == (False, False)


@pytest.mark.rule("LD-G4")
def test_without_a_garrote_there_is_none() -> None:
    """A wrestler with bare hands, or with a knife, only holds."""
    for weapons in ([], ["knife"]):
        battle = wrestlers({"weapons": weapons})
        turn(battle, {}, until="red_1")
        assert "garrote" not in verbs(battle)
        assert "grapple blue_1" in choices(battle)


@pytest.mark.rule("LD-R1", "LD-G1")
@pytest.mark.parametrize(("dodge", "holds"), [(0, True), (1, True), (2, False), (-3, True)])
def test_a_declared_dodge_comes_off_a_grapple_besides_the_free_roll(dodge: int, holds: bool) -> None:
    """Any defensive action is subtracted, and the opposing check is none: 3 - 1 - 1 holds, 3 - 1 - 2 does not."""
    battle = table([fighter((1, 1))], [fighter((2, 1))])
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "dodge_attacks red_1"}, 3, 1, dodge)
    assert [rolled[1] for rolled in rolls(events)] == ["grapple", "resistance", "evasion"]
    assert ("grappled" in told(events)) == holds


@pytest.mark.rule("LD-R1", "LD-C2")
def test_the_dodge_of_a_shield_bearer_is_what_its_roll_costs() -> None:
    """The defensive roll costs an action: the declared dodge is that one, and nothing comes off besides."""
    battle = table([fighter((1, 1))], [fighter((2, 1), weapons=["riot_shield"])])
    events = turn(battle, {"red_1": "grapple blue_1", "blue_1": "dodge_attacks red_1"}, 3, 2)
    assert [rolled[1] for rolled in rolls(events)] == ["grapple", "resistance"]
    assert "grappled" in told(events)
