"""Every rule system has what shared code asks of it: kernels, verbs, kinds of decisions, dice; what it lacks is refused.

The fronts that it goes through are in `test_fronts_of_systems.py`.
"""

import ast
import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
import toy
import toy.catalog
from everysystem import each, under
from recorded import fought

from fireteam.agents.bots import load_bot
from fireteam.agents.doctrine import interface as doctrine
from fireteam.agents.series.series import play
from fireteam.content.errors import ContentError
from fireteam.content.reading import validated
from fireteam.env.analysis.dice import dice_of_system
from fireteam.env.analysis.odds import odds_of_system
from fireteam.env.battle import Battle
from fireteam.env.catalog import OwnCatalog
from fireteam.env.game.game import Game
from fireteam.env.observe import interface as observe
from fireteam.env.observe.actions import from_words, layout
from fireteam.env.observe.features import observed
from fireteam.env.rules import interface as rules
from fireteam.env.rules import systems
from fireteam.env.rules.jit.sources import closure
from fireteam.env.rules.numbered import number
from fireteam.env.rules.systems import SYSTEMS, own_or, port_of
from fireteam.env.rules.verbs import FEET, HANDS, LOUD, MOVES, PROVOKES, REPLY, STEADY
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario, scenario_names
from fireteam.env.scenario.stacking import check_same_teams
from fireteam.env.view.playback.cutter import playback_of
from fireteam.prompt.text import reason
from fireteam.systems.swan_song.rules import act, legal
from fireteam.systems.swan_song.rules.body import handicaps
from fireteam.systems.swan_song.rules.craft import grapple
from fireteam.systems.swan_song.rules.resolve import provocation
from fireteam.systems.swan_song.rules.time import stealth

LINES, MOST_OF_ODDS = 300, 50


def lines(folder: Path) -> int:
    """Return how many lines the files of a folder have, blank ones and docstrings apart."""
    count = 0
    for path in folder.rglob("*.*"):
        if path.suffix in (".py", ".toml"):
            text = path.read_text("utf-8")
            nodes = ast.walk(ast.parse(text)) if path.suffix == ".py" else ()
            holders = [node for node in nodes if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))]
            said = [node.body[0] for node in holders if ast.get_docstring(node) is not None]
            count += sum(1 for line in text.splitlines() if line.strip())
            count -= sum((node.end_lineno or 0) - node.lineno + 1 for node in said)
    return count


def test_the_toy_is_small() -> None:
    """What a system needs, blank lines and docstrings apart, is less than three hundred lines; odds it may leave out."""
    folder = Path(toy.__file__).parent
    odds = lines(folder / "odds")
    assert 0 < odds < MOST_OF_ODDS
    assert 0 < lines(folder) - odds < LINES


@each
@pytest.mark.parametrize(("room", "interface"), [("rules", rules), ("observe", observe), ("doctrine", doctrine)])
def test_a_port_has_what_the_interface_declares(system: str, room: str, interface: ModuleType) -> None:
    """Each system has every kernel of the interface that it must have, all with the same parameters."""
    port = port_of(system, room)
    tree = ast.parse(inspect.getsource(interface))
    how = {
        node: ast.unparse(node.decorator_list[0])
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    }
    declared = {node.name: node for node in how if how[node] in ("by_system", "overridable")}
    assert declared
    for name, node in declared.items():
        own = getattr(port, name, None)
        assert own is not None or how[node] == "overridable", name
        if own is not None:
            made = getattr(own, "made", own)
            taken = list(inspect.signature(getattr(made, "py_func", made)).parameters)
            assert taken == [argument.arg for argument in node.args.args], name


@each
def test_actions(system: str) -> None:
    """The numbers of actions are those of the verbs that a system has; no other is ever open, nor known by its name."""
    verbs = port_of(system).VERBS
    numbering = layout(system=system)[0]
    assert set(numbering["verb"][: numbering["size"]].tolist()) == set(verbs)
    battle = Battle(under(system), 8)
    rng = np.random.default_rng(8)
    for _ in range(150):
        legal = battle.legal()
        assert {action.verb for action in legal} <= set(verbs)
        battle.step(legal[int(rng.integers(len(legal)))])
        if battle.over:
            break
    for other in SYSTEMS:
        for name in port_of(other).VERBS.numbers.keys() - verbs.numbers.keys():
            with pytest.raises(ContentError, match=f"no action is called '{name}'"):
                from_words(battle.field, 0, name)


