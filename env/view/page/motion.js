// What moves: cues between two decisions. `on` is how many seconds a cue is on, `share` how much of it is over.

const MUZZLE = 0.55; // how far from its middle a unit's shots begin, in tiles
const FLIGHT = 0.13; // seconds that a tracer takes
const RISES = 1.1; // seconds that words rise

// Lines of fire, coloured by how much of the target each finds hidden.
function rays(cue, share) {
  const thin = (0.8 * (1 - share) + 0.12).toFixed(2);
  const reach = Math.min(3.2 * share + 0.2, 1);
  return cue.rays.flatMap(([x0, y0, x1, y1, hidden]) => {
    const colour = hidden >= 1 ? "bad" : hidden > 0.25 ? "hurt" : "good";
    const line = [x0, y0, x0 + (x1 - x0) * reach, y0 + (y1 - y0) * reach];
    return [["line", `${colour}@${(thin * 0.25).toFixed(3)}`, 0.12, line], ["line", `${colour}@${thin}`, 0.03, line]];
  });
}

// The way of one bullet of a shot: start and end; what misses goes past.
function flight(cue, bullet) {
  const [[x0, y0], [x1, y1]] = [cue.from, cue.to];
  const far = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [dx, dy] = [(x1 - x0) / far, (y1 - y0) / far];
  const spread = scattered(bullet, Math.round(10 * x1), 5) - 0.5;
  const aside = cue.lands ? 0.28 * spread : 0.55 * Math.sign(spread) + 0.5 * spread;
  const past = cue.lands ? 0 : 2.6;
  return [x0 + MUZZLE * dx, y0 + MUZZLE * dy, x1 - dy * aside + past * dx, y1 + dx * aside + past * dy];
}

