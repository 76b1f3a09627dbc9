// Cards of the units, team by team, and the ribbon of initiative.

const cardsBox = document.getElementById("cards");
const ribbonBox = document.getElementById("ribbon");
const cardOf = new Map();

// Make a card for every unit once; `showCards` fills them in.
function makeCards() {
  playback.teams.forEach((team, number) => {
    const units = playback.units.filter((unit) => unit.team === number);
    const head = make("h2", "team", [glyph(number), make("span", "", called(team)), make("span", "tally")]);
    const group = make("section", "group", head, { "aria-label": `Team ${called(team)}` });
    teamColour(group, number);
    for (const unit of units) {
      const parts = {
        card: make("article", "card"),
        pips: make("span", "pips"),
        score: make("span", "score"),
        bars: make("div", "bars"),
        weapon: make("div", "weapon"),
        words: make("div", "words"),
        state: "",
      };
      const name = make("b", "called", unit.who, { title: unit.who });
      const face = unit.portrait ? make("img", "portrait", [], { src: unit.portrait, alt: "" }) : null;
      const top = make("header", "", [glyph(number, unit.letter), face, name, parts.score]);
      parts.card.append(top, parts.bars, parts.weapon, parts.words);
      parts.card.dataset.unit = unit.name;
      parts.card.addEventListener("click", () => choose(view.chosen === unit.name ? null : unit.name));
      parts.card.addEventListener("pointerenter", () => point(unit.name));
      parts.card.addEventListener("pointerleave", () => point(null));
      cardOf.set(unit.name, parts);
      group.append(parts.card);
    }
    cardsBox.append(group);
  });
}

function bar(says, value, full, colour, thin = false) {
  const share = full > 0 ? Math.min(Math.max(value / full, 0), 1) : 0;
  const fill = make("i");
  fill.style.width = `${100 * share}%`;
  fill.style.background = `var(--${colour})`;
  const name = `${says} ${value} of ${full}`;
  const track = make("span", "track", fill);
  const attributes = { role: "img", "aria-label": name, title: name };
  return make("div", thin ? "bar thin" : "bar", [track, make("span", "number", `${value}/${full}`)], attributes);
}

// The moment from which a side knows of each unit, endless for never; a unit that all know has 0.
const firstKnown = {};
function knownFrom(side) {
  return (firstKnown[side] ??= new Map(playback.units.map(({ name }) => {
    const first = playback.moments.findIndex((_, n) => sceneAt(n).units[name] && !hiddenFrom(side, n).has(name));
    return [name, first < 0 ? Infinity : first];
  })));
}

// Bring the cards up to date, each as its unit is seen on the map; a card whose unit is as before is left alone.
function showCards() {
  const { decider } = sceneAt(view.shown);
  const hidden = hiddenOnWay(view.side, view.n, view.t);
  const status = {};
  for (const [name, parts] of cardOf) {
    const n = standsAt(view.n, view.t, name);
    const unit = sceneAt(n).units[name];
    status[name] = hidden.has(name) ? "unseen" : unit?.status;
    const unseen = !unit || hidden.has(name);
    parts.card.hidden = knownFrom(view.side).get(name) > Math.max(furthest, view.shown); // what is to come is not told
    const shown = unseen ? null : openPart(name, n);
    const state = JSON.stringify([shown, !unseen && unit, name === decider && !unseen, name === view.chosen, view.side]);
    if (state === parts.state) continue;
    parts.state = state;
    const classes = ["card"];
    if (unseen) classes.push("unseen");
    else if (unit.status !== "up") classes.push("out", unit.status);
    if (name === decider && !unseen) classes.push("decides");
    if (name === view.chosen) classes.push("chosen");
    parts.card.className = classes.join(" ");
    fillCard(parts, name, unseen ? null : unit, n);
    if (name === decider && !unseen && n) reveal(parts.card, cardsBox);
  }
  cardsBox.querySelectorAll(".group").forEach((group, team) => {
    const all = playback.units.filter((unit) => unit.team === team && !cardOf.get(unit.name).card.hidden);
    group.querySelector(".tally").textContent = tally(all.map(({ name }) => status[name]), playback.teams[team].name);
  });
}

