"""The seat at the screen: its side's view in fog, and a curtain while two people change seats.

Where sides keep secrets without fog, it also sees only what its side sees.
"""

from ...catalog import catalog_of
from ...game.game import Game
from ..draw.ui import Ui
from .view import View


class Seat:
    """The seat at the screen: the side whose view of the game is shown.

    Attributes:
        curtain: the side that must take its seat before anything is shown, "" for none.
    """

    def __init__(self, game: Game, view: View) -> None:
        self.curtain = ""
        self._game, self._view = game, view
        scenario = game.battle.field.scenario
        self._secret = scenario.fog or catalog_of(scenario.system).SECRETS

    def take(self) -> None:
        """Show what the deciding side may see; in fog behind a curtain if another person sat there before."""
        scenario, pending = self._game.battle.field.scenario, self._game.pending
        if not self._secret:
            return
        before = self._view.side
        first = next(team.name for team in scenario.teams if team.name in self._game.players.people)
        seat = pending.team if pending is not None else before or first  # also while a bot has the first decisions
        if scenario.fog and len(self._game.players.people) > 1 and before not in ("", seat):
            self.curtain = seat
        self._view.side, self._view.stage.darkens = seat, scenario.fog

    def turn_side(self) -> None:
        """Go on to the next side's view; while there are secrets nobody sees another side's view before the end."""
        if self._secret and not self._game.battle.over:
            fog = self._game.battle.field.scenario.fog
            self._view.say(
                "there is fog: you see what your side sees" if fog else "sides have secrets: you see what yours sees"
            )
        else:
            self._view.turn_side()

    def draw_curtain(self, ui: Ui) -> None:
        """Hide everything until the next person has taken the seat."""
        whole = ui.surface.get_rect()
        ui.awake = True
        ui.panel(whole, "page", "", 0)
        x, y = whole.center
        ui.text(f"It is {self.curtain}'s turn.", x, y - ui.px(20), 26, "accent", bold=True, align="center")
        ui.text("Click or press Return when you sit here.", x, y + ui.px(20), 15, "faint", align="center")
        if ui.clicked or ui.key("return"):
            self.curtain = ""
