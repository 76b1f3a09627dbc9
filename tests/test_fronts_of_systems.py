"""Every rule system goes through every front: the shipped one, and a toy that knows the interfaces only.

What systems must have is in `test_systems.py`, the commands are in `app/test_commands_of_systems.py`, what fog keeps secret
in `env/test_secrets_of_systems.py`, what is shown of a system's own in `env/view/test_systems_shown.py`.
"""

from pathlib import Path

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
from fireteam.agents.search.bot import SearchBot
from fireteam.agents.series.series import fight_series, play
from fireteam.content.errors import BattleOver, ContentError, IllegalAction
from fireteam.env.analysis.odds import Port as OddsPort
from fireteam.env.analysis.odds import attack_odds, quote_attack, quotes
from fireteam.env.analysis.overlays import allowance, danger, paths, tiles_in_reach, tiles_seen
from fireteam.env.battle import Battle
from fireteam.env.game.game import Game
from fireteam.env.game.table import Table
from fireteam.env.observe.actions import Action
from fireteam.env.observe.observation import describe, observation_size
from fireteam.env.replay.narrate import sentences
from fireteam.env.replay.replay import Replay
from fireteam.env.rules.systems import port_of
from fireteam.env.rules.verbs import END, PASS
from fireteam.env.view.export.html import page_of
from fireteam.env.view.playback.cutter import cut, playback_of
from fireteam.env.view.playback.player import Player
from fireteam.env.view.screens.battle import BattleScreen
from fireteam.env.view.screens.playing import Playing
from fireteam.env.view.screens.watching import Watching
from fireteam.env.view.text import draw

each_fog = pytest.mark.parametrize("fog", [False, True])
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


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
def test_text(system: str) -> None:
    """What happens is told in sentences that leave nothing open."""
    battle = Battle(under(system), 5)
    found = sentences(battle.field, battle.events())
    bots = {team: load_bot("charger", 5) for team in ("red", "blue")}
    play(battle, bots, lambda action: found.extend(sentences(battle.field, battle.step(action))))
    assert "===" in "".join(found)
    assert not [line for line in found if "{" in line]


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
    port = port_of(system, "odds")
    assert [name for name in OddsPort.__annotations__ if not hasattr(port, name)] == []
    open_, behind = (attack_odds("soldier", "scout", cover=cover, system=system) for cover in ("none", "good"))
    for odds in (open_, behind):
        assert sum(odds.ways().values()) == pytest.approx(1)
        assert odds.ways()["hit"] == odds.hit
        assert all(odds.made_of().values())
    assert 0 < behind.hit < open_.hit
    assert behind.expected < open_.expected


@each
def test_what_odds_are_refused(system: str) -> None:
    """Odds of a moment are asked with the replies of the system, for what is open, in words or not, while it is fought."""
    battle = Battle(under(system), 6)
    replies = port_of(system, "odds").REPLIES
    assert replies[0] == "standard"
    # In ladder what is declared has odds; elsewhere an attack that is to be answered has some, too.
    while battle.asked.own and not (battle.asked.name == "declare" and quotes(battle)):
        battle.step(load_bot("charger", 6).decide(battle))
    for reply in replies:
        assert quotes(battle, reply)
    before = battle.record.tobytes()
    for action, odds in quotes(battle).items():
        assert quote_attack(battle, action) == quote_attack(battle, battle.words(action)) == odds
    assert battle.record.tobytes() == before
    for ask in (quotes, lambda battle, reply: quote_attack(battle, battle.legal()[0], reply)):
        with pytest.raises(ContentError, match=r"reply = 'curse': .*standard"):
            ask(battle, "curse")
    for wrong in ("shoot red_1", Action(PASS if battle.asked.own else END), "frolic"):
        with pytest.raises(IllegalAction):
            quote_attack(battle, wrong)
    play(battle, {team: load_bot("charger", 6) for team in ("red", "blue")})
    assert quotes(battle) == {}
    with pytest.raises(BattleOver):
        quote_attack(battle, "end")


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
