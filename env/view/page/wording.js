// Words on the map: over units, and on the ground that is fought for. None lies over another.

const WIDEST = 4.5; // tiles that words may be wide
const RISE = 0.3; // tiles that words rise
const SMALLER = [1, 0.8, 0.65]; // where there is no room
const LOUDEST = "critical"; // the colour of words that no others take the place of
// Where words may stand beside their unit, the likeliest first: their middle, in widths and heights from its token.
const BESIDE = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1], [0, -2], [0, 2]];
const besides = new WeakMap(); // where words stood last, so that they do not jump

// Of several words at one place the one that counts: the latest, but not for one that is louder. Words are [cue, share],
// the earliest first.
function oneEach(words) {
  const loud = ([cue]) => cue.colour === LOUDEST;
  const kept = new Map();
  for (const word of words) {
    const other = kept.get(String(word[0].at));
    if (!other || loud(word) >= loud(other)) kept.set(String(word[0].at), word);
  }
  return [...kept.values()];
}

// Draw words that rise and fade, one for each unit, [cue, share of its time], beside it and clear of the others: of the
// other words always, of the other tokens wherever there is room. `tokens` are those of the stage.
function drawWords(pen, words, tokens, at, scale) {
  const bodies = tokens.map(([name, x, y]) => {
    const wide = (unitOf.get(name)?.full.side ?? 1) * scale;
    const [left, top] = at(x - 0.42, y - 0.42);
    return [left, top, wide - 0.16 * scale, wide - 0.16 * scale];
  });
  const taken = [];
  stage.words = oneEach(words).flatMap(([cue, share]) => {
    const [x, y] = at(...cue.at);
    if (x < -scale || x > camera.width + scale || y < -scale || y > camera.height + scale) return [];
    const [box, height] = placed(pen, cue, [x, y], taken, bodies, scale);
    taken.push(box);
    const thin = share < 0.6 ? 1 : (1 - share) / 0.4;
    const middle = box[1] + box[3] - (height * 1.08) / 2 - RISE * scale * share;
    letters(pen, cue.says, box[0] + box[2] / 2, middle, height, ink(cue.colour, thin), ink("page", 0.85 * thin));
    return [{ says: cue.says, at: cue.at, box }];
  });
}

// The box of words beside their unit, with what they rise, and how high their letters are.
function placed(pen, cue, [x, y], taken, bodies, scale) {
  const boxes = [];
  for (const smaller of SMALLER) {
    const height = fitted(pen, cue.says, Math.max(Math.min(Math.max(0.4 * scale, 12), 56) * smaller, 9), scale);
    const wide = pen.measureText(cue.says).width + 6;
    const high = 1.08 * height + RISE * scale;
    BESIDE.forEach(([dx, dy], place) => {
      const left = x + dx * (wide / 2 + 0.5 * scale) - wide / 2;
      const top = y + dy * (high / 2 + 0.46 * scale) - high / 2;
      const box = [within(left, wide, camera.width), within(top, high, camera.height), wide, high];
      if (!taken.some((other) => common(box, other))) {
        const over = bodies.reduce((sum, body) => sum + common(box, body), 0);
        boxes.push([over - (besides.get(cue) === place ? 0.5 : 0), box, height, place]);
      }
    });
    if (boxes.some(([over]) => over <= 0)) break;
  }
  const [, box, height, place] = boxes.reduce((best, other) => (other[0] < best[0] ? other : best), boxes[0] ?? []);
  if (box) return besides.set(cue, place), [box, height];
  const least = fitted(pen, cue.says, 9, scale);
  const wide = pen.measureText(cue.says).width + 6;
  return [free([x - wide / 2, y - 0.46 * scale - 1.08 * least, wide, 1.08 * least], taken), least];
}

// How much two boxes have in common, in square pixels.
function common([x, y, wide, high], [left, top, wider, higher]) {
  const across = Math.min(x + wide, left + wider) - Math.max(x, left);
  const down = Math.min(y + high, top + higher) - Math.max(y, top);
  return across > 0 && down > 0 ? across * down : 0;
}

// Set the font for words, smaller where they would be too wide; returns their height.
function fitted(pen, says, height, scale) {
  pen.font = `700 ${height.toFixed(1)}px ${WORDS_FONT}`;
  const wide = pen.measureText(says).width;
  const made = Math.max(height * Math.min(Math.max(WIDEST * scale, 8 * height) / wide, 1), 9);
  pen.font = `700 ${made.toFixed(1)}px ${WORDS_FONT}`;
  return made;
}

// The edge of a box, so that it lies within the picture.
function within(edge, size, whole) {
  return Math.min(Math.max(edge, 0), Math.max(whole - size, 0));
}

// A box [x, y, width, height] within the picture, moved up until it meets none of those taken, down where the picture ends.
function free([x, y, wide, high], taken) {
  const [left, start] = [within(x, wide, camera.width), within(y, high, camera.height)];
  let top = start;
  let up = true;
  for (let tries = 0; tries <= 2 * taken.length; tries++) {
    const met = taken.find(([a, b, w, h]) => left < a + w && a < left + wide && top < b + h && b < top + high);
    if (!met) break;
    top = up ? met[1] - high : met[1] + met[3];
    if (up && top < 0) [top, up] = [start, false];
  }
  return [left, top, wide, high];
}

// The ground that is fought for: hatched, with a label that says by whom.
function drawGoals(pen, at, scale) {
  const taken = [];
  playback.teams.forEach((team, number) => {
    if (!team.goal?.tiles.length || (view.side && playback.fog && view.side !== team.name)) return;
    hatch(pen, team.goal.tiles, `team:${number}`, at, scale, 0, 0.6);
  });
  playback.teams.forEach((team, number) => {
    if (!team.goal?.tiles.length || (view.side && playback.fog && view.side !== team.name)) return;
    const says = `${team.called ?? team.name}: ${team.goal.label}`;
    const top = Math.min(...team.goal.tiles.map((tile) => Math.floor(tile / board.width)));
    const row = team.goal.tiles.filter((tile) => Math.floor(tile / board.width) === top).map((tile) => tile % board.width);
    const [x, y] = at(row.reduce((sum, column) => sum + column, 0) / row.length + 0.5, top);
    const height = fitted(pen, says, Math.max(0.36 * scale, 11), scale);
    const wide = pen.measureText(says).width + 8;
    const box = free([x - wide / 2, y - 0.6 * height, wide, 1.1 * height], taken);
    taken.push(box);
    letters(pen, says, box[0] + wide / 2, box[1] + box[3] / 2, height, ink(`team:${number}`), ink("page", 0.85));
  });
}