// How many of a team are up, as the end says it; in fog a side knows of others only who is in sight.
function tally(status, team) {
  const count = (wanted) => status.filter((each) => each === wanted).length;
  if (view.side && playback.fog && team !== view.side) return `${count("up")} in sight`;
  const away = count("escaped") ? `, ${count("escaped")} got away` : "";
  const coming = count("absent") ? `, ${count("absent")} to come` : "";
  return `${count("up")} of ${status.length - count("absent")} up${away}${coming}`;
}

function fillCard(parts, name, unit, n) {
  const { full } = unitOf.get(name);
  const open = unit && isOpen(view.side, name);
  for (const part of [parts.pips, parts.bars, parts.weapon, parts.words]) part.replaceChildren();
  parts.score.textContent = unit?.status === "up" && open ? signed(unit.score ?? "") : "";
  parts.score.title = playback.words.score;
  if (!unit) return parts.words.append(make("span", "chip faint", "not seen"));
  const up = unit.status === "up";
  if (up && open) {
    const [spent, counted, fresh] = full.pips ?? ["", "", 0];
    const left = unit[spent] ?? 0;
    const pips = Array.from({ length: Math.max(fresh, left) }, (_, pip) => make("i", pip < left ? "pip" : "pip spent"));
    parts.pips.append(...pips);
    parts.pips.title = spent ? `${left} of ${fresh} ${counted}` : "";
    const [says, value, most] = health(unit, full);
    parts.bars.append(bar(says, value, most, healthColour(value / most)));
    for (const [key, words, colour, points] of full.bars.slice(1)) {
      parts.bars.append(bar(words, unit[key] ?? 0, points, colour, true));
    }
    parts.bars.firstChild.append(parts.pips);
    const [key, words, colour, points] = full.fills ?? [];
    if (points && unit[key]) parts.bars.append(bar(words, unit[key], points, colour, true));
  }
  if (up && (unit.weapon || full.machine === false)) {
    const [weapon, rounds] = open ? weaponWords(unit) : [plain(unit.weapon ?? ""), ""];
    parts.weapon.append(make("span", "", weapon), make("span", "rounds", rounds));
  }
  for (const [says, colour] of conditions(openPart(name, n), full)) {
    const chip = make("span", "chip", says);
    chip.style.color = `var(--${colour})`;
    parts.words.append(chip);
  }
}

// Scroll a box, and only that box, until something in it can be seen.
function reveal(element, box) {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  const top = outer.top + (parseFloat(getComputedStyle(element).scrollMarginTop) || 0); // headings stay in the way
  if (inner.top < top) box.scrollTop -= top - inner.top + 8;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
}

// The ribbon: who acts in this turn, and in those to come in the round.
function showRibbon(n) {
  const hidden = hiddenFrom(view.side, n);
  const { decider } = sceneAt(n);
  const groups = [];
  for (const [name, turn, score] of shows[n].order) {
    if (hidden.has(name) || !isOpen(view.side, name)) continue;
    const called = playback.words.passes[sceneAt(n).pass - 1 + turn];
    const when = called ?? (turn === 0 ? "now" : turn === 1 ? "next" : `+${turn}`);
    groups[turn] ??= make("div", "turn", make("span", "turn-name", when), { role: "listitem" });
    const acted = turn === 0 && Boolean(sceneAt(n).units[name].acted);
    const decides = turn === 0 && name === decider;
    const { who } = unitOf.get(name);
    const says = `${who}, ${playback.words.score} ${score}${acted ? ", has acted" : ""}${decides ? ", decides" : ""}`;
    const seat = make("button", `seat${acted && !decides ? " acted" : ""}${decides ? " decides" : ""}`, [
      glyph(unitOf.get(name).team, unitOf.get(name).letter),
      make("span", "", signed(score)),
    ], { type: "button", title: says, "aria-label": says });
    seat.addEventListener("click", () => choose(name));
    seat.addEventListener("pointerenter", () => point(name));
    seat.addEventListener("pointerleave", () => point(null));
    groups[turn].append(seat);
  }
  ribbonBox.replaceChildren(...groups.filter(Boolean));
  const now = ribbonBox.querySelector(".decides") ?? ribbonBox.querySelector(".seat:not(.acted)");
  if (now) ribbonBox.scrollLeft = now.offsetLeft - ribbonBox.offsetLeft - ribbonBox.clientWidth / 3;
}
