"""Whatever decides or shows for a side looks at a battle as that side knows it: the sources say so.

`leaking.py` follows true battles through the sources; where one is looked at must be listed here, with a reason. A leak that
somebody writes tomorrow is found although no test plays the state in which it would tell.
"""

import pytest
from leaking import Leak, leaks
from sourced import ROOT, texts

# What speaks for no side: not gone through.
BESIDE = {
    "fireteam.env.battle.": "the face of the record itself; `as_known` is in it",
    "fireteam.env.scenario.opening.": "sets battles up",
    "fireteam.systems.swan_song.catalog.fill.": "sets battles up",
    "fireteam.systems.d10_pool.catalog.fill.": "sets battles up",
    "fireteam.systems.ladder.catalog.fill.": "sets battles up",
    "fireteam.systems.swan_song.catalog.scene.": "for replays, as `replay.scene`",
    "fireteam.systems.ladder.catalog.plans.": "the same: what each side takes plans for is in them, apart",
    "fireteam.env.analysis.table.": "two units on a table of their own, in no battle",
    "fireteam.systems.swan_song.odds.attack.": "the same",
    "fireteam.systems.d10_pool.odds.attack.": "the same",
    "fireteam.systems.ladder.odds.attack.": "the same",
    "fireteam.env.replay.scene.": "for replays; `fog`, `redact` and `transcript` take out what is not a side's",
    "fireteam.env.replay.replay.": "files of what happened",
    "fireteam.env.replay.check.": "what of a battle replays check",
    "fireteam.env.analysis.walk.": "how a battle opens, for who writes the scenario",
    "fireteam.env.observe.state.": "PettingZoo's state(): all of it, for who learns to judge",
    "fireteam.systems.swan_song.observe.state.": "the same",
    "fireteam.systems.d10_pool.observe.port.write_own_state": "the same",
    "fireteam.systems.ladder.observe.port.write_own_state": "the same",
    "fireteam.env.observe.reward.": "what was earned by what happened",
    "fireteam.env.view.text.draw.": "the picture for who watches all",
    "fireteam.warm.": "calls everything once, for nobody",
}
PLAYS = "lets what was decided happen"
COUNTED = "statistics of what happened, for who compares many battles; no bot sees them"
OF_ITS_OWN = "what the unit that decides knows of itself"
# Where a true battle may be looked at, for what, and why.
ALLOWED = {
    ("fireteam.agents.search.determinization", "determinize"): ({"units"}, OF_ITS_OWN),
    ("fireteam.agents.tactics.watched", "_Notes.step"): ({"step"}, PLAYS),
    ("fireteam.agents.watching", "life_of_team"): ({"units", "life_share()"}, COUNTED),
    ("fireteam.agents.watching", "note_round"): ({"units"}, COUNTED),
    ("fireteam.agents.watching", "note_step"): ({"units"}, COUNTED),
    ("fireteam.agents.series.meetings", "note_meeting"): ({"units", "cover_between()"}, COUNTED),
    ("fireteam.agents.rollout", "go_on"): ({"step()"}, PLAYS),
    ("fireteam.agents.rollout", "play_on"): ({"step()"}, PLAYS),
    ("fireteam.agents.rollout", "takes"): ({"step()"}, PLAYS),
    ("fireteam.agents.doctrine.interface", "stand"): ({"units"}, OF_ITS_OWN),
    ("fireteam.agents.rollout", "random_play"): ({"seed", "step()"}, PLAYS),
    ("fireteam.agents.doctrine.interface", "horizon"): ({"reach()"}, OF_ITS_OWN),
    ("fireteam.agents.series.series", "fight_one"): ({"log", "seed", "step"}, PLAYS),
    ("fireteam.agents.attribution.resampling", "resolve_all"): (
        {"step()"},
        "what other dice would have done, for who watches all",
    ),
    ("fireteam.env.seats.loop", "Loop._start"): ({"new_log()"}, "the logs of a batch, for the threads that step it"),
    ("fireteam.env.seats.levels", "Levels.number"): ({"mixed_word()"}, "draws which level is fought, before its battle"),
    ("fireteam.agents.luck.noting", "Notes.__init__"): ({"new_log()"}, "the same, for who compares many battles"),
    ("fireteam.agents.luck.noting", "play_noted"): ({"step()"}, PLAYS),
    ("fireteam.agents.luck.worth", "progress"): ({"life_share()", "teams", "units"}, COUNTED),
    ("fireteam.agents.luck.worth", "strength"): ({"life_share()", "units"}, COUNTED),
    ("fireteam.agents.series.series", "play"): ({"step"}, PLAYS),
    ("fireteam.reports.forecast.figures.decisive", "contests_of"): ({"step"}, PLAYS),
    ("fireteam.agents.series.courses", "courses_of"): ({"units"}, COUNTED),
    ("fireteam.training.means.counting", "Counted.fight"): ({"step_row()"}, PLAYS),
    ("fireteam.training.means.naming", "Names.look"): ({"units"}, OF_ITS_OWN),
    ("fireteam.env.seats.batch", "begin_battle"): ({"seed", "step()"}, PLAYS),
    ("fireteam.env.game.game", "Game._go_back"): ({"restore"}, "takes decisions back"),
    ("fireteam.env.game.game", "Game._step"): ({"snapshot"}, "so that decisions can be taken back"),
    ("fireteam.env.game.game", "Game.check"): ({"step"}, "whether an action is open, on a copy"),
    ("fireteam.env.seats.illegal", "take"): ({"end_battle()", "step()"}, PLAYS),
    ("fireteam.env.seats.match", "Match._do"): ({"step"}, PLAYS),
    ("fireteam.env.seats.match", "Match._play_on"): ({"units"}, "how many have left, which their agents are told"),
    ("fireteam.env.seats.match", "take_turn"): ({"units"}, "how many have left, which their agents are told"),
    ("fireteam.env.analysis.overlays", "_mark_seen"): (
        {"units", "is_blind()", "cover_between()"},
        "what a side's own units see",
    ),
    ("fireteam.env.analysis.overlays", "_measure"): ({"trace()"}, "lines of shots, for playbacks"),
    ("fireteam.env.analysis.overlays", "_mark_zone"): ({"in_zone()"}, "for scenes"),
    ("fireteam.env.game.players", "Players._ask"): ({"snapshot", "restore"}, "whether a bot has left the battle as it was"),
    ("fireteam.env.analysis.dice", "Trial.run"): ({"step"}, "finds out which dice an action throws, to ask for them"),
    ("fireteam.agents.opponents", "BotOpponent._answer"): (
        {"show"},
        "the battle that a bot is asked about becomes the row's: bots are given it whole, as in a match",
    ),
    ("fireteam.env.seating", "Seating.has_left"): ({"units"}, "whether an agent is dead, which it is told"),
    ("fireteam.systems.swan_song.catalog.prices", "price"): ({"reshape", "units"}, OF_ITS_OWN),
    ("fireteam.systems.d10_pool.catalog.scene", "price"): ({"reshape"}, OF_ITS_OWN),
    ("fireteam.env.view.parts.choices", "Choices.left"): ({"units"}, OF_ITS_OWN),
}

