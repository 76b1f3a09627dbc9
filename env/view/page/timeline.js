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
  showFigures();
  pen.lineCap = "round";
  for (const [from, to, colour] of [[0, last, "edge"], [0, view.shown, "accent"]]) {
    pen.strokeStyle = ink(colour);
    pen.lineWidth = 4 * size;
    pen.beginPath();
    pen.moveTo(momentX(from, wide), rail);
    pen.lineTo(momentX(to, wide), rail);
    pen.stroke();
  }
  drawMarks(pen, wide, rail);
  const x = momentX(view.shown, wide);
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

// How a team fares at moment n, 0 to 1, as the chosen side may know it; undefined where it may not.
function fortuneOf(team, n) {
  const shares = fortunes?.shares[team];
  if (!shares?.length || !mayKnow(team)) return undefined;
  return shares[fortunes.moments.findLastIndex((at) => at <= n)];
}

// Whether the chosen side knows how a team fares: in fog only what strength it has itself.
function mayKnow(team) {
  return tellsAll() || (!fortunes.whole && team === view.side);
}

// What the curve says where the handle stands, in figures beside it.
function showFigures() {
  const rows = playback.teams.flatMap((team, number) => {
    const share = fortuneOf(team.name, view.shown);
    if (share === undefined) return [];
    const says = `${called(team)}: ${fortunes.label} ${percent(share)}`;
    const parts = [glyph(number), make("span", "", percent(share))];
    return make("div", "fares", parts, { title: says, role: "img", "aria-label": says });
  });
  document.getElementById("figures").replaceChildren(...rows);
}

function percent(share) {
  return `${Math.round(100 * share)}\u00a0%`;
}

// Chances fill the height between them; what is not a share of one whole is drawn as lines.
function drawFortunes(pen, wide, high) {
  if (!playback.teams.some(({ name }) => mayKnow(name))) return;
  const count = fortunes.moments.filter((n) => n <= furthest).length; // what is to come is not told
  const xs = fortunes.moments.slice(0, count).map((n) => momentX(n, wide));
  const [top, foot] = [high < 45 * size ? 3 * size : 18 * size, high - 2]; // below the names of the rounds, if there is room
  const below = xs.map(() => 0);
  playback.teams.forEach((team, number) => {
    const share = fortunes.shares[team.name] ?? [];
    if (!share.length || !mayKnow(team.name)) return;
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
  pen.setLineDash([4 * size, 4 * size]);
  pen.strokeStyle = ink("text", 0.45);
  pen.lineWidth = 1;
  pen.beginPath();
  const half = Math.round((top + foot) / 2) + 0.5;
  pen.moveTo(edge, half);
  pen.lineTo(wide - edge, half);
  pen.stroke();
  pen.setLineDash([]);
  if (fortunes.whole && hasTurned() && playback.turning <= furthest) {
    pen.fillStyle = ink("accent");
    pen.beginPath();
    const turn = momentX(playback.turning, wide);
    for (const [dx, dy] of [[-4, 0], [4, 0], [0, 6]]) pen.lineTo(turn + dx * size, top - 8 * size + dy * size);
    pen.fill();
    pen.fillRect(turn - 0.5 * size, top - 2 * size, size, foot - top + 2 * size);
  }
  drawStands(pen, xs, wide, top, foot);
  if (foot - top < 24 * size) return;
  pen.fillStyle = ink("faint");
  pen.font = `500 ${9.5 * size}px ${WORDS_FONT}`;
  pen.textAlign = "right";
  pen.textBaseline = "bottom";
  if (xs.at(-1) < wide - edge - 40 * size) pen.fillText("50 %", wide - edge, half - 1);
  pen.font = `500 ${10.5 * size}px ${WORDS_FONT}`;
  pen.textAlign = "left";
  pen.textBaseline = "bottom";
  pen.fillStyle = ink("panel"); // the words stand on a plate, not on the colours of the teams
  pen.fillRect(edge + 2, foot - 2 - 14 * size, pen.measureText(fortunes.label).width + 6, 14 * size);
  pen.fillStyle = ink("faint");
  pen.fillText(fortunes.label, edge + 5, foot - 3);
}

// A dot on every line where the handle stands.
function drawStands(pen, xs, wide, top, foot) {
  let below = 0;
  const lines = fortunes.whole ? playback.teams.slice(0, -1) : playback.teams; // the last one's line is the upper edge
  for (const team of lines) {
    const share = fortuneOf(team.name, view.shown);
    if (share === undefined) continue;
    below = (fortunes.whole ? below : 0) + share;
    for (const [colour, radius] of [["page", 4.5], ["text", 3]]) {
      pen.fillStyle = ink(colour);
      pen.beginPath();
      pen.arc(momentX(view.shown, wide), foot - (foot - top) * below, radius * size, 0, 2 * Math.PI);
      pen.fill();
    }
  }
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
  const shares = playback.teams.map(({ name }) => [name, fortuneOf(name, n)]).filter(([, share]) => share !== undefined);
  const says = shares.map(([team, share]) => `${team} ${Math.round(100 * share)} %`).join(", ");
  if (says) lines.push([`${fortunes.label}: ${says}`, "faint"]);
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