@each
def test_kinds_of_decisions(system: str) -> None:
    """Each decision is of a kind that the system has, asked in words; standing orders and playbacks know it, too."""
    game = Game(under(system), 9, {}, {"red", "blue"})
    battle, met = game.battle, set()
    rng = np.random.default_rng(9)
    for _ in range(400):
        if battle.over:
            break
        kind = battle.asked
        decision = battle.decision
        assert decision is not None
        assert (decision.kind, decision.own) == (kind.name, kind.own)
        assert "{" not in reason(battle)
        legal = battle.legal()
        for action in legal:
            replies = bool(battle.field.system.VERBS[action.verb].traits & REPLY)
            assert action.verb in kind.answers if kind.answers else not replies
        if not kind.own:
            game.players.remember(decision.unit, kind.name, kind.words(battle.field.system.VERBS)[0])
        met.add(kind.name)
        battle.step(legal[int(rng.integers(len(legal)))])
    kinds = port_of(system).DECISIONS
    wanted = {toy.NAME: {"act", "shot_at"}, "ladder": {"declare", "move"}}.get(system, {"act", "defend"})
    assert wanted <= met
    assert playback_of(fought(under(system)))["words"]["decisions"].keys() == {kind.name for kind in kinds.values()} >= met
    with pytest.raises(ContentError, match="no interrupt is called 'act'"):
        game.players.remember("red_1", "act", "end")


def test_traits_of_every_verb_are_heeded() -> None:
    """A chapter of Swan Song that goes by a trait knows all verbs with it that the system can have, the last ones too."""
    lists = {
        STEADY: act.KEEPS_AIM, FEET: legal.NOT_ABOARD, LOUD: stealth.GIVES_AWAY,
        HANDS: handicaps.HANDIWORK, MOVES: grapple.MOVEMENTS, PROVOKES: provocation.PROVOKING,
    }  # fmt: skip
    for trait, listed in lists.items():
        assert set(listed) == {number for number, verb in port_of("swan_song").VERBS.items() if verb.traits & trait}
        assert listed


def test_a_table_that_is_full_says_so() -> None:
    """One entry more than records have room for is refused where it is made."""
    table = ["one"]
    assert number(table, "two", 2) == 1
    with pytest.raises(OverflowError, match=r"no room for three: .* room for 2"):
        number(table, "three", 2)


@each
def test_room_for_verbs(system: str) -> None:
    """Masks have room for the verbs of their system: as much as the system says."""
    port = port_of(system)
    room = len(np.zeros(1, port.BATTLE)[0]["open"])
    assert room == {"swan_song": 96, "d10_pool": 96, "ladder": 112, toy.NAME: 80}[system]
    assert max(port.VERBS) < room
    assert port.BATTLE.itemsize <= 8192


def test_numbers_of_kinds_stay() -> None:
    """Kinds of decisions are told apart by numbers, in records and so in what replays check: they never change."""
    names = ["act", "defend", "intercept", "pinned", "step_in", "karma", "last_stand"]
    assert {number: kind.name for number, kind in port_of("swan_song").DECISIONS.items()} == dict(enumerate(names, 1))


@each
def test_dice(system: str) -> None:
    """Dice show every face that they have, and no other; nobody can dictate one that they have not."""
    faces = port_of(system).FACES
    assert set().union(*(dice_of(Battle(under(system), seed)) for seed in range(20))) == set(range(1, faces + 1))
    battle = Battle(under(system), 1)
    with pytest.raises(ContentError, match=f"from 1 to {faces}$"):
        battle.dictate([faces + 1])
    battle.dictate([faces])


def dice_of(battle: Battle) -> set[int]:
    """Return what dice show in a battle that is fought to its end."""
    bots = {team: load_bot("charger", 1) for team in ("red", "blue")}
    seen: set[int] = set()
    play(battle, bots, lambda action: seen.update(die for event in battle.step(action) for die in event.dice))
    return seen


@each
def test_dictated_dice(system: str) -> None:
    """Dice that are dictated are the dice that are thrown."""
    battle = Battle(under(system), 7)
    random = load_bot("tactician", 7)
    highest = port_of(system).FACES
    for _ in range(60):
        battle.dictate([highest] * 200)
        rolls = [event for event in battle.step(random.decide(battle)) if event.kind == "roll"]
        assert all(set(roll.dice) == {highest} for roll in rolls if roll.dice)
        if rolls:
            return
    pytest.fail("nobody rolled")


