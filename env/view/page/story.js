// Before the first decision a card says what the battle is about, after the last one how it ended. What comes later is
// not told before it was watched: neither the winner nor how the chances went.

const card = document.getElementById("card");
const PRESSED = "button, summary"; // what on a card answers by itself
let furthest = 0; // the latest moment that has been watched

// Lines of [words, colour] as a card over the map, and more below; the first line is its title where none is given.
function showCard(lines, title = playback.title, more = []) {
  if (!lines?.length) return;
  card.className = "";
  const parts = lines.map(([says, colour]) => {
    const line = make("p", "", says.replace(/ %/g, "\u00a0%")); // a number and its unit stay on one line
    line.style.color = `var(--${colour.replace("team:", "team-")})`;
    return line;
  });
  const head = title ? [make("h2", "", title)] : [];
  card.replaceChildren(...head, ...parts, ...more, make("small", "", goesOn()));
  card.hidden = false;
}

// Who has no mouse has no keys either, as a rule.
function goesOn() {
  return matchMedia("(pointer: coarse)").matches ? "A tap goes on." : "Any key or a click goes on.";
}

// Whatever is pressed or clicked puts the card away, and does besides what it does; its own buttons put it away themselves.
// On the card itself only the whole click counts: were the card gone before the finger is lifted, the browser would
// press what lies beneath, and who scrolls a long card would lose it.
function listenToCard() {
  const put = (event) => {
    const inside = card.contains(event.target);
    const onButton = inside && event.target.closest(PRESSED);
    if (event.key === "Tab" || (onButton && (!event.key || ["Enter", " "].includes(event.key)))) return;
    if (inside && !event.key) return;
    card.hidden = true;
  };
  card.addEventListener("click", (event) => {
    if (!event.target.closest(PRESSED)) card.hidden = true;
  });
  for (const kind of ["keydown", "pointerdown", "wheel"]) {
    document.addEventListener(kind, put, { capture: true, passive: true });
  }
}

// What each unit did, team by team, unfolded by who asks for it; nothing that a side in fog may not know.
function deedParts() {
  if (!playback.result || !tellsAll() || !Object.keys(playback.deeds).length) return [];
  const lines = playback.units.map(({ name, short, team }) => {
    const who = make("b", "", short);
    who.style.color = `var(--team-${team})`;
    return make("li", "", [who, `: ${playback.deeds[name]}`]);
  });
  return [make("details", "deeds", [make("summary", "", "Unit by unit"), make("ul", "", lines)])];
}

// Take note of how far the battle has been watched; at its end the result is told, once for each time one comes there.
let ended = false;
function tellEnd(n) {
  furthest = Math.max(furthest, view.shown);
  document.getElementById("result").hidden = !playback.result || furthest < last;
  const here = last > 0 && n === last && view.t >= shows[n].span;
  if (here && !ended) showCard(playback.ending[tellsAll() ? "" : view.side], "", [...luckParts(), ...deedParts()]);
  else if (!here && ended) card.hidden = true;
  ended = here;
}
