// What lies over the ground: zones of fire, goals, clouds, fuses, dents, scorched earth, fog, ways gone.

// Tiles as one hatched area with an edge. `at` gives the pixel of a place, `drift` moves the strokes.
function hatch(pen, tiles, colour, at, scale, drift, dense = 1) {
  const inside = new Set(tiles);
  pen.save();
  pen.beginPath();
  for (const tile of tiles) {
    const [x, y] = at(tile % board.width, Math.floor(tile / board.width));
    pen.rect(x, y, scale, scale);
  }
  pen.fillStyle = ink(colour, 0.13 * dense);
  pen.fill();
  pen.clip();
  const columns = tiles.map((tile) => tile % board.width);
  const rows = tiles.map((tile) => Math.floor(tile / board.width));
  const [left, top] = at(Math.min(...columns), Math.min(...rows));
  const [right, bottom] = at(Math.max(...columns) + 1, Math.max(...rows) + 1);
  const gap = Math.max(scale / 2.5, 5);
  const first = left - (bottom - top) - gap;
  pen.strokeStyle = ink(colour, 0.4 * dense);
  pen.lineWidth = Math.max(scale * 0.055, 1);
  pen.beginPath();
  for (let x = first + (drift % 1) * gap; x < right + gap; x += gap) {
    pen.moveTo(x, bottom);
    pen.lineTo(x + (bottom - top), top);
  }
  pen.stroke();
  pen.restore();
  pen.strokeStyle = ink(colour, 0.6 * dense);
  pen.lineWidth = Math.max(scale * 0.04, 1);
  pen.beginPath();
  for (const tile of tiles) {
    const [column, row] = [tile % board.width, Math.floor(tile / board.width)];
    const [x, y] = at(column, row);
    const edges = [
      [row > 0 && inside.has(tile - board.width), x, y, x + scale, y],
      [row < board.height - 1 && inside.has(tile + board.width), x, y + scale, x + scale, y + scale],
      [column > 0 && inside.has(tile - 1), x, y, x, y + scale],
      [column < board.width - 1 && inside.has(tile + 1), x + scale, y, x + scale, y + scale],
    ];
    for (const [joined, x0, y0, x1, y1] of edges) {
      if (joined) continue;
      pen.moveTo(x0, y0);
      pen.lineTo(x1, y1);
    }
  }
  pen.stroke();
}

function drawZones(pen, scene, hidden, at, scale, clock) {
  for (const zone of Object.values(scene.zones ?? {})) {
    if (hidden.has(zone.shooter) || !zone.tiles.length) continue;
    const team = unitOf.get(zone.shooter)?.team;
    hatch(pen, zone.tiles, team === undefined ? "fire" : `team:${team}`, at, scale, clock * 0.5);
  }
}

// Smoke and gas: puffs that drift and breathe over what the cloud covers.
function drawClouds(pen, scene, at, scale, clock) {
  for (const [number, effect] of Object.entries(scene.effects ?? {})) {
    if (effect.kind !== "smoke" && effect.kind !== "gas") continue;
    const wide = effect.metres / board.metres + 0.5;
    const count = Math.min(Math.ceil(7 * wide * wide) + 6, 130);
    for (let n = 0; n < count; n++) {
      const turn = 2 * Math.PI * scattered(n, Number(number), 1);
      const out = wide * Math.sqrt(scattered(n, Number(number), 2)) * 0.92;
      const sway = clock * (0.25 + 0.3 * scattered(n, 4)) + n;
      const x = effect.x + 0.5 + out * Math.sin(turn) + 0.16 * Math.sin(sway);
      const y = effect.y + 0.5 - out * Math.cos(turn) + 0.12 * Math.cos(0.8 * sway);
      const size = (0.75 + 0.6 * scattered(n, 3) + 0.08 * Math.sin(1.3 * sway)) * scale;
      const [px, py] = at(x, y);
      pen.globalAlpha = 0.26 + 0.14 * scattered(n, 5);
      const tint = n % 3 ? effect.kind : `${effect.kind}-0.25`;
      pen.drawImage(puff(tint), px - size, py - size, 2 * size, 2 * size);
    }
    pen.globalAlpha = 1;
  }
}

const CASES = {
  fuse: ["disc", "ink-0.2", 0, 0, 0.17],
  charge: ["poly", "ink-0.2", [-0.2, -0.14, 0.2, -0.14, 0.2, 0.14, -0.2, 0.14]],
};

// Fuses and charges that lie there, and how far they will be felt.
function drawFuses(pen, scene, at, scale, clock) {
  for (const effect of Object.values(scene.effects ?? {})) {
    if (effect.kind !== "fuse" && effect.kind !== "charge") continue;
    const [x, y] = at(effect.x + 0.5, effect.y + 0.5);
    const near = effect.metres / board.metres + 0.5;
    const beat = 0.5 + 0.5 * Math.sin(6 * clock);
    const glow = ["disc", `fire@${(0.15 + 0.25 * beat).toFixed(2)}`, 0, 0, 0.3 + 0.1 * beat];
    const reach = [["disc", "fire@0.06", 0, 0, near], ["arc", "fire@0.5", 0, 0, near, 0, 1, 0.04]];
    const spark = [["disc", "fire", 0, 0, 0.1], ["disc", "spark", 0, 0, 0.045]];
    drawPrims(pen, [...reach, glow, CASES[effect.kind], ...spark], x, y, scale);
  }
}

