// The log: what has been seen so far, sentence by sentence, with dice that can be looked into.

const logBox = document.getElementById("log");
const blocks = []; // the part of the log of every moment, null where nothing was said
const walkers = []; // who walks in a moment of which nothing else is told, "" for nobody
const lineOf = new WeakMap(); // element -> [line, moment]
let marked = null; // the line that arrow keys have chosen
let read = 0; // the latest moment of which a line was told

const LOUD = {
  damage: "bad", strain: "strain", wounded: "bad", unconscious: "bad", dead: "bad", hit: "hit", explodes: "hit",
};
const QUIET = ["step", "walk", "run", "initiative", "score_changes", "switch", "mode", "no_effect", "phase_ends"];

function makeLog() {
  playback.moments.forEach((moment, n) => {
    const lines = (moment.log ?? []).map((line) => makeLine(line, n));
    const walks = new Set((moment.log ?? []).map((line) => line.walker ?? ""));
    walkers.push(walks.size === 1 ? [...walks][0] : "");
    if (!lines.length) return blocks.push(null);
    const block = make("div", "block", folded(lines));
    block.dataset.n = n;
    block.hidden = true;
    blocks.push(block);
    logBox.append(block);
  });
}

// Lines of a block, what every round begins with folded up: who wants to know how initiative was rolled unfolds it.
function folded(lines) {
  const made = [];
  let fold = null;
  for (const element of lines) {
    const [line] = lineOf.get(element) ?? [{}];
    const opens = line.kind === "initiative" || (line.kind === "roll" && line.text.includes(" initiative: "));
    if (!opens) fold = null;
    else if (fold) fold.append(element);
    else {
      fold = make("details", "fold", [make("summary", "", "Initiative"), element]);
      made.push(fold);
    }
    if (!opens) made.push(element);
  }
  return made;
}

function makeLine(line, n) {
  const roll = line.dice !== undefined;
  const text = roll ? line.text.replace(/: (-?\d+)$/, " ") : line.text;
  const kinds = ["line", line.head, roll && "roll", LOUD[line.kind], QUIET.includes(line.kind) && "quiet"];
  if (line.folds) kinds.push("folds");
  const element = make("div", kinds.filter(Boolean).join(" "), named(text));
  if (roll) element.append(...spots(line));
  if (line.odds !== undefined) {
    element.append(make("span", "odds", `${Math.round(100 * line.odds)} %`, { title: "the chance it had" }));
  }
  if (line.rule && !roll) element.append(make("span", "rule", line.rule));
  lineOf.set(element, [line, n]);
  return element;
}

// A roll in small: a dot for each die, and what came of it.
function spots(line) {
  const dots = line.dice.map((die) => {
    const [says, looks] = playback.faces[die - 1];
    return make("i", [worthOf(die, line), signs && "sign"].filter(Boolean).join(" "), signs ? looks : [], { title: says });
  });
  const result = signed(/(-?\d+)$/.exec(line.text)?.[1] ?? "");
  return [make("span", "dots", dots), make("b", "result", result)];
}

// Whether a die of a roll counts ("good"), does harm ("one"), or neither; of dice that are added up none does.
function worthOf(die, line) {
  const { least, ones } = line.reads ?? {};
  return die >= least ? "good" : ones && die === 1 ? "one" : "";
}

// Show the log as far as the map has come: what lies after it is dimmed, what was never watched is not told.
function showLog() {
  const due = linesUntil(view.n, view.t).length > 0;
  const here = arrived(view.n, view.t) || due ? view.n : view.n - 1;
  read = Math.max(read, here);
  const last = playback.moments.slice(0, here + 1).findLast((moment) => moment.under)?.under;
  blocks.forEach((block, place) => {
    if (!block || place > read) return;
    block.hidden = isPassed(place, here);
    block.classList.toggle("later", place > here);
    block.classList.toggle("now", place === here);
    block.classList.toggle("folded", place <= here && isFolded(place, last));
    block.classList.toggle("read", place <= furthest);
  });
  const now = blocks[here] ?? blocks.slice(0, here).findLast(Boolean);
  for (const element of now?.querySelectorAll(".line") ?? []) {
    const [line, n] = lineOf.get(element) ?? [null, here];
    const coming = n === view.n && !arrived(n, view.t) && (line?.t ?? 0) > view.t;
    element.classList.toggle("coming", coming);
  }
  if (now) scrollLog(now);
}

// Whether a moment tells of a walk only that goes on after it: of a walk the last step stands for all, or the one at n.
function isPassed(place, n) {
  const walker = walkers[place];
  let next = place + 1;
  while (next <= read && !blocks[next]) next += 1;
  return walker !== "" && place !== n && next <= read && walkers[next] === walker && !(place < n && next > n);
}

// Whether a moment is of an order that was told and is not the last: then its lines that say the same are folded away.
function isFolded(place, last) {
  const { under, by } = playback.moments[place];
  return Boolean(under) && under !== last && (!view.side || teamName(by) === view.side);
}

