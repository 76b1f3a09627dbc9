// The tooltip: one box for units, tiles, rolls and the timeline, kept within the page.

const tipBox = document.getElementById("tip");

// Show parts beside a point: below and right of it, or on its left.
function showTip(parts, x, y, side = "") {
  tipBox.replaceChildren(...parts);
  tipBox.hidden = false;
  const [wide, high] = [tipBox.offsetWidth, tipBox.offsetHeight];
  const [right, bottom] = [window.innerWidth - 8, window.innerHeight - 8];
  let left = side === "left" ? x - wide : side === "above" ? x - wide / 2 : x + 16;
  let top = side === "above" ? y - high - 8 : side === "left" ? y : y + 16;
  if (side === "" && left + wide > right) left = x - wide - 12;
  if (side === "" && top + high > bottom) top = y - high - 12;
  if (side === "left" && left < 8) [left, top] = [8, y + 34 + high > bottom ? y - high - 8 : y + 34];
  tipBox.style.left = `${Math.max(Math.min(left, right - wide), 8)}px`;
  tipBox.style.top = `${Math.max(Math.min(top, bottom - high), 8)}px`;
}

function hideTip() {
  tipBox.hidden = true;
}

// Lines of [words, colour] as parts of a tooltip, the first in bold.
function tipLines(lines) {
  return lines.map(([says, colour], place) => {
    const line = make(place ? "div" : "b", "tip-line", place ? named(says) : says);
    line.style.color = `var(--${colour})`;
    return line;
  });
}

// The unit at a place of the map, the nearest within reach; those who stand before those who lie.
function unitAt([x, y]) {
  let best = null;
  let nearest = 0.62;
  for (const [name, ux, uy, , unit] of stage.tokens(view.n, view.t, view.side)) {
    const wide = unitOf.get(name).full.side ?? 1;
    const middle = (wide - 1) / 2;
    const away = Math.hypot(ux + middle - x, uy + middle - y) / wide + (unit.status === "up" ? 0 : 0.12);
    if (away < nearest) [best, nearest] = [name, away];
  }
  return best;
}

// Show what lies under the pointer on the map.
function tipForMap(px, py) {
  const place = camera.place(px, py);
  const [x, y] = place.map(Math.floor);
  const inside = x >= 0 && y >= 0 && x < board.width && y < board.height;
  const tile = inside ? y * board.width + x : -1;
  const unit = inside ? unitAt(place) : null;
  if (tile !== stage.tile || unit !== stage.hover) {
    stage.tile = tile;
    point(unit);
    refresh();
  }
  if (!inside) return hideTip();
  const box = stage.canvas.getBoundingClientRect();
  const parts = tipLines(
    unit ? unitLines(unit, standsAt(view.n, view.t, unit)) : tileLines(tile, view.shown),
  );
  if (unit) {
    const ground = tileLines(tile, view.shown)[0][0].toLowerCase();
    parts.push(...tipLines([["", "text"], [`on ${ground}`, "faint"]]).slice(1));
  }
  showTip([make("div", "map-tip", parts)], box.left + px, box.top + py);
}