// Cracks in what has been shot at, more of them the worse it is.
function drawDents(pen, scene, at, scale) {
  for (const [tile, damage] of Object.entries(scene.dents ?? {})) {
    const [x, y] = at(tile % board.width, Math.floor(tile / board.width));
    const prims = [];
    for (let crack = 0; crack < Math.min(1 + damage, 7); crack++) {
      const turn = 2 * Math.PI * scattered(crack, Number(tile), 1);
      const mid = [0.5 + 0.1 * Math.sin(turn + 1), 0.45 + 0.1 * Math.cos(turn + 1)];
      const end = [0.5 + (0.2 + 0.2 * scattered(crack, 2)) * Math.sin(turn), 0.45 + 0.32 * Math.cos(turn)];
      prims.push(["line", "shadow@0.6", 0.035, [0.5, 0.45, ...mid, ...end]]);
    }
    prims.push(["disc", "shadow@0.55", 0.5, 0.45, 0.06]);
    drawPrims(pen, prims, x, y, scale);
  }
}

// Burnt ground where something went off earlier; twice at the same place is no darker.
const blasts = shows.flatMap((show, n) => show.cues.filter((cue) => cue.do === "blast").map((cue) => [n, cue]));

function drawScorch(pen, n, side, at, scale) {
  const past = blasts.filter(([when, cue]) => when < n && isFor(side, cue));
  const burnt = new Map(past.map(([, cue]) => [String(cue.at), cue]));
  for (const cue of burnt.values()) {
    const [x, y] = at(...cue.at);
    const size = Math.min(0.5 * cue.radius, 1.6) * scale;
    pen.globalAlpha = 0.4;
    pen.drawImage(puff("shadow"), x - size, y - size, 2 * size, 2 * size);
    pen.globalAlpha = 1;
  }
}

// The way that whoever acts has come in this phase, as dots.
function drawWay(pen, n, side, at, scale) {
  const actor = playback.moments[n].by;
  const team = unitOf.get(actor)?.team;
  if (team === undefined) return;
  for (let past = Math.max(phaseOf(n), 1); past <= n; past++) {
    for (const cue of shows[past].cues) {
      if (cue.do !== "move" || cue.unit !== actor || !isFor(side, cue)) continue;
      const dots = [0, 1, 2].map((part) => {
        const share = (part + 0.5) / 3;
        const [x, y] = [0, 1].map((axis) => cue.from[axis] + (cue.to[axis] - cue.from[axis]) * share);
        return ["disc", `team:${team}+0.3@0.55`, x, y, 0.055];
      });
      drawPrims(pen, dots, ...at(0, 0), scale);
    }
  }
}

// The dark over what a side does not see, with soft edges; it lifts and falls in a moment.
const fog = {
  canvas: document.createElement("canvas"),
  veil: null, // how dark each tile is now, 0 to 1
  theme: "", // in which the canvas is

  draw(pen, lit, at, scale, seconds) {
    const size = board.width * board.height;
    this.veil ??= new Float32Array(size);
    let moving = false;
    for (let tile = 0; tile < size; tile++) {
      const goal = lit && !lit[tile] ? 1 : 0;
      const gap = goal - this.veil[tile];
      if (!gap) continue;
      this.veil[tile] = Math.abs(gap) < 0.02 ? goal : this.veil[tile] + gap * Math.min(9 * seconds, 1);
      moving = true;
    }
    if (!this.veil.some((dark) => dark > 0)) return moving;
    if (moving || this.theme !== theme) this.fill();
    const [wide, high] = [board.width + 2, board.height + 2];
    const [left, top] = at(0, 0);
    pen.save();
    pen.beginPath();
    pen.rect(left, top - SKY * scale, board.width * scale, (board.height + SKY) * scale);
    pen.clip();
    pen.imageSmoothingEnabled = true;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(this.canvas, left - scale, top - scale, wide * scale, high * scale);
    pen.restore();
    return moving;
  },

  // Bring the canvas up to date: a pixel for each tile, and one more around so that the edges of the map stay dark.
  fill() {
    const [wide, high] = [board.width + 2, board.height + 2];
    this.theme = theme;
    this.canvas.width = wide;
    this.canvas.height = high;
    const small = this.canvas.getContext("2d");
    const picture = small.createImageData(wide, high);
    const hex = playback.palette[theme].fog;
    const rgb = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    for (let y = 0; y < high; y++) {
      for (let x = 0; x < wide; x++) {
        const column = Math.min(Math.max(x - 1, 0), board.width - 1);
        const row = Math.min(Math.max(y - 1, 0), board.height - 1);
        picture.data.set([...rgb, 168 * this.veil[row * board.width + column]], 4 * (y * wide + x));
      }
    }
    small.putImageData(picture, 0, 0);
  },
};