// Tracers on their way, the flash at the muzzle, sparks where they land.
function shot(cue, share, on) {
  const count = Math.max(cue.count, 1);
  const gap = Math.max(cue.for - FLIGHT, 0.01) / count;
  const prims = [];
  for (let bullet = 0; bullet < count; bullet++) {
    const flown = (on - bullet * gap) / FLIGHT;
    if (flown < 0 || flown > 1.6) continue;
    const [x0, y0, x1, y1] = flight(cue, bullet);
    const at = (part) => [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
    const [head, tail] = [at(Math.min(flown, 1)), at(Math.max(flown - 0.45, 0))];
    if (flown <= 1) {
      prims.push(["line", "fire@0.28", 0.26, [...tail, ...head]], ["line", "fire@0.7", 0.12, [...tail, ...head]]);
      prims.push(["line", "spark+0.3", 0.05, [...tail, ...head]]);
    }
    if (flown < 0.7) prims.push(...flash(x0, y0, x1, y1, 1 - flown / 0.7));
    if (cue.lands && flown > 0.9) prims.push(...burst(x1, y1, (flown - 0.9) / 0.7, bullet));
  }
  return prims;
}

function flash(x0, y0, x1, y1, left) {
  const far = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [dx, dy] = [(x1 - x0) / far, (y1 - y0) / far];
  const long = 0.55 * left;
  const wide = 0.14 * left;
  const points = [x0 - dy * wide, y0 + dx * wide, x0 + dx * long, y0 + dy * long, x0 + dy * wide, y0 - dx * wide];
  return [
    ["glow", "fire", x0, y0, 1.1 * left, 0.8 * left],
    ["poly", `spark@${(0.9 * left).toFixed(2)}`, points],
    ["disc", `spark+0.5@${(0.9 * left).toFixed(2)}`, x0, y0, 0.13 * left],
  ];
}

function burst(x, y, share, seed) {
  const thin = Math.max(1 - share, 0).toFixed(2);
  const prims = [["glow", "fire", x, y, 0.5 + 0.3 * share, 0.8 * thin]];
  for (let spark = 0; spark < 7; spark++) {
    const turn = 2 * Math.PI * scattered(spark, seed, Math.round(10 * x));
    const [from, to] = [0.12 + 0.3 * share, 0.2 + 0.5 * share];
    const [dx, dy] = [Math.sin(turn), Math.cos(turn)];
    prims.push(["line", `spark@${thin}`, 0.04, [x + from * dx, y + from * dy, x + to * dx, y + to * dy]]);
  }
  return prims;
}

// A blow: a bright arc that sweeps across the side of the target.
function swing(cue, share) {
  const [[x0, y0], [x1, y1]] = [cue.from, cue.to];
  const turn = 0.5 - Math.atan2(x1 - x0, y1 - y0) / (2 * Math.PI);
  const first = turn - 0.16 + 0.25 * share;
  const thin = (0.9 * (1 - share) + 0.1).toFixed(2);
  return [
    ["arc", `spark@${(0.35 * thin).toFixed(2)}`, x0, y0, 0.78, first - 0.2, first + 0.04, 0.22],
    ["arc", `spark@${thin}`, x0, y0, 0.78, first - 0.12, first + 0.04, 0.09],
    ["arc", `text@${thin}`, x0, y0, 0.78, first - 0.02, first + 0.04, 0.05],
  ];
}

// An explosion: a flash, a ball of fire, a ring that runs out, shards and smoke.
function blast(cue, share) {
  const [x, y] = cue.at;
  const wide = cue.radius;
  const ball = wide * Math.min(2.2 * share + 0.15, 1);
  const fade = Math.max(1 - share, 0.01);
  const prims = [
    ["glow", "smoke", x, y, 1.35 * ball, 0.7 * fade],
    ["glow", "fire", x, y, ball * (1.3 - 0.3 * share), fade],
    ["glow", "fire", x, y, ball * (1 - 0.3 * share), fade],
    ["glow", "spark+0.3", x, y, ball * (0.9 - 0.5 * share), fade],
    ["glow", "spark+0.7", x, y, ball * 0.6 * fade, fade],
    ["arc", `spark@${fade.toFixed(2)}`, x, y, wide * Math.min(1.3 * share + 0.15, 1.15), 0, 1, 0.14 * fade + 0.02],
  ];
  for (let shard = 0; shard < 18; shard++) {
    const turn = 2 * Math.PI * scattered(shard, Math.round(10 * x), Math.round(10 * y));
    const out = wide * (0.3 + 0.9 * share) * (0.5 + scattered(shard, 2));
    const tail = out - 0.35 * fade;
    const [dx, dy] = [Math.sin(turn), Math.cos(turn)];
    prims.push(["line", `fire+0.4@${fade.toFixed(2)}`, 0.07, [x + tail * dx, y + tail * dy, x + out * dx, y + out * dy]]);
  }
  return prims;
}

// A ring that spreads and fades.
function ring(cue, share) {
  const [x, y] = cue.at;
  const thin = Math.max(1 - share, 0.01).toFixed(2);
  return [
    ["glow", cue.colour, x, y, 0.7 + 0.8 * share, 0.5 * thin],
    ["arc", `${cue.colour}@${thin}`, x, y, 0.45 + 0.7 * share, 0, 1, 0.06],
  ];
}

// How a cue looks while nothing moves, so that a still shows what happened.
const AT_REST = {
  rays: (cue) => rays(cue, 0.45),
  shot: (cue) =>
    Array.from({ length: Math.max(cue.count, 1) }, (_, bullet) => {
      const [x0, y0, x1, y1] = flight(cue, bullet);
      const end = cue.lands ? burst(x1, y1, 0.25, bullet) : [];
      return [["line", "fire@0.35", 0.1, [x0, y0, x1, y1]], ["line", "spark@0.75", 0.03, [x0, y0, x1, y1]], ...end];
    })
      .flat()
      .concat(flash(...flight(cue, 0), 0.6)),
  swing: (cue) => swing(cue, 0.5),
  blast: ({ at, radius }) => [
    ["glow", "fire", ...at, 1.15 * radius, 0.5],
    ["glow", "spark", ...at, 0.6 * radius, 0.35],
    ["arc", "fire@0.7", ...at, radius, 0, 1, 0.05],
  ],
  ring: (cue) => ring(cue, 0.25),
};
const MOVING = { rays, shot, swing, blast, ring };

// How far the target of a shot or a blow is thrown aside at this moment, in tiles.
function jolt(cues, t, x, y) {
  for (const cue of cues) {
    if ((cue.do !== "shot" || !cue.lands) && cue.do !== "swing") continue;
    if (Math.hypot(cue.to[0] - x, cue.to[1] - y) > 0.1) continue;
    const on = t - cue.t - (cue.do === "shot" ? FLIGHT : 0.05);
    if (on < 0 || on > 0.22) continue;
    const far = Math.hypot(cue.to[0] - cue.from[0], cue.to[1] - cue.from[1]) || 1;
    const by = (0.12 * Math.sin((on / 0.22) * Math.PI)) / far;
    return [(cue.to[0] - cue.from[0]) * by, (cue.to[1] - cue.from[1]) * by];
  }
  return [0, 0];
}
