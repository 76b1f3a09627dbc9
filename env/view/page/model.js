// The playback, and what follows from it for every moment: how it stands, who wears which token, which tiles have changed.

const playback = JSON.parse(document.getElementById("playback").textContent);
const board = playback.map;
const last = playback.moments.length - 1;
const unitOf = new Map(playback.units.map((unit) => [unit.name, unit]));
// Cues that take the time they say.
const LONGEST_HELD = ["shot", "swing", "blast", "banner", "float", "ring", "rays", "declares"];
const STEP_SECONDS = 0.24; // a step of somebody who moves
const STILL_SECONDS = 0.34; // a decision of which nothing is seen

// A scene with a merge patch (RFC 7386) applied; the scene itself stays as it is.
function patched(scene, patch) {
  const made = { ...scene };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete made[key];
    else if (isTable(value)) made[key] = patched(isTable(made[key]) ? made[key] : {}, value);
    else made[key] = value;
  }
  return made;
}

function isTable(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

// What moment n shows: the scene, the token of every unit, the paint of changed tiles, what each side sees, the cues.
const shows = [];
for (const moment of playback.moments) {
  const before = shows.at(-1) ?? { scene: {}, worn: {}, paved: {}, lit: {}, order: [] };
  shows.push({
    scene: patched(before.scene, moment.patch),
    worn: moment.tokens ? { ...before.worn, ...moment.tokens } : before.worn,
    paved: moment.tiles ? { ...before.paved, ...moment.tiles } : before.paved,
    lit: moment.lit ? { ...before.lit, ...moment.lit } : before.lit,
    order: moment.order ?? before.order, // who acts when: [unit, turn from 0 for this one, score then]
    ...timed(moment, shows.length),
  });
}

// The cues of a moment, since when units look as after it, and how long it lasts: mere steps are stretched, so that who
// walks does not walk in jerks.
function timed(moment, n) {
  const cues = moment.cues ?? [];
  const looks = new Map(cues.filter((cue) => cue.do === "look").map(({ unit, t }) => [unit, t]));
  if (!n) return { cues, looks, span: moment.seconds };
  if (cues.some((cue) => LONGEST_HELD.includes(cue.do))) return { cues, looks, span: moment.seconds };
  const end = Math.max(0, ...cues.filter((cue) => cue.do === "move").map((cue) => cue.t + cue.for));
  if (!end) return { cues, looks, span: STILL_SECONDS };
  const steps = cues.filter((cue) => cue.do === "move").length;
  const slower = (STEP_SECONDS * steps) / end;
  const slow = cues.map((cue) => ({ ...cue, t: cue.t * slower, for: cue.for * slower }));
  return { cues: slow, looks, span: STEP_SECONDS * steps };
}

// Whether all that led to moment n has been shown `t` seconds on the way there. Who wants little motion sees it at once.
function arrived(n, t) {
  return !n || t >= shows[n].span || view.calm;
}

// The moment as which a unit is seen on the way to moment n: that one from where its look changes, else the one before.
function standsAt(n, t, unit) {
  return arrived(n, t) || shows[n].looks.get(unit) <= t ? n : n - 1;
}

// Whom a side does not see on the way to moment n: who comes into sight is seen when it is over.
function hiddenOnWay(side, n, t) {
  const hidden = hiddenFrom(side, n);
  if (!arrived(n, t)) for (const name of hiddenFrom(side, n - 1)) hidden.add(name);
  return hidden;
}

function sceneAt(n) {
  return shows[n].scene;
}

// Whether a side may see a cue, a line or a mark; what nobody is named for is for all. What is aside is what some take for
// something else: who sees everything does not see it.
function isFor(side, thing) {
  return side ? !thing.seen.length || thing.seen.includes(side) : !thing.aside;
}

// A unit as a side takes it to be at moment n: what it believes to be nothing is left out.
function takenFor(n, name, side) {
  const unit = sceneAt(n).units[name];
  const believed = side && sceneAt(n).believed?.[side]?.[name];
  if (!unit || !believed) return unit;
  const kept = ([key, value]) => !(key in believed) || (Array.isArray(value) ? value.length : value);
  return Object.fromEntries(Object.entries({ ...unit, ...believed }).filter(kept));
}

// Whether the chosen side may be told all: in fog neither chances nor luck nor what others did, for that tells of what it
// does not see.
function tellsAll() {
  return !view.side || !playback.fog;
}

function hiddenFrom(side, n) {
  return new Set(side ? sceneAt(n).hidden?.[side] ?? [] : []);
}

function teamName(unit) {
  return playback.teams[unitOf.get(unit)?.team]?.name;
}

// Whether a side sees how a unit fares: in fog it does not of others.
function isOpen(side, unit) {
  return !side || !playback.fog || teamName(unit) === side;
}

// The token of a unit as a side sees it.
function tokenOf(n, unit, side) {
  const number = shows[n].worn[unit];
  if (number === undefined) return [];
  const shown = isOpen(side, unit) ? number : playback.veils?.[number] ?? number;
  return playback.tokens[shown];
}

// Which tiles a side sees, a byte each; null where the playback does not say.
const litTiles = new Map();
function litFor(side, n) {
  const bits = shows[n].lit[side];
  if (!bits) return null;
  if (!litTiles.has(bits)) {
    const tiles = new Uint8Array(board.width * board.height);
    for (let tile = 0; tile < tiles.length; tile++) {
      tiles[tile] = (parseInt(bits[tile >> 2], 16) >> (3 - (tile & 3))) & 1;
    }
    litTiles.set(bits, tiles);
  }
  return litTiles.get(bits);
}

// The next (step 1) or previous (-1) decision, phase, pass or round.
function jump(n, what, step) {
  if (what === "decision") return Math.min(Math.max(n + step, 0), last);
  const places = playback.jumps[what];
  if (step > 0) return places.find((place) => place > n) ?? last;
  return places.findLast((place) => place < n) ?? 0;
}

// The moment the present phase began.
function phaseOf(n) {
  return playback.jumps.phase.findLast((place) => place <= n) ?? 0;
}

// A number from 0 to 1 that looks drawn at random, the same for the same whole numbers; as in look.py.
function scattered(...numbers) {
  let word = 0x9e3779b9;
  for (const number of numbers) {
    word = Math.imul(word ^ number, 0x85ebca6b);
    word ^= word >>> 15;
    word = Math.imul(word, 0xc2b2ae35);
    word ^= word >>> 13;
  }
  return (word >>> 0) / 0x100000000;
}
