// The map with everything on it, drawn anew for every frame that needs it.

const stage = {
  canvas: document.getElementById("map"),
  hover: null, // the unit under the pointer
  tile: -1, // the tile under the pointer
  ghosts: [], // words that still rise from decisions before
  words: [], // where words stand in this frame: { says, at, box }

  // Make the canvas as fine as the screen, as large as its box or as is said.
  measure(size = null) {
    const box = document.getElementById("ground").getBoundingClientRect();
    const pixels = window.devicePixelRatio || 1;
    [camera.width, camera.height] = size ?? [Math.max(box.width, 1), Math.max(box.height, 1)];
    this.canvas.width = Math.round(camera.width * pixels);
    this.canvas.height = Math.round(camera.height * pixels);
    if (camera.fitted || camera.scale < camera.whole) camera.fit();
    else camera.hold();
  },

  // Where the units are at `t` seconds on the way to moment n: [name, x, y, prims, scene's unit], in drawing order.
  tokens(n, t, side) {
    const from = arrived(n, t) ? n : n - 1;
    const places = new Map();
    for (const [name, before] of Object.entries(sceneAt(from).units)) {
      const unit = before.status === "absent" ? sceneAt(standsAt(n, t, name)).units[name] ?? before : before;
      places.set(name, [unit.x + 0.5, unit.y + 0.5]);
    }
    for (const cue of from === n ? [] : shows[n].cues) {
      if (cue.do !== "move" || cue.t > t || !isFor(side, cue) || !places.has(cue.unit)) continue;
      const share = Math.min((t - cue.t) / cue.for, 1);
      places.set(cue.unit, [0, 1].map((axis) => cue.from[axis] + (cue.to[axis] - cue.from[axis]) * share));
    }
    const hidden = hiddenOnWay(side, n, t);
    const made = [];
    for (const [name, [x, y]] of places) {
      const at = standsAt(n, t, name);
      const unit = sceneAt(at).units[name] ?? sceneAt(from).units[name];
      const prims = tokenOf(at, name, side);
      if (prims.length && !hidden.has(name)) made.push([name, x, y, prims, unit]);
    }
    return made.sort((a, b) => (a[4].status === "up") - (b[4].status === "up") || a[2] - b[2] || (a[0] < b[0] ? -1 : 1));
  },

  // Draw a frame; returns whether something still moves.
  draw(n, t, clock, seconds) {
    const pen = this.canvas.getContext("2d");
    const pixels = window.devicePixelRatio || 1;
    const side = view.side;
    const { cues } = shows[n];
    const shown = arrived(n, t) ? n : n - 1;
    const scene = sceneAt(shown);
    const hidden = hiddenFrom(side, shown);
    const { scale } = camera;
    const shake = view.calm ? [0, 0] : quake(cues, t);
    const at = (x, y) => [(x - camera.x + shake[0]) * scale, (y - camera.y + shake[1]) * scale];
    terrain.show(scale * pixels, shows[shown].paved);
    pen.setTransform(pixels, 0, 0, pixels, 0, 0);
    pen.clearRect(0, 0, camera.width, camera.height);
    this.drawBoard(pen, at, scale);
    drawGoals(pen, at, scale);
    drawScorch(pen, shown, side, at, scale);
    drawDents(pen, scene, at, scale);
    drawZones(pen, scene, hidden, at, scale, view.calm ? 0 : clock);
    let moving = fog.draw(pen, side ? litFor(side, shown) : null, at, scale, view.calm ? 1 : seconds);
    drawWay(pen, n, side, at, scale);
    drawFuses(pen, scene, at, scale, view.calm ? 0 : clock);
    const tokens = this.tokens(n, t, side);
    this.drawTokens(pen, tokens, cues, t, at, scale);
    drawPlans(pen, n, t, tokens, at(0, 0), scale);
    drawClouds(pen, scene, at, scale, view.calm ? 0 : clock);
    this.drawCues(pen, n, t, tokens, at, scale, clock);
    this.drawHover(pen, at, scale);
    const clouds = Object.values(scene.effects ?? {}).length + Object.values(scene.zones ?? {}).length;
    moving ||= clouds > 0 && !view.calm;
    return moving;
  },

  drawBoard(pen, at, scale) {
    const [left, top] = at(0, 0);
    const [wide, high] = [board.width * scale, board.height * scale];
    pen.save();
    pen.shadowColor = ink("shadow", 0.6);
    pen.shadowBlur = 26;
    pen.shadowOffsetY = 6;
    pen.fillStyle = ink("floor");
    pen.fillRect(left, top, wide, high);
    pen.restore();
    pen.imageSmoothingQuality = "high";
    const sky = (Math.round(SKY * terrain.scale) / terrain.scale) * scale; // as much as the canvas has
    pen.drawImage(terrain.canvas, left, top - sky, wide, high + sky);
  },

  drawTokens(pen, tokens, cues, t, at, scale) {
    for (const [name, x, y, prims, unit] of tokens) {
      const [dx, dy] = view.calm ? [0, 0] : jolt(cues, t, x, y);
      if (name === view.chosen || name === this.hover) drawAura(pen, unit, name, at(x, y), scale);
      drawPrims(pen, prims, ...at(x + dx, y + dy), scale, unit.status === "dead" ? 0.8 : 1);
    }
  },

  drawCues(pen, n, t, tokens, at, scale, clock) {
    const side = view.side;
    const { span, cues } = shows[n];
    const resting = (t >= span && !view.playing) || view.calm;
    const here = at(0, 0);
    for (const cue of cues) {
      if (!isFor(side, cue) || !(cue.do in MOVING)) continue;
      const on = t - cue.t;
      if (resting) drawPrims(pen, AT_REST[cue.do](cue), ...here, scale);
      else if (on >= 0 && on < cue.for) drawPrims(pen, MOVING[cue.do](cue, on / cue.for, on), ...here, scale);
    }
    this.ghosts = this.ghosts.filter(([, since]) => clock - since < RISES);
    const words = cues
      .filter((cue) => cue.do === "float" && isFor(side, cue))
      .map((cue) => [cue, resting ? 0 : (t - cue.t) / cue.for])
      .filter(([, share]) => share >= 0 && share < 1);
    drawWords(pen, [...this.ghosts.map(([cue, since]) => [cue, (clock - since) / RISES]), ...words], tokens, at, scale);
    for (const cue of cues) {
      const on = t - cue.t;
      if (cue.do === "banner" && on >= 0 && on < cue.for && n) drawBanner(pen, cue.says, on, cue.for);
    }
  },

  drawHover(pen, at, scale) {
    if (this.tile < 0) return;
    const [x, y] = at(this.tile % board.width, Math.floor(this.tile / board.width));
    pen.strokeStyle = ink("text", 0.55);
    pen.lineWidth = 1.5;
    pen.strokeRect(x + 1, y + 1, scale - 2, scale - 2);
  },
};