def test_an_edit_of_a_system_is_compiled() -> None:
    """What is compiled of shared code for battles of a system is made of the system's sources, too, wherever they lie."""
    found = closure("fireteam.env.seats.match", (toy.NAME,))
    assert {"toy.rules.port", "toy.rules.record", "toy.observe.port"} <= set(found)
    assert not [name for name in closure("fireteam.env.seats.match") if name.startswith("toy")]


def test_what_a_system_lacks() -> None:
    """A scenario with something that a system does not know is refused, and told what that is."""
    with pytest.raises(ContentError, match=r"teams\[0\].units\[0\].armour: this rule system has none"):
        Battle(under(toy.NAME, "duel"))


def test_one_system_a_batch() -> None:
    """A batch is of one system."""
    with pytest.raises(ContentError, match=r"of the rule system toy, .* of swan_song: scenarios of one batch"):
        check_same_teams([under("swan_song"), under(toy.NAME)])


def test_a_name_that_is_no_system() -> None:
    """A scenario of no system is refused with the systems there are."""
    with pytest.raises(ContentError, match=r"no rule system is called that.*swan_song"):
        validated(Scenario, {**load_scenario("yard").model_dump(exclude_unset=True), "system": "swan_sung"}, "yard")


ROOMS = {  # by room of the toy, or the module of another system: a name that it must have, how it is asked for, and a slip
    "toy.catalog": ("fill_sheet", "fil_sheet", lambda: OwnCatalog("toy.catalog")),
    "toy.rules.port": ("FACES", "FACE", lambda: port_of(toy.NAME)),
    "toy.observe.port": ("TABLES", "TABLE", lambda: observed.__wrapped__(toy.NAME)),
    "toy.doctrine.port": ("offer_acts", "ofer_acts", lambda: own_or(port_of(toy.NAME, "doctrine"), "offer_acts", None)),
    "toy.odds.port": ("chance_of", "chances_of", lambda: odds_of_system(toy.NAME)),
    "fireteam.systems.ladder.table": ("throws_in", "throw_in", lambda: dice_of_system(Battle(under("ladder")).field)),
}


@pytest.mark.parametrize("module", ROOMS)
def test_a_slip_in_a_name_is_refused(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody asks for, but for a letter, is an error that names what was meant; so is what lacks altogether."""
    name, slip, asked = ROOMS[module]
    asked()
    monkeypatch.setattr(systems, "_names", {known: of for known, of in systems._names.items() if known != toy.NAME})
    own = import_module(module)
    monkeypatch.setattr(own, slip, getattr(own, name), raising=False)
    monkeypatch.delattr(own, name)
    said = rf"{module} has '{slip}', which nobody asks for\. Did you mean '{name}'"
    with pytest.raises((ContentError, TypeError), match=said):
        asked()
    monkeypatch.delattr(own, slip)
    with pytest.raises((ContentError, TypeError), match=f"{module} has no '{name}', which every rule system has"):
        asked()


def test_a_slip_in_a_name_is_no_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip is refused, too, in what a system may leave out."""
    monkeypatch.setattr(toy.catalog, "CONDITION", toy.catalog.CONDITIONS, raising=False)
    monkeypatch.delattr(toy.catalog, "CONDITIONS")
    with pytest.raises(ContentError, match=r"toy\.catalog has 'CONDITION', .* Did you mean 'CONDITIONS'"):
        OwnCatalog("toy.catalog")
    port = SimpleNamespace(__name__="toy.rules.port", is_blnid=len, is_deaf=len)
    with pytest.raises(TypeError, match=r"toy\.rules\.port has 'is_blnid', .* Did you mean 'is_blind'"):
        own_or(port, "is_blind", len)
    assert own_or(port, "is_deaf", None) is len
    assert own_or(port, "deceives", len) is len


def test_who_deletes_a_folder_has_deleted_a_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios of a system that is not there are in no list; who names it is told so."""
    assert {"prize", "shieldwall"} <= set(scenario_names())
    monkeypatch.delitem(SYSTEMS, "ladder")
    assert not {"prize", "shieldwall"} & set(scenario_names())
    assert {"yard", "stand"} <= set(scenario_names())
    with pytest.raises(ContentError, match="no rule system is called 'ladder'"):
        load_scenario("yard", "ladder")
