// Words on the map: over units, and on the ground that is fought for. None lies over another.

const MOST_WORDS = 3; // over one place
const WIDEST = 4.5; // tiles that words may be wide

// Draw words that rise and fade, the newest first: [cue, share of its time]. Those take their place, older ones make room.
function drawWords(pen, words, at, scale) {
  const taken = [];
  const count = new Map();
  for (const [cue, share] of words) {
    const place = String(cue.at);
    if ((count.get(place) ?? 0) >= MOST_WORDS) continue;
    count.set(place, (count.get(place) ?? 0) + 1);
    const [x, y] = at(cue.at[0], cue.at[1] - 0.6 - 0.35 * share);
    if (x < -scale || x > camera.width + scale || y > camera.height + scale) continue;
    const height = fitted(pen, cue.says, Math.min(Math.max(0.4 * scale, 12), 56), scale);
    const wide = pen.measureText(cue.says).width + 8;
    const box = free([x - wide / 2, y - height, wide, 1.08 * height], taken);
    taken.push(box);
    const thin = share < 0.6 ? 1 : (1 - share) / 0.4;
    const middle = box[1] + box[3] / 2;
    letters(pen, cue.says, box[0] + wide / 2, middle, height, ink(cue.colour, thin), ink("page", 0.85 * thin));
  }
  stage.words = taken;
}

// Set the font for words, smaller where they would be too wide; returns their height.
function fitted(pen, says, height, scale) {
  pen.font = `700 ${height.toFixed(1)}px ${WORDS_FONT}`;
  const wide = pen.measureText(says).width;
  const made = Math.max(height * Math.min(Math.max(WIDEST * scale, 8 * height) / wide, 1), 9);
  pen.font = `700 ${made.toFixed(1)}px ${WORDS_FONT}`;
  return made;
}

// A box [x, y, width, height] within the picture, moved up until it meets none of those taken, down where the picture ends.
function free([x, y, wide, high], taken) {
  const left = Math.min(Math.max(x, 0), Math.max(camera.width - wide, 0));
  const start = Math.min(Math.max(y, 0), Math.max(camera.height - high, 0));
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
