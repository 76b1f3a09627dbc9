// What is shown now, and how it goes on: the clock of the page.

const view = {
  n: 0, // the moment shown
  t: Infinity, // seconds on the way to it
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

// Bring everything beside the map up to date, and draw.
function showMoment() {
  const n = view.n;
  showCards(n);
  showRibbon(n);
  showLog(n);
  showCaption(n);
  showControls();
  tellEnd(n);
  drawTimeline();
  const now = playback.moments[n].by;
  const unit = view.follow && n ? sceneAt(n).units[view.chosen ?? now] : null;
  if (unit && !hiddenFrom(view.side, n).has(view.chosen ?? now)) camera.follow([unit.x + 0.5, unit.y + 0.5]);
  refresh();
}

// Ask for a frame.
function refresh() {
  if (!frame) frame = requestAnimationFrame(draw);
}

function draw(now) {
  frame = 0;
  const seconds = Math.min((now - stamp) / 1000, 0.1);
  stamp = now;
  const before = view.n;
  advance(seconds * view.speed);
  if (view.n !== before) showMoment();
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