# Leaks that somebody might write: module, what stands there, what is written instead, function that the leak is found in.
WRITTEN = [
    ("fireteam.env.observe.observation", "write_known(as_known(battle, arena, log, battle.units[who].team), arena",
     "write_known(battle, arena", "write_slot"),
    ("fireteam.env.observe.observation", "write_known(as_known(battle, arena, log, battle.units[who].team), arena",
     "write_known(battle, arena", "write_bearing"),
    ("fireteam.agents.doctrine.choose", "consider(known, arena", "consider(battle, arena", "focus"),
    ("fireteam.agents.search.playouts", "imagine(battle, arena, seed, number)", "pass", "play_orders"),
    ("fireteam.agents.orders.asking", "propose(known, arena", "propose(battle, arena", "places_of"),
    ("fireteam.agents.orders.asking", "begun(known, arena", "begun(battle, arena", "known_foes"),
    ("fireteam.agents.network.choosing", "judge_orders(known, arena", "judge_orders(battle, arena", "write_slot"),
    ("fireteam.agents.network.choosing", "judge_orders(known, arena", "judge_orders(battle, arena", "gain_from"),
    ("fireteam.agents.network.choosing", "begun(known, arena", "begun(battle, arena", "carry_out"),
    ("fireteam.agents.network.reasons", "judge_orders(known, arena", "judge_orders(battle, arena", "write_slot"),
    ("fireteam.env.analysis.odds", "battle = _as_known(battle)\n", "\n", "_quoted"),
    ("fireteam.env.analysis.odds", "_quote(_as_known(battle), action, reply)",
     "_quote(battle.clone(), action, reply)", "_quoted"),
    ("fireteam.env.analysis.odds", "_quote(_as_known(battle), action, reply)", "_quote(battle, action, reply)", "_read"),
    ("fireteam.env.view.parts.overlays", "battle = battle.as_known(", "other = battle.as_known(", "lines_of_fire"),
    ("fireteam.env.view.parts.hand", "danger(battle.as_known(int(battle.record[0][\"units\"][\"team\"][who])), who)",
     "danger(battle, who)", "_mark_danger"),
    ("fireteam.prompt.text", "row = battle.as_known(number).record[0]", "row = battle.record[0]", "board"),
    ("fireteam.prompt.commands", "paths(known, number", "paths(battle, number", "_spread"),
    ("fireteam.agents.search.bot", "decisions = int(battle.record[0][\"decisions\"])",
     "decisions = int(battle.record[0][\"units\"][\"flesh\"].sum())", "SearchBot.decide"),
    ("fireteam.agents.search.bot", "decisions = int(battle.record[0][\"decisions\"])",
     "decisions = int(copied(battle.record)[0][\"units\"][\"flesh\"].sum())", "SearchBot.decide"),
    ("fireteam.agents.search.determinization",
     "determinize(battle, arena, battle.decider, mixed_word(seed, 4 * number + 3))", "pass", "imagine"),
]  # fmt: skip


