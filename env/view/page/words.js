// A unit, a tile and a decision in words.

const STATES = { down: "unconscious", dead: "dead", absent: "not here yet", escaped: "got away" };
const POSTURES = [
  ["prone", "prone", "text"],
  ["covered", "in cover", "good"],
  ["full_defense", "full defense", "way"],
  ["pinned", "pinned", "hurt"],
  ["surprised", "surprised", "hurt"],
  ["stunned", "stunned", "hurt"],
  ["hidden", "hidden", "way"],
  ["last_stand", "last stand", "accent"],
  ["jammed", "weapon jammed", "hurt"],
];
const PACES = { runs: "running", sprints: "sprinting" };
const DELAYS = { waits: "waiting", late: "late", goes_after: "goes after", goes_together: "goes along",
  keeps_free: "keeps its free action", takes_free: "takes its free action" };
const TO_OTHERS = [
  ["aim_at", "aims at", "reach"],
  ["charge", "charges", "reach"],
  ["holds", "holds", "hurt"],
  ["held_by", "held by", "hurt"],
  ["carries", "carries", "text"],
  ["carried_by", "carried by", "text"],
  ["aboard", "aboard", "text"],
];
const POOLS = [
  ["flesh", "health"],
  ["armored", "armor points"],
  ["shield", "shield"],
];
const KINDS = {
  act: "acts", defend: "defends", intercept: "may intercept", step_in: "may step in", karma: "may spend karma",
};

// What is to be said of a unit's state: [words, colour].
function conditions(unit, full) {
  const made = [];
  if (unit.status === "down" && full.flesh === 0) return [["wrecked", "critical"]];
  if (unit.status !== "up") made.push([STATES[unit.status] ?? unit.status, "critical"]);
  if (unit.status !== "up") return unit.stable ? [...made, ["stable", "good"]] : made;
  if (unit.wounds) made.push([`wounds ${unit.wounds}`, "critical"]);
  if (unit.aim) made.push([`aim +${unit.aim}`, "reach"]);
  for (const [key, says, colour] of POSTURES) if (unit[key]) made.push([says, colour]);
  if (unit.pace) made.push([PACES[unit.pace] ?? plain(unit.pace), "text"]);
  if (unit.delay) made.push([DELAYS[unit.delay] ?? plain(unit.delay), "faint"]);
  for (const [key, says, colour] of TO_OTHERS) if (unit[key]) made.push([`${says} ${unit[key]}`, colour]);
  for (const ailment of unit.ails ?? []) made.push([plain(ailment), "critical"]);
  return made;
}

// The weapon in hand and what is in it.
function weaponWords(unit) {
  if (!unit.weapon) return ["bare hands", ""];
  const rounds = unit.ammo === undefined ? "" : `${unit.ammo}${unit.spare ? ` +${unit.spare}` : ""}`;
  return [plain(unit.weapon), [rounds, unit.mode ?? ""].filter(Boolean).join(" ")];
}

// The first of the pools that count as health: [name, value, when fresh].
function health(unit, full) {
  const key = full.flesh ? "flesh" : "armored";
  return [key, Math.max(unit[key] ?? 0, 0), full[key] ?? 0];
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
    for (const [key, says] of POOLS) {
      if (full[key]) lines.push([`${says} ${Math.max(unit[key] ?? 0, 0)}/${full[key]}`, "health"]);
    }
    if (full.strain) lines.push([`strain ${unit.strain ?? 0}/${full.strain}`, "strain"]);
  }
  const [weapon, rounds] = isOpen(view.side, name) ? weaponWords(unit) : [plain(unit.weapon ?? "bare hands"), ""];
  if (unit.status === "up") lines.push([[weapon, rounds].filter(Boolean).join(", "), "text"]);
  for (const line of conditions(openPart(name, unit), full)) lines.push(line);
  if (unit.status === "up" && isOpen(view.side, name)) {
    const karma = unit.karma ? `, karma ${unit.karma}` : "";
    lines.push([`initiative ${unit.score ?? 0}, ${unit.ap ?? 0} of ${full.ap} action points${karma}`, "faint"]);
  }
  return lines;
}

// A unit without what the chosen side does not see of it in fog.
const VEILED = ["wounds", "aim", "aim_at", "jammed", "last_stand", "full_defense", "stunned", "hidden", "charge"];
function openPart(name, unit) {
  if (isOpen(view.side, name)) return unit;
  return Object.fromEntries(Object.entries(unit).filter(([key]) => !VEILED.includes(key)));
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
  const closed = view.side && playback.fog && teamName(by) !== view.side;
  if (!action || closed) return `${by} ${KINDS[kind] ?? "decides"}`;
  return `${by}: ${plainAction(action)}`;
}

// An action with its words spaced, and names as they are.
function plainAction(action) {
  return action.split(" ").map((word) => (unitOf.has(word) ? word : plain(word))).join(" ");
}
