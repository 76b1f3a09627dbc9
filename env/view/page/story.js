// Before the first decision a card says what the battle is about, after the last one how it ended. What comes later is
// not told before it was watched: neither the winner nor how the chances went.

const card = document.getElementById("card");
let furthest = 0; // the latest moment that has been watched

// Lines of [words, colour] as a card over the map, and more below; the first line is its title where none is given.
function showCard(lines, title = playback.title, more = []) {
  if (!lines?.length) return;
  const parts = lines.map(([says, colour]) => {
    const line = make("p", "", says);
    line.style.color = `var(--${colour.replace("team:", "team-")})`;
    return line;
  });
  const head = title ? [make("h2", "", title)] : [];
  card.replaceChildren(...head, ...parts, ...more, make("small", "", "Any key or a click goes on."));
  card.hidden = false;
}

// Whatever is pressed or clicked puts the card away, and does besides what it does; its own buttons put it away themselves.
function listenToCard() {
  const put = (event) => {
    const onButton = card.contains(event.target) && event.target.closest("button");
    if (event.key === "Tab" || (onButton && (!event.key || ["Enter", " "].includes(event.key)))) return;
    card.hidden = true;
  };
  for (const kind of ["keydown", "pointerdown", "wheel"]) {
    document.addEventListener(kind, put, { capture: true, passive: true });
  }
}

// Take note of how far the battle has been watched; at its end the result is told, once for each time one comes there.
let ended = false;
function tellEnd(n) {
  furthest = Math.max(furthest, n);
  document.getElementById("result").hidden = !playback.result || furthest < last;
  const here = last > 0 && n === last && view.t >= shows[n].span;
  if (here && !ended) showCard(playback.ending, "", luckParts());
  else if (!here && ended) card.hidden = true;
  ended = here;
}
