// What units have declared: an arrow to whom it concerns, a small sign for the rest. It fades as it is done.

const COMES = 0.2; // seconds in which what is declared appears
const ARROW = { from: 0.46, to: 0.52, near: 0.36, aside: 0.11, wide: 0.06, head: 0.2, dash: 0.2 }; // in tiles

// What units have declared at moment n, as a side sees it: unit -> [verb, at whom or "", state, kind], ...
function plansAt(n, side) {
  const hidden = hiddenFrom(side, n);
  const made = new Map();
  for (const [name, { status }] of Object.entries(sceneAt(n).units)) {
    if (status !== "up" || hidden.has(name)) continue;
    const plan = openPart(name, n).plan?.filter(([, target]) => !hidden.has(target));
    if (plan?.length) made.set(name, plan);
  }
  return made;
}

// What is declared and not done yet, `t` seconds on the way to moment n: [unit, target, kind, share left, broken], ...
function intents(n, t, side) {
  const { span, cues } = shows[n];
  let after = plansAt(n, side);
  const made = [];
  if (arrived(n, t)) {
    for (const [unit, plan] of after) {
      for (const [, target, state, kind] of plan) {
        if (state !== "done") made.push([unit, target, kind, 1, state === "lapsed"]);
      }
    }
    return made;
  }
  if (sceneAt(n - 1).round !== sceneAt(n).round) after = new Map(); // those are of another turn
  const before = plansAt(n - 1, side);
  const seen = cues.filter((cue) => isFor(side, cue));
  const acts = new Map(seen.filter((cue) => cue.do === "acts").map((cue) => [cue.unit, cue]));
  const gone = (unit) => {
    const cue = acts.get(unit);
    return cue ? Math.min(Math.max((t - cue.t) / cue.for, 0), 1) : t / span;
  };
  const same = (item, other) => Boolean(other) && String(item) === String(other);
  for (const [unit, plan] of before) {
    plan.forEach((item, place) => {
      const [, target, state, kind] = item;
      const now = after.get(unit)?.[place];
      if (state === "lapsed") made.push([unit, target, kind, 1, true]);
      if (state !== "pending") return;
      made.push([unit, target, kind, same(item, now) ? 1 : 1 - gone(unit), false]);
      if (now?.[2] === "lapsed") made.push([unit, target, kind, gone(unit), true]);
    });
  }
  for (const { do: what, t: since, unit, item } of seen) {
    const among = (plan) => (plan ?? []).some((other) => same(item, other));
    if (what !== "declares" || since > t || among(before.get(unit))) continue;
    const left = among(after.get(unit)) || !acts.has(unit) ? 1 : 1 - gone(unit);
    made.push([unit, item[1], item[3], Math.min((t - since) / COMES, left), false]);
  }
  return made.filter(([, , , share]) => share > 0);
}

// Draw what is declared; `tokens` are those of the stage. What is declared several times is one arrow, with how many times.
function drawPlans(pen, n, t, tokens, [left, top], scale) {
  const places = new Map(tokens.map(([name, x, y]) => {
    const middle = ((unitOf.get(name).full.side ?? 1) - 1) / 2;
    return [name, [x + middle, y + middle]];
  }));
  const alike = new Map();
  for (const [unit, target, kind, share, broken] of intents(n, t, view.side)) {
    const key = [unit, target, kind, broken].join(" ");
    const [most, count] = alike.get(key)?.slice(4) ?? [0, 0];
    alike.set(key, [unit, target, kind, broken, Math.max(most, share), count + 1]);
  }
  const beside = new Map();
  const { plans } = playback.words;
  for (const [unit, target, kind, broken, share, count] of alike.values()) {
    const [style, from, to] = [plans[kind], places.get(unit), places.get(target)];
    const thin = share * (broken ? 0.7 : 1);
    const colour = broken ? plans.lapsed.colour : style.colour;
    if (from && to && unit !== target) {
      const pair = `${unit} ${target}`;
      const before = beside.get(pair) ?? 0;
      beside.set(pair, before + 1);
      drawPrims(pen, arrow(from, to, before, colour, broken, style.blunt, count), left, top, scale, thin);
    } else if (from && !target && style.sign) {
      const before = beside.get(unit) ?? 0;
      beside.set(unit, before + 1);
      const [x, y] = [from[0] - 0.42, from[1] - 0.42 + 0.24 * before];
      const sign = [["disc", "panel@0.9", x, y, 0.14], ["text", colour, x, y - 0.03, 0.3, style.sign]];
      drawPrims(pen, sign, left, top, scale, thin);
    }
  }
}

// An arrow from one place to another with a seam around it, on the right of the line between them.
function arrow([x0, y0], [x1, y1], beside, colour, broken, blunt, count) {
  const far = Math.max(Math.hypot(x1 - x0, y1 - y0), 0.01);
  const [dx, dy] = [(x1 - x0) / far, (y1 - y0) / far];
  const aside = ARROW.aside * (1 + 1.6 * beside);
  const at = (along, across = 0) => [x0 + dx * along - dy * (aside + across), y0 + dy * along + dx * (aside + across)];
  const first = Math.min(ARROW.from, ARROW.near * far);
  const last = far - Math.min(ARROW.to, ARROW.near * far);
  const neck = blunt ? last : Math.max(last - ARROW.head, first);
  const prims = [];
  for (const [paint, more] of [["page@0.55", 0.05], [`${colour}@0.92`, 0]]) {
    const dashes = broken ? Math.max(Math.floor((neck - first) / ARROW.dash), 1) : 1;
    const step = (neck - first) / dashes;
    for (let dash = 0; dash < dashes; dash++) {
      const begins = first + dash * step;
      prims.push(["line", paint, ARROW.wide + more, [...at(begins), ...at(begins + (broken ? 0.5 : 1) * step)]]);
    }
    const wide = 0.12 + more;
    if (blunt) prims.push(["line", paint, ARROW.wide + 0.02 + more, [...at(last, -0.13), ...at(last, 0.13)]]);
    else prims.push(["poly", paint, [...at(last + more), ...at(neck - more, -wide), ...at(neck - more, wide)]]);
  }
  if (count > 1) {
    const [x, y] = at(first + 0.22);
    prims.push(["disc", "page@0.9", x, y, 0.15], ["text", colour, x, y, 0.22, `${count}\u00d7`]);
  }
  return prims;
}