// The lines of moment n that the chosen side reads, as far as they are told `t` seconds on the way there.
function linesUntil(n, t) {
  const over = arrived(n, t);
  return (playback.moments[n].log ?? []).filter((line) => (over || (line.t ?? 0) <= t) && isTold(line, n));
}

// Whether the chosen side was told a line of moment n, and knows all whom it names.
function isTold(line, n) {
  if (!isFor(view.side, line)) return false;
  if (!view.side) return true;
  const names = line.text.split(NAMES);
  const before = hiddenFrom(view.side, Math.max(n - 1, 0));
  return ![...hiddenFrom(view.side, n)].some((name) => before.has(name) && names.includes(name));
}

function scrollLog(block) {
  const foot = block.offsetTop + block.offsetHeight;
  const [top, high] = [logBox.scrollTop, logBox.clientHeight];
  if (foot > top + high || block.offsetTop < top) logBox.scrollTop = foot - high + 10;
}

// Hide what a side was not told, and what would name those it does not know.
function filterLog() {
  for (const block of blocks) {
    if (!block) continue;
    const n = Number(block.dataset.n);
    const own = !view.side || teamName(playback.moments[n].by) === view.side;
    for (const element of block.querySelectorAll(".line")) {
      const [line] = lineOf.get(element) ?? [null];
      element.hidden = line ? !isTold(line, n) : !own;
    }
    for (const fold of block.querySelectorAll(".fold")) fold.hidden = !fold.querySelector(".line:not([hidden])");
  }
}

// Choose a line by the arrow keys, or let go of it.
function markLine(element) {
  marked?.classList.remove("marked");
  marked = element;
  if (!element) return hideTip();
  element.classList.add("marked");
  reveal(element, logBox);
  showLineTip(element);
}

function showLineTip(element) {
  const [line] = lineOf.get(element) ?? [];
  if (!line?.dice) return hideTip();
  const box = element.getBoundingClientRect();
  showTip([diceTip(line)], box.left - 8, box.top, "left");
}

// Everything about a roll: its faces, the pool in words, and each term with its rule.
function diceTip(line) {
  const faces = line.dice.map((die) => face(die, worthOf(die, line)));
  const hinders = line.reads?.hinders;
  const rows = (line.terms ?? []).map(([dice, says, rule], place) => {
    const much = `${dice < 0 ? "\u2212" : "+"}${Math.abs(dice)}`;
    const less = hinders ? hinders.includes(place) : dice < 0;
    return make("tr", less ? "less" : "", [make("td", "much", much), make("td", "", says), make("td", "rule", rule)]);
  });
  const head = make("p", "tip-head", named(line.text.replace(/: -?\d+$/, "")));
  head.append(make("b", "tip-result", line.came));
  const parts = [head, make("div", "faces", faces)];
  if (rows.length) parts.push(make("table", "terms", rows));
  if (line.pool) parts.push(make("p", "pool", line.pool));
  return make("div", "roll-tip", parts);
}

// Whether the faces of dice are signs rather than numbers.
const signs = playback.faces.some(([says]) => !/^\d+$/.test(says));

const DOTS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// A die in small: with dots if it has six faces, else with its number.
function face(die, worth) {
  const [says, looks] = playback.faces[die - 1];
  const dots = (playback.faces.length === 6 ? DOTS[die] : []).map((place) => {
    return makeSvg("circle", { cx: 6 + 6 * (place % 3), cy: 6 + 6 * Math.floor(place / 3), r: 2 });
  });
  const body = makeSvg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 });
  if (playback.faces.length !== 6) {
    dots.push(makeSvg("text", { x: 12, y: 16.5, "text-anchor": "middle" }));
    dots[0].textContent = looks;
  }
  const kind = worth ? `face ${worth}` : "face";
  return makeSvg("svg", { viewBox: "0 0 24 24", class: kind, role: "img", "aria-label": says }, [body, ...dots]);
}

function listenToLog() {
  const over = (event) => event.target.closest(".line");
  logBox.addEventListener("pointerover", (event) => {
    const element = over(event);
    if (element && event.pointerType !== "touch") showLineTip(element);
  });
  logBox.addEventListener("pointerleave", hideTip);
  logBox.addEventListener("click", (event) => {
    const element = over(event);
    if (!element) return;
    const [, n] = lineOf.get(element) ?? [null, Number(element.closest(".block").dataset.n)];
    stop();
    go(n);
    showLineTip(element);
  });
  logBox.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...logBox.querySelectorAll(".line")].filter((line) => line.checkVisibility());
    if (step) {
      const place = marked ? all.indexOf(marked) + step : step > 0 ? 0 : all.length - 1;
      markLine(all[Math.min(Math.max(place, 0), all.length - 1)] ?? null);
    } else if (event.key === "Enter" && marked) {
      go(Number(marked.closest(".block").dataset.n));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  logBox.addEventListener("blur", () => markLine(null));
}
