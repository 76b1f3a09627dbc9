// The timeline: rounds and passes, who was hurt and who fell, the chances of the sides above, and a handle to drag.

const slider = document.getElementById("timeline");
const curve = document.getElementById("curve");
let size = 1; // of what is drawn: it grows with the page's letters
let edge = 10; // pixels at either end
let track = 26; // pixels at the bottom: ticks, marks and handle

// How the sides fare: {label, whole, moments, shares}. Their chances to win if they are known, else what is left of them.
const fortunes = (() => {
  if (playback.chances) return { label: "chance to win", whole: true, ...playback.chances };
  if (last < 2) return null;
  const shares = Object.fromEntries(playback.teams.map((team) => [team.name, []]));
  for (let n = 0; n <= last; n++) {
    playback.teams.forEach((team, number) => {
      if (playback.side && team.name !== playback.side) return;
      const units = playback.units.filter((unit) => unit.team === number && unit.full.bars);
      const left = units.map(({ name, full }) => {
        const unit = sceneAt(n).units[name];
        const [, value, most] = health(unit, full);
        return ["down", "dead", "surrendered"].includes(unit.status) ? 0 : Math.min(value / most, 1);
      });
      shares[team.name].push(left.reduce((sum, share) => sum + share, 0) / Math.max(left.length, 1));
    });
  }
  return { label: "strength left", whole: false, moments: Array.from(shows.keys()), shares };
})();

function momentX(n, width) {
  return edge + ((width - 2 * edge) * n) / Math.max(last, 1);
}

function momentAt(x, width) {
  return Math.round(Math.min(Math.max(((x - edge) / (width - 2 * edge)) * last, 0), last));
}

