// A unit, a tile and a decision in words.

// What is to be said of a unit's state: [words, colour].
function conditions(unit, full) {
  const { statuses, wrecked, conditions: known } = playback.words;
  if (unit.status === "down" && full.machine) return [[wrecked, "critical"]];
  const up = unit.status === "up";
  const [long, short, out] = statuses[unit.status] ?? [];
  const coming = full.arrives ? `comes in round ${full.arrives}` : short;
  const made = up ? [] : [[unit.status === "absent" ? coming : long, out]];
  for (const [field, value, says, colour, , out] of known) {
    const now = unit[field];
    if (!now || (value && now !== value) || !(up || out)) continue;
    const each = Array.isArray(now) ? now.map(plain) : [now];
    for (const one of each) made.push([says.replace("{}", one), colour]);
  }
  return made;
}

// The weapon in hand and what is in it.
function weaponWords(unit) {
  if (!unit.weapon) return ["bare hands", ""];
  const rounds = unit.ammo === undefined ? "" : `${unit.ammo}${unit.spare ? ` +${unit.spare}` : ""}`;
  return [plain(unit.weapon), [rounds, unit.mode ?? ""].filter(Boolean).join(" ")];
}

// The pool that a unit lives by: [words, points left, when fresh].
function health(unit, full) {
  const [key, words, , most] = full.bars[0];
  return [words, Math.max(unit[key] ?? 0, 0), most];
}

function healthColour(share) {
  return share > 0.6 ? "health" : share > 0.3 ? "hurt" : "critical";
}

// What stands in a tooltip about a unit: [words, colour] a line.
function unitLines(name, n) {
  const unit = sceneAt(n).units[name];
  const { full, who } = unitOf.get(name);
  const lines = [[who, "text"]];
  if (isOpen(view.side, name)) {
    for (const [key, says, , most] of full.bars) lines.push([`${says} ${Math.max(unit[key] ?? 0, 0)}/${most}`, "health"]);
    const [key, says, colour, most] = full.fills ?? [];
    if (most) lines.push([`${says} ${unit[key] ?? 0}/${most}`, colour]);
  }
  const [weapon, rounds] = isOpen(view.side, name) ? weaponWords(unit) : [plain(unit.weapon ?? "bare hands"), ""];
  if (unit.status === "up") lines.push([[weapon, rounds].filter(Boolean).join(", "), "text"]);
  for (const line of conditions(openPart(name, n), full)) lines.push(line);
  if (unit.status === "up" && isOpen(view.side, name)) {
    const [key, says, most] = full.pips ?? [];
    const points = key ? `, ${unit[key] ?? 0} of ${most} ${says}` : "";
    const stock = (full.stock ?? []).map(([name, words]) => (unit[name] ? `, ${words} ${unit[name]}` : ""));
    lines.push([`${playback.words.score} ${signed(unit.score ?? 0)}${points}${stock.join("")}`, "faint"]);
  }
  return lines;
}

// A unit at moment n as the chosen side takes it to be, in fog without what it does not see of it.
function openPart(name, n) {
  const unit = takenFor(n, name, view.side);
  if (isOpen(view.side, name)) return unit;
  return Object.fromEntries(Object.entries(unit).filter(([key]) => playback.words.seen.includes(key)));
}

// What stands in a tooltip about a tile.
function tileLines(tile, n) {
  const scene = sceneAt(n);
  const [x, y] = [tile % board.width, Math.floor(tile / board.width)];
  const kind = scene.ground?.[tile] ?? board.terrain[tile];
  const lines = [[capital(board.words[kind] ?? plain(kind)), "text"], [`tile (${x}, ${y})`, "faint"]];
  if (board.floors.length) lines.push([`${board.floors[tile]} m high`, "faint"]);
  if (scene.ground?.[tile]) lines.push([`was ${board.words[board.terrain[tile]] ?? plain(board.terrain[tile])}`, "faint"]);
  if (scene.dents?.[tile]) lines.push([`damage taken ${scene.dents[tile]}`, "hurt"]);
  const hidden = hiddenFrom(view.side, n);
  for (const zone of Object.values(scene.zones ?? {})) {
    if (!zone.tiles.includes(tile) || hidden.has(zone.shooter)) continue;
    lines.push([`under fire of ${zone.shooter}: density ${zone.density}, pin ${zone.pin}`, "critical"]);
  }
  for (const effect of Object.values(scene.effects ?? {})) {
    const near = Math.hypot(effect.x - x, effect.y - y) <= effect.metres / board.metres + 0.5;
    if (near && effect.kind in { smoke: 1, gas: 1 }) lines.push([effect.kind, "hurt"]);
    else if (near) lines.push([`within ${effect.metres} m of a ${effect.kind}: ${plain(effect.weapon)}`, "critical"]);
  }
  playback.teams.forEach((team) => {
    if (team.goal?.tiles.includes(tile)) lines.push([team.goal.says, "accent"]);
  });
  const lit = view.side ? litFor(view.side, n) : null;
  if (lit && !lit[tile]) lines.push([`out of sight of ${view.side}`, "faint"]);
  return lines;
}

// What was decided at a moment, as words; nothing for the opening and for what a side did not see.
function decisionWords(n) {
  const { by, kind, action } = playback.moments[n];
  if (!n) return "the opening";
  if (!by || hiddenFrom(view.side, n).has(by)) return "";
  const closed = view.side && teamName(by) !== view.side; // what is decided may be a secret: a feint, a plan not told yet
  if (!action || closed) return `${by} ${playback.words.decisions[kind] ?? "decides"}`;
  return `${by}: ${plainAction(action)}`;
}

// What moment n tells in sentences, dice left out, as far as it is told `t` seconds on the way there.
function sentences(n, t) {
  return linesUntil(n, t).filter((line) => !line.dice && !QUIET.includes(line.kind) && !line.head).map((line) => line.text);
}

// What is done on the way to moment n, and what has come of it by now. Of several acts that follow one decision it is the
// one that is seen: each begins with the phase of whoever acts.
function actWords(n, t) {
  const lines = linesUntil(n, t).filter((line) => !line.dice && !QUIET.includes(line.kind));
  const latest = lines.findLastIndex((line) => !line.head);
  const phase = lines.findLastIndex((line, place) => line.head && place < latest);
  if (latest < 0) return [decisionWords(n), ""];
  const acts = lines.slice(phase + 1, latest + 1);
  const came = acts.filter((line, place) => line.kind !== "attack" || place === acts.length - 1);
  const does = lines[phase]?.head === "phase" ? lines[phase].text : decisionWords(n);
  return [does, came.map((line) => line.text).join(" ")];
}

// An action with its words spaced, and names as they are.
function plainAction(action) {
  return action.split(" ").map((word) => (unitOf.has(word) ? word : plain(word))).join(" ");
}
