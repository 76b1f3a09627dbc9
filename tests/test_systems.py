"""Every rule system goes through every front: the shipped one, and a toy that knows the interfaces only.

The commands are in `app/test_commands_of_systems.py`, what fog keeps secret in `env/test_secrets_of_systems.py`.
"""

import ast
import inspect
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import toy
from everysystem import each, under
from gamed import checked, play_at_random
from gymnasium.utils.env_checker import check_env
from made import aec, parallel, solo, vector
from pettingzoo.test import api_test, parallel_api_test, seed_test
from recorded import fought
from screening import Hand

from fireteam.agents.bots import bot_names, load_bot
from fireteam.agents.doctrine import interface as doctrine
from fireteam.agents.search.bot import SearchBot
from fireteam.agents.series.series import fight_series, play
from fireteam.env.analysis.odds import Port as OddsPort
from fireteam.env.analysis.odds import attack_odds, quote_attack, quotes
from fireteam.env.analysis.overlays import allowance, danger, paths, tiles_in_reach, tiles_seen
from fireteam.env.battle import Battle
from fireteam.env.errors import ContentError
from fireteam.env.game.game import Game
from fireteam.env.game.table import Table
from fireteam.env.observe import interface as observe
from fireteam.env.observe.actions import from_words, layout
from fireteam.env.observe.observation import describe, observation_size
from fireteam.env.replay.narrate import sentences
from fireteam.env.replay.replay import Replay
from fireteam.env.rules import interface as rules
from fireteam.env.rules.jit.sources import closure
from fireteam.env.rules.systems import Port, port_of
from fireteam.env.rules.verbs import REPLY, VERBS
from fireteam.env.scenario.models import Scenario
from fireteam.env.scenario.reading import load_scenario
from fireteam.env.scenario.stacking import check_same_teams
from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import cut, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.playing import Playing
from fireteam.env.view.screens.watching import Watching
from fireteam.env.view.text import draw
from fireteam.maps.reading import validated
from fireteam.prompt.text import reason

each_fog = pytest.mark.parametrize("fog", [False, True])
LINES, MOST_OF_ODDS = 300, 50
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


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
    odds = lines(folder / "analysis")
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
def test_a_port_says_what_python_asks_of_it(system: str) -> None:
    """Whatever shared Python code may ask of a system's rules is there."""
    assert [name for name in Port.__annotations__ if not hasattr(port_of(system), name)] == []


@each
@each_fog
def test_doctrines(system: str, fog: bool) -> None:
    """Every doctrine fights whole battles, the same ones for a seed; the tactician beats a random bot."""
    scenario = under(system, fog=fog)
    for name in bot_names():
        bots = {"red": load_bot(name), "blue": load_bot("tactician")}
        one, other = (fight_series(scenario, bots, 6, seed=1) for _ in range(2))
        assert len(one.outcomes) == 6
        assert one.outcomes == other.outcomes
    bots = {"red": load_bot("tactician"), "blue": load_bot("random")}
    winners = [outcome.seats[outcome.winner] for outcome in fight_series(scenario, bots, 40).outcomes if outcome.winner >= 0]
    assert winners.count("tactician") > 20
    assert winners.count("random") <= 1


@each
def test_search(system: str) -> None:
    """A search plays legal actions to the end of a battle, and says why."""
    battle = Battle(under(system), 2)
    search = SearchBot(playouts=6)
    play(battle, {"red": search, "blue": load_bot("charger")})
    assert battle.over


@each
@each_fog
def test_pettingzoo(system: str, fog: bool) -> None:
    """PettingZoo's own checks pass, agent by agent and in parallel."""
    scenario = under(system, fog=fog)
    api_test(aec(scenario), num_cycles=60)
    seed_test(lambda: aec(scenario), num_cycles=40)
    parallel_api_test(parallel(scenario), num_cycles=40)


@each
def test_gymnasium(system: str) -> None:
    """Gymnasium's own check passes, and a batch of battles steps."""
    scenario = under(system)
    check_env(solo(scenario, opponent="tactician").unwrapped, skip_render_check=True)
    batch = vector(scenario, 3)
    observations, infos = batch.reset(seed=1)
    for _ in range(30):
        actions = [int(np.flatnonzero(mask)[-1]) for mask in infos["action_mask"]]
        observations, *_, infos = batch.step(np.array(actions))
        assert batch.observation_space.contains(observations)


