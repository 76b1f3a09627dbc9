// Help: the keys, and what the signs on the map mean.

const TURN = "j, k"; // there is a turning point only where the chances of the sides are known
const KEYS = [
  ["Space", "play or pause"],
  ["\u2190 \u2192", "a decision back or forward"],
  ["Shift \u2190 \u2192", "a phase"],
  ["Page up, Page down", "a pass"],
  ["Ctrl or Alt \u2190 \u2192", "a round"],
  ["Home, End", "the first, the last"],
  [". ,  \u2191 \u2193", "faster, slower"],
  ["+ \u2212 0", "zoom in, zoom out, whole map"],
  ["f", "fog: whose eyes"],
  ["t", "dark or light"],
  ["m", "map only"],
  ["o", "follow the action"],
  [TURN, "the turning point"],
  ["s", "save a picture"],
  ["Esc", "let go of a unit, close this"],
];
const SIGNS = [
  ["good", "Lines of fire: green the target is open, amber partly hidden, red out of sight."],
  ["fire", "Hatched ground: a zone of fire, in the colour of the shooter; pale: ground to hold or reach."],
];

function makeHelp() {
  const close = make("button", "button", "Close", { type: "button" });
  close.addEventListener("click", toggleHelp);
  const known = KEYS.filter(([key]) => key !== TURN || hasTurned());
  const keys = known.flatMap(([key, says]) => [make("dt", "", key), make("dd", "", says)]);
  const signs = [...playback.words.legend, ...SIGNS].map(([colour, says]) => {
    const dot = make("i");
    dot.style.background = `var(--${colour})`;
    return make("li", "", [dot, says]);
  });
  const wheel = framed ? "turn the wheel (with Ctrl, until you have clicked the map)" : "turn the wheel";
  const mouse =
    `Drag the map to move it, ${wheel} or pinch to zoom. Point at a unit, a tile or a roll to learn more; ` +
    "click a line of the log to go there.";
  document.getElementById("help").append(
    make("header", "", [make("h2", "", "How to watch", { id: "help-title" }), close]),
    make("div", "columns", [make("dl", "keys", keys), make("div", "", [make("p", "", mouse), make("ul", "signs", signs)])]),
  );
}

function helpIsOpen() {
  return document.getElementById("help").open;
}

function toggleHelp() {
  const help = document.getElementById("help");
  if (help.open) help.close();
  else help.showModal();
}
