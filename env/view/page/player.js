// What is shown now, and how it goes on: the clock of the page.

const view = {
  n: 0, // the moment shown
  t: Infinity, // seconds on the way to it
  get shown() {
    return arrived(this.n, this.t) ? this.n : this.n - 1; // the last moment of which everything has been seen
  },
  playing: false,
  speed: 1,
  unit: "decision", // what the step buttons step by
  side: playback.side ?? "", // whose eyes, "" for all-seeing
  chosen: null, // a unit that was clicked
  follow: true,
  calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
};
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
let frame = 0;
let clock = 0; // seconds that the page has been playing, at its speed
let stamp = 0;

// Show a moment; with `moving` what led to it is played.
function go(n, moving = false) {
  stage.ghosts = [];
  view.n = Math.min(Math.max(n, 0), last);
  view.t = moving && view.n ? 0 : Infinity;
  showMoment();
}

function step(what, by) {
  stop();
  go(jump(view.n, what, by), by > 0 && what === "decision");
}

function play() {
  if (view.n >= last && view.t >= shows[last].span) go(0);
  view.playing = true;
  showControls();
  refresh();
}

function stop() {
  view.playing = false;
  showControls();
  refresh();
}

// Bring everything beside the map up to date, as far as the map has come, and draw.
let stood = ""; // how far panels had come
function showMoment() {
  const n = view.n;
  stood = standing();
  tellEnd(n);
  showCards();
  showRibbon(view.shown);
  showLog();
  showCaption();
  showControls();
  drawTimeline();
  const now = playback.moments[n].by;
  const unit = view.follow && n ? sceneAt(n).units[view.chosen ?? now] : null;
  if (unit && !hiddenFrom(view.side, n).has(view.chosen ?? now)) camera.follow([unit.x + 0.5, unit.y + 0.5]);
  refresh();
}

// What panels show changes with this: the moment, and on the way there every unit that looks otherwise and every line told.
function standing() {
  if (arrived(view.n, view.t)) return `${view.n}`;
  const lines = (playback.moments[view.n].log ?? []).filter((line) => (line.t ?? 0) <= view.t).length;
  const looks = [...shows[view.n].looks.values()].filter((t) => t <= view.t).length;
  return `${view.n} ${lines} ${looks}`;
}

// Ask for a frame.
function refresh() {
  if (!frame) frame = requestAnimationFrame(draw);
}

function draw(now) {
  frame = 0;
  const seconds = Math.min((now - stamp) / 1000, 0.1);
  stamp = now;
  advance(seconds * view.speed);
  if (standing() !== stood) showMoment();
  else if (view.n === last && !ended) tellEnd(last);
  let moving = camera.glide(seconds);
  moving = stage.draw(view.n, view.t, clock, seconds) || moving;
  moving ||= view.playing || view.t < shows[view.n].span || stage.ghosts.length > 0;
  if (moving) refresh();
}

// Let time pass: to the end of what led to this moment, and on to the next while playing.
function advance(seconds) {
  clock += seconds;
  if (view.t < shows[view.n].span) view.t += seconds;
  while (view.playing && view.t >= shows[view.n].span) {
    if (view.n >= last) return stop(), tellEnd(view.n);
    const left = Math.min(view.t - shows[view.n].span, 0.1) || 0;
    keepWords();
    view.n += 1;
    view.t = left;
  }
}

// Words that have not faded yet go on rising over the next decision.
function keepWords() {
  const { cues } = shows[view.n];
  const over = Math.min(view.t, shows[view.n].span);
  for (const cue of cues) {
    const since = over - cue.t;
    if (cue.do === "float" && isFor(view.side, cue) && since < RISES) stage.ghosts.push([cue, clock - since]);
  }
}

function choose(unit) {
  view.chosen = unit;
  showMoment();
}

// Light up a unit that the pointer is on, wherever it is shown.
function point(unit) {
  if (stage.hover === unit) return;
  cardOf.get(stage.hover)?.card.classList.remove("pointed");
  stage.hover = unit;
  cardOf.get(unit)?.card.classList.add("pointed");
  refresh();
}