@each
@each_fog
def test_observations(system: str, fog: bool) -> None:
    """Every number of an observation has a name and lies between -1 and 1, and so does that of the state."""
    scenario = under(system, fog=fog)
    names = [name for _, name, _ in describe(8, 8, system)]
    assert len(set(names)) == len(names) == observation_size(8, 8, system)
    env = aec(scenario)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    for _ in range(120):
        observation, _, ended, *_ = env.last()
        assert env.observation_space(env.agent_selection)["observation"].contains(observation["observation"])
        assert env.state_space.contains(env.state())
        env.step(None if ended else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        if not env.agents:
            break


@each
def test_replays(system: str, tmp_path: Path) -> None:
    """A replay names its system, is the same when it is fought again, forks, and is told, drawn and shown as a page."""
    replay = fought(under(system))
    replay.save(tmp_path / "it.jsonl.gz")
    again = Replay.load(tmp_path / "it.jsonl.gz")
    again.verify()
    assert again.header.scenario.system == system
    battle, fork = again.fork(20)
    assert not battle.over
    assert len(fork.steps) == 19
    assert sum(len(step.events) for step in again.steps) > 20
    _, battles = cut(again)
    assert all(name in draw(battles[-1]) for name in ("red_1", "blue_4"))
    page = page_of(playback_of(again))
    assert page.startswith("<!doctype html>")
    assert "red_1" in page


@each
def test_rules_behind_events(system: str) -> None:
    """The rules that a playback names, behind events and behind terms of pools, are those of its system."""
    playback = playback_of(fought(under(system)))
    lines = [line for moment in playback["moments"] for line in moment.get("log", ())]
    behind = {line["rule"] for line in lines if "rule" in line}
    terms = {rule for line in lines for _, _, rule in line.get("terms", ())}
    assert len(behind) > 1
    assert terms
    family = port_of(system).CORE.partition("-")[0]
    assert {rule.partition("-")[0] for rule in behind | terms} == {family}


@each
def test_actions(system: str) -> None:
    """The numbers of actions are those of the verbs that a system has; no other is ever open, nor known by its name."""
    rulings = port_of(system).RULINGS
    numbering = layout(system=system)[0]
    assert set(numbering["verb"][: numbering["size"]].tolist()) == set(rulings)
    battle = Battle(under(system), 8)
    rng = np.random.default_rng(8)
    for _ in range(150):
        legal = battle.legal()
        assert {action.verb for action in legal} <= set(rulings)
        battle.step(legal[int(rng.integers(len(legal)))])
        if battle.over:
            break
    for number, verb in enumerate(VERBS):
        if number not in rulings:
            with pytest.raises(ContentError, match=f"no action is called '{verb.name}'"):
                from_words(battle.field, 0, verb.name)


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
            replies = bool(VERBS[action.verb].traits & REPLY)
            assert action.verb in kind.answers if kind.answers else not replies
        if not kind.own:
            game.players.remember(decision.unit, kind.name, kind.words()[0])
        met.add(kind.name)
        battle.step(legal[int(rng.integers(len(legal)))])
    kinds = port_of(system).DECISIONS
    assert met == {"act", "shot_at"} if system == toy.NAME else {"act", "defend"} <= met
    assert playback_of(fought(under(system)))["words"]["decisions"].keys() == {kind.name for kind in kinds.values()} >= met
    with pytest.raises(ContentError, match="no interrupt is called 'act'"):
        game.players.remember("red_1", "act", "end")


@each
def test_room_for_verbs(system: str) -> None:
    """Masks have room for the verbs of their system: Swan Song's as much as ever, others' as much as they say."""
    port = port_of(system)
    room = len(np.zeros(1, port.BATTLE)[0]["open"])
    assert room == (80 if system == toy.NAME else 72)
    assert max(port.RULINGS) < room
    assert port.BATTLE.itemsize <= 8192


def test_numbers_of_kinds_stay() -> None:
    """Kinds of decisions are told apart by numbers, in records and so in what replays check: they never change."""
    names = ["act", "defend", "intercept", "pinned", "step_in", "karma", "last_stand"]
    assert {number: kind.name for number, kind in port_of("swan_song").DECISIONS.items()} == dict(enumerate(names, 1))


@each
def test_text(system: str) -> None:
    """What happens is told in sentences that leave nothing open."""
    battle = Battle(under(system), 5)
    told = sentences(battle.field, battle.events())
    bots = {team: load_bot("charger", 5) for team in ("red", "blue")}
    play(battle, bots, lambda action: told.extend(sentences(battle.field, battle.step(action))))
    assert "===" in "".join(told)
    assert not [line for line in told if "{" in line]


@each
def test_what_pictures_show(system: str) -> None:
    """Overlays and odds are answered for every unit that decides."""
    battle = Battle(under(system), 6)
    for _ in range(30):
        who = int(battle.record[0]["decider"])
        assert danger(battle, who).max() >= 0
        assert tiles_seen(battle, 0).any()
        assert tiles_in_reach(battle, who)
        assert bool(paths(battle, who, 20)) or not sum(allowance(battle, who))
        odds = quotes(battle)
        assert set(odds) <= set(battle.legal())
        battle.step(battle.legal()[-1])


@each
def test_odds(system: str) -> None:
    """The port of the odds has what is asked of it; every way in which an attack may end has its chance, cover lowers it."""
    port = port_of(system, "analysis")
    assert [name for name in OddsPort.__annotations__ if not hasattr(port, name)] == []
    open_, behind = (attack_odds("soldier", "scout", cover=cover, system=system) for cover in ("none", "good"))
    for odds in (open_, behind):
        assert sum(odds.ways().values()) == pytest.approx(1)
        assert odds.ways()["hit"] == odds.hit
        assert all(odds.made_of().values())
    assert 0 < behind.hit < open_.hit
    assert behind.expected < open_.expected


def test_odds_of_the_toy_are_exact() -> None:
    """Of the faces of its die as many hit as the odds say, whether the target dodges or not."""
    battle = Battle(under(toy.NAME), 7)
    bot = load_bot("tactician", 7)
    while battle.decision is not None and battle.decision.own:
        battle.step(bot.decide(battle))
    for answer in battle.legal():
        hits = 0
        for face in range(1, 11):
            tried = battle.copy()
            tried.dictate([face])
            hits += any(event.kind == "damage" for event in tried.step(answer))
        odds = quote_attack(battle, answer)
        assert odds.hit == hits / 10


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
    for _ in range(60):
        battle.dictate([6] * 200)
        rolls = [event for event in battle.step(random.decide(battle)) if event.kind == "roll"]
        assert all(set(roll.dice) == {6} for roll in rolls if roll.dice)
        if rolls:
            return
    pytest.fail("nobody rolled")


@each
def test_games(system: str, tmp_path: Path) -> None:
    """People play against a bot: a game ends, and is a replay that verifies."""
    game = Game(under(system), 7, {"red": load_bot("charger", 2)}, {"blue"})
    play_at_random(game, 1, 4000)
    assert game.battle.over
    checked(game, tmp_path / "game.jsonl.gz")


def test_dice_of_people() -> None:
    """Where a system does not say what rolls mean, people cannot roll them, and are told so."""
    with pytest.raises(ContentError, match=f"system = '{toy.NAME}': dice that people roll cannot be typed in"):
        Table(Game(under(toy.NAME), 1, {}, {"red", "blue"}))


@each
@each_fog
def test_watching_in_the_window(system: str, fog: bool) -> None:
    """Each moment of a replay is another picture; the units stand there in the colours of their teams."""
    cutter, battles = cut(fought(under(system, fog=fog)))
    watch = Watching(Player(cutter.playback), "dark", battles)
    hand, pictures = Hand(BattleScreen(watch)), set()
    hand.key("home")
    for name, x, y, _ in watch.view.player.tokens(0, 99):
        team = ["red", "blue"].index(name.split("_")[0])
        assert hand.pixels(f"team:{team}", watch.view.stage.pixel(x, y), watch.view.stage.scale * 0.5) > 100
    for key in ("right", "right", "right", "end"):
        hand.key(key)
        pictures.add(hand.surface.get_buffer().raw)
    assert watch.view.n == watch.view.player.last
    assert len(pictures) == 4


@each
def test_playing_in_the_window(system: str, tmp_path: Path) -> None:
    """A person's phase is offered as buttons, and ended by a key."""
    game = Game(under(system), 3, {"red": load_bot("tactician", 3)}, {"blue"})
    play = Playing(game, tmp_path / "game.jsonl.gz", {})
    hand = Hand(BattleScreen(play))
    for _ in range(6):
        hand.until(lambda: play.acts() or play.busy())
        before = len(game.replay.steps)
        hand.key("1" if play.busy() else "return")
        hand.until(lambda before=before: len(game.replay.steps) > before)
    assert sum(step.unit.startswith("blue") for step in game.replay.steps) >= 6


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
