"""Objectives, in every system: who has to leave, and who holds the ground."""

from camp import HEIGHT, OWN_PHASE, WIDTH, camp, ganger, marked, on_to, systems

from fireteam.env.battle import Battle


def go_on(battle: Battle) -> None:
    """Let whoever is asked end its phase, or answer nothing."""
    battle.step("end" if battle.decision is not None and battle.decision.kind in OWN_PHASE else "pass")


def step_west(battle: Battle, name: str) -> None:
    """Let a unit walk one tile to the west."""
    on_to(battle, name)
    battle.step("walk")
    while "step west" not in {battle.words(action) for action in battle.legal()}:
        go_on(battle)
    battle.step("step west")


@systems
def test_an_exit_is_reached_only_with_whom_it_is_about(system: str) -> None:
    """One has to get away, and that is red_1: that red_2 is out is not enough."""
    goal = {"kind": "exit", "zone": "x", "needed": 1, "unit": "red_1"}
    red, blue = [ganger(3, 1), ganger(1, 1)], [ganger(12, 1)]
    battle = camp(system, red, blue, marks=marked("x", 0, 1), red_team={"objective": goal}, stalemate=20)
    step_west(battle, "red_2")
    assert (battle.record[0]["teams"]["escaped"][0], battle.over) == (1, False)
    battle.unit("red_1")["x"] = 1
    step_west(battle, "red_1")
    assert (battle.winner, battle.ending) == ("red", "exit reached")


@systems
def test_ground_that_both_stand_on_is_held_by_nobody(system: str) -> None:
    """Both have somebody on the marked row for a round: it counts for neither, and for the one that stays alone there."""
    goal = {"objective": {"kind": "hold", "zone": "a", "needed": 5}}
    marks = "\n".join(("a" if y == 1 else ".") * WIDTH for y in range(HEIGHT))
    battle = camp(system, [ganger(1, 1)], [ganger(12, 1)], goal, marks, red_team=goal, stalemate=20)
    held = battle.record[0]["teams"]["rounds_held"]
    for y, wanted in ((1, [0, 0]), (2, [1, 0])):
        battle.unit("blue_1")["y"] = y
        now = battle.round
        while battle.round == now:
            go_on(battle)
        assert held[:2].tolist() == wanted