def wrong(changed: dict[str, str] | None = None) -> list[Leak]:
    """Return the leaks that are not allowed."""
    return [leak for leak in leaks(BESIDE, changed) if leak.what not in ALLOWED.get(leak[:2], (set(), ""))[0]]


def test_every_room_is_gone_through() -> None:
    """All packages outside the engine are read."""
    for room in ("agents", "app", "env", "training"):
        for path in (ROOT / room).rglob("*.py"):
            assert "rules" in path.parts or path.read_text(encoding="utf-8") in texts().values(), path


def test_a_side_is_shown_what_it_knows() -> None:
    """Nothing outside the engine looks at a battle as it is, but what is listed with a reason."""
    assert [f"{leak.module}:{leak.line}, {leak.function}: looks at {leak.what} of a true battle" for leak in wrong()] == []


def test_what_is_allowed_is_needed() -> None:
    """No reason stands in the lists for what is not done."""
    needed: dict[tuple[str, str], set[str]] = {}
    for leak in leaks(BESIDE):
        needed.setdefault(leak[:2], set()).add(leak.what)
    assert needed == {key: allowed for key, (allowed, _) in ALLOWED.items()}
    assert all(leaks(BESIDE.keys() - {beside}) != leaks(BESIDE) for beside in BESIDE)


@pytest.mark.parametrize(("module", "now", "then", "where"), WRITTEN)
def test_a_leak_is_found(module: str, now: str, then: str, where: str) -> None:
    """A leak that is written into a source is found, however far below it the battle is looked at."""
    assert now in texts()[module]
    assert where in {leak.function for leak in wrong({module: texts()[module].replace(now, then)})}