// A ring of light around somebody who is pointed at, and a line to whom they aim at.
function drawAura(pen, unit, name, [x, y], scale) {
  const wide = unitOf.get(name)?.full.side ?? 1;
  const middle = ((wide - 1) / 2) * scale;
  const size = 0.95 * wide * scale;
  pen.drawImage(puff("text@0.5"), x + middle - size, y + middle - size, 2 * size, 2 * size);
  const goal = sceneAt(view.shown).units[unit.aim_at];
  if (!goal || hiddenFrom(view.side, view.shown).has(unit.aim_at)) return;
  const [ox, oy] = camera.pixel(goal.x + 0.5, goal.y + 0.5);
  pen.save();
  pen.setLineDash([scale * 0.14, scale * 0.12]);
  pen.strokeStyle = ink("reach", 0.8);
  pen.lineWidth = Math.max(scale * 0.045, 1);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(ox, oy);
  pen.stroke();
  pen.restore();
}

// Words across the picture: a round begins, somebody has won.
function drawBanner(pen, says, on, lasts) {
  const thin = Math.max(Math.min(on / 0.2, (lasts - on) / 0.3, 1), 0);
  const height = Math.min(camera.width / 11, camera.height / 7);
  const middle = camera.height / 2;
  const band = pen.createLinearGradient(0, 0, camera.width, 0);
  band.addColorStop(0, ink("page", 0));
  band.addColorStop(0.3, ink("page", 0.82 * thin));
  band.addColorStop(0.7, ink("page", 0.82 * thin));
  band.addColorStop(1, ink("page", 0));
  pen.fillStyle = band;
  pen.fillRect(0, middle - height, camera.width, 2 * height);
  pen.fillStyle = ink("accent", 0.8 * thin);
  const rule = Math.min(camera.width * 0.5, height * 7) * Math.min(on / 0.35, 1);
  pen.fillRect((camera.width - rule) / 2, middle - height + 1, rule, 1.5);
  pen.fillRect((camera.width - rule) / 2, middle + height - 2.5, rule, 1.5);
  letters(pen, says, camera.width / 2, middle, height, ink("accent", thin));
}

// How far an explosion shakes the picture, in tiles.
function quake(cues, t) {
  for (const cue of cues) {
    const on = t - cue.t;
    if (cue.do !== "blast" || on < 0 || on > 0.45) continue;
    const by = 0.1 * (1 - on / 0.45);
    return [by * Math.sin(71 * on), by * Math.cos(89 * on)];
  }
  return [0, 0];
}
