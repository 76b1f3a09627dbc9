// Put the page together and show the opening.

function makeHead() {
  document.title = `${playback.title} \u2013 a Fireteam battle`;
  document.getElementById("title").textContent = playback.title;
  const about = document.getElementById("about");
  about.textContent = about.title = playback.about ?? "";
  playback.teams.forEach((team, number) => {
    const bot = playback.seats?.[team.name];
    const parts = [glyph(number), make("b", "", called(team)), bot ? make("span", "bot", plain(bot)) : null];
    const seat = make("span", "seat-of", parts, { role: "listitem", title: team.goal?.says ?? "" });
    teamColour(seat, number);
    document.getElementById("seats").append(seat);
    if (!team.goal) return;
    const goal = make("span", "goal", team.goal.says);
    teamColour(goal, number);
    document.getElementById("goals").append(goal, " ");
  });
  const { result } = playback;
  if (!result) return;
  const box = document.getElementById("result");
  const team = playback.teams.findIndex((entry) => entry.name === result.winner);
  if (team >= 0) teamColour(box, team);
  const rounds = `${result.rounds} round${result.rounds === 1 ? "" : "s"}`;
  const [[[says]]] = Object.values(playback.ending); // the same whoever looks: who won
  box.append(make("b", "", team >= 0 ? says : "A draw"), ` ${result.ending}, ${rounds}`);
}

function makeNote() {
  const note = document.getElementById("note");
  const says = [playback.note, playback.side ? `What ${playback.side} saw of it.` : ""].filter(Boolean).join(" ");
  note.hidden = !says;
  note.textContent = says;
}

// On a narrow page units and log take turns; a second click on a tab folds its panel.
function makeTabs() {
  const tabs = [["cards", "Units"], ["log", "Log"]].map(([panel, says]) => {
    const tab = make("button", "tab", says, { type: "button", role: "tab", "aria-controls": panel });
    tab.addEventListener("click", () => openTab(document.getElementById("app").dataset.tab === panel ? "" : panel));
    return tab;
  });
  document.getElementById("tabs").append(...tabs);
  openTab(framed ? "" : "log"); // a frame is small: the map has it
}

function openTab(panel) {
  document.getElementById("app").dataset.tab = panel;
  for (const tab of document.querySelectorAll(".tab")) {
    tab.setAttribute("aria-selected", tab.getAttribute("aria-controls") === panel);
  }
  if (blocks.length) showLog(view.n);
}

// A page around this one may say which theme it has.
function listenToPageAround() {
  window.addEventListener("message", ({ source, data }) => {
    if (framed && source === window.parent && ["dark", "light"].includes(data?.theme)) useTheme(data.theme);
  });
}

// On paper there is the whole map with what is on it now, on white, and what stands around it in words.
const PAPER = 1600; // pixels that the map is wide
function listenToPrinter() {
  const screen = {};
  window.addEventListener("beforeprint", () => {
    Object.assign(screen, { theme, fitted: camera.fitted, x: camera.x, y: camera.y, scale: camera.scale });
    useTheme("light");
    camera.fitted = true;
    stage.measure([PAPER, Math.ceil((PAPER * (board.height + SKY + 2 * MARGIN)) / (board.width + 2 * MARGIN))]);
    stage.draw(view.n, view.t, clock, 1);
  });
  window.addEventListener("afterprint", () => {
    useTheme(screen.theme);
    measure();
    if (!screen.fitted) Object.assign(camera, screen);
    refresh();
  });
}

function measure() {
  stage.measure();
  drawTimeline();
  refresh();
}

function start() {
  const app = document.getElementById("app");
  app.classList.toggle("still", !last);
  app.classList.toggle("broad", board.width > 2.4 * board.height);
  makeHead();
  makeNote();
  makeCards();
  makeLog();
  makeControls();
  makeHelp();
  makeTabs();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  useTheme(playback.theme || (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => playback.theme || useTheme(dark.matches ? "dark" : "light"));
  filterLog();
  measure();
  listenToLog();
  listenToTimeline();
  listenToKeys();
  listenToMap();
  listenToTaps();
  listenToCard();
  listenToPageAround();
  listenToPrinter();
  new ResizeObserver(measure).observe(document.getElementById("ground"));
  const asked = Number(location.hash.slice(1));
  go(Number.isInteger(asked) ? asked : 0);
  // In a small frame the map is what is to be seen; the page around it says what it is about.
  if (!view.n && last && !(framed && innerWidth <= 820)) showCard(playback.opening);
}

start();

// For tests and for the curious: what the page shows.
window.fireteam = {
  state: () => structuredClone(sceneAt(view.n)),
  scenes: () => shows.map((show) => structuredClone(show.scene)),
  moment: () => view.n,
  playing: () => view.playing,
  side: () => view.side,
  theme: () => theme,
  shown: () => stage.tokens(view.n, Infinity, view.side).map(([name]) => name),
  pixel: (x, y) => camera.pixel(x, y),
  // Whether a unit is up, lies there, or is not on the map, as it is drawn; where words stand beside it.
  drawn: () => Object.fromEntries(stage.tokens(view.n, view.t, view.side).map(([name, , , , unit]) => [name, unit.status])),
  words: () => structuredClone(stage.words),
  // Stand still `t` seconds on the way to moment n.
  stand: (n, t) => {
    go(n, true);
    view.t = t;
    showMoment();
    stage.draw(n, t, clock, 0);
  },
  span: (n) => shows[n].span,
  go,
};