function drawTimeline() {
  const box = slider.getBoundingClientRect();
  const pixels = window.devicePixelRatio || 1;
  size = parseFloat(getComputedStyle(document.documentElement).fontSize) / 14;
  [edge, track] = [10 * size, 26 * size];
  const [wide, high] = [box.width, box.height];
  curve.width = Math.round(wide * pixels);
  curve.height = Math.round(high * pixels);
  const pen = curve.getContext("2d");
  pen.setTransform(pixels, 0, 0, pixels, 0, 0);
  const rail = high - track / 2;
  drawRounds(pen, wide, high);
  if (fortunes && high > track + 16 * size) drawFortunes(pen, wide, high - track);
  pen.lineCap = "round";
  for (const [from, to, colour] of [[0, last, "edge"], [0, view.n, "accent"]]) {
    pen.strokeStyle = ink(colour);
    pen.lineWidth = 4 * size;
    pen.beginPath();
    pen.moveTo(momentX(from, wide), rail);
    pen.lineTo(momentX(to, wide), rail);
    pen.stroke();
  }
  drawMarks(pen, wide, rail);
  const x = momentX(view.n, wide);
  pen.fillStyle = ink("accent", 0.5);
  pen.fillRect(x - 0.5, 2, 1, high - track - 2);
  pen.fillStyle = ink("page");
  pen.beginPath();
  pen.arc(x, rail, 8.5 * size, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = ink("accent");
  pen.beginPath();
  pen.arc(x, rail, 6 * size, 0, 2 * Math.PI);
  pen.fill();
}

function drawRounds(pen, wide, high) {
  for (const n of playback.jumps.pass) {
    pen.fillStyle = ink("edge", 0.6);
    pen.fillRect(Math.round(momentX(n, wide)), high - track + 4, 1, track - 8);
  }
  playback.jumps.round.forEach((n, place) => {
    const x = Math.round(momentX(n, wide));
    pen.fillStyle = ink("edge");
    pen.fillRect(x, 2, 1, high - 4);
    const room = momentX(playback.jumps.round[place + 1] ?? last, wide) - x;
    if (room < 26 * size || high < track + 16 * size) return;
    pen.fillStyle = ink("faint");
    pen.font = `600 ${10.5 * size}px ${WORDS_FONT}`;
    pen.textAlign = "left";
    pen.textBaseline = "top";
    pen.fillText(room > 64 * size ? `Round ${sceneAt(n).round}` : String(sceneAt(n).round), x + 5, 4);
  });
}

// Chances fill the height between them; what is not a share of one whole is drawn as lines.
function drawFortunes(pen, wide, high) {
  const count = fortunes.moments.filter((n) => n <= furthest).length; // what is to come is not told
  const xs = fortunes.moments.slice(0, count).map((n) => momentX(n, wide));
  const [top, foot] = [18 * size, high - 2];
  const below = xs.map(() => 0);
  playback.teams.forEach((team, number) => {
    const share = fortunes.shares[team.name] ?? [];
    if (!share.length || (!fortunes.whole && view.side && playback.fog && team.name !== view.side)) return;
    const y = (place) => foot - (foot - top) * (share[place] + (fortunes.whole ? below[place] : 0));
    pen.beginPath();
    xs.forEach((x, place) => pen.lineTo(x, y(place)));
    pen.strokeStyle = ink(`team:${number}`, 0.95);
    pen.lineWidth = 2 * size;
    pen.lineJoin = "round";
    pen.stroke();
    for (let place = xs.length - 1; place >= 0; place--) {
      pen.lineTo(xs[place], fortunes.whole ? foot - (foot - top) * below[place] : foot);
    }
    if (!fortunes.whole) return;
    pen.fillStyle = ink(`team:${number}`, 0.34);
    pen.fill();
    xs.forEach((_, place) => (below[place] += share[place]));
  });
  if (foot - top < 24 * size) return;
  pen.font = `500 ${10.5 * size}px ${WORDS_FONT}`;
  pen.textAlign = "left";
  pen.textBaseline = "bottom";
  pen.fillStyle = ink("panel"); // the words stand on a plate, not on the colours of the teams
  pen.fillRect(edge + 2, foot - 2 - 14 * size, pen.measureText(fortunes.label).width + 6, 14 * size);
  pen.fillStyle = ink("faint");
  pen.fillText(fortunes.label, edge + 5, foot - 3);
}

function drawMarks(pen, wide, rail) {
  playback.moments.slice(0, furthest + 1).forEach((moment, n) => {
    for (const mark of moment.marks ?? []) {
      if (!isFor(view.side, mark) || !unitOf.has(mark.unit)) continue;
      const x = momentX(n, wide);
      const colour = `team:${unitOf.get(mark.unit).team}`;
      if (mark.mark === "wound") {
        pen.fillStyle = ink(colour);
        pen.fillRect(x - size, rail - 10 * size, 2 * size, 5 * size);
        continue;
      }
      for (const [stroke, width] of [["page", 5 * size], [colour, 2.4 * size]]) {
        pen.strokeStyle = ink(stroke);
        pen.lineWidth = width;
        pen.lineCap = "round";
        pen.beginPath();
        const [out, top, foot] = [3.2 * size, rail - 10.2 * size, rail - 3.8 * size];
        pen.moveTo(x - out, top);
        pen.lineTo(x + out, foot);
        if (mark.mark === "dead" || mark.mark === "down") {
          pen.moveTo(x + out, top);
          pen.lineTo(x - out, foot);
        }
        pen.stroke();
      }
    }
  });
}

// What a moment is called: "Round 2, pass 1", "Round 2, acting".
function whenWords(n) {
  const scene = sceneAt(n);
  const { turn: [turn], passes } = playback.words;
  const called = passes[scene.pass - 1] ?? (turn ? `${turn} ${scene.pass}` : "");
  return `Round ${scene.round}${called ? `, ${called}` : ""}`;
}

function tipForTimeline(x) {
  const box = slider.getBoundingClientRect();
  const n = momentAt(x - box.left, box.width);
  const lines = [[`${whenWords(n)}, decision ${n}`, "text"]];
  const show = () => showTip([make("div", "map-tip", tipLines(lines))], momentX(n, box.width) + box.left, box.top, "above");
  if (n > furthest) return show();
  const decision = decisionWords(n);
  if (decision) lines.push([decision, "text"]);
  for (const mark of playback.moments[n].marks ?? []) {
    const says = { wound: "wounded", down: "goes down", dead: "dies" }[mark.mark];
    if (isFor(view.side, mark)) lines.push([`${mark.unit} ${says}`, "critical"]);
  }
  if (fortunes?.whole) {
    const place = fortunes.moments.findLastIndex((at) => at <= n);
    const shares = Object.entries(fortunes.shares).map(([team, share]) => `${team} ${Math.round(100 * share[place])} %`);
    if (place >= 0) lines.push([shares.join(", "), "faint"]);
  }
  show();
}

function listenToTimeline() {
  let held = false;
  const to = (event) => {
    const box = slider.getBoundingClientRect();
    go(momentAt(event.clientX - box.left, box.width));
  };
  slider.addEventListener("pointerdown", (event) => {
    held = true;
    slider.setPointerCapture(event.pointerId);
    stop();
    to(event);
  });
  slider.addEventListener("pointermove", (event) => {
    if (held) to(event);
    tipForTimeline(event.clientX);
  });
  for (const kind of ["pointerup", "pointercancel"]) slider.addEventListener(kind, () => (held = false));
  slider.addEventListener("pointerleave", hideTip);
}
