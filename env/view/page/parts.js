// Small parts that the panels are made of: elements, icons, the glyph of a unit, words with names in colour.

const SVG = "http://www.w3.org/2000/svg";

// An element with a class, children (words or elements), and attributes. Words never become markup.
function make(tag, name = "", children = [], attributes = {}) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...[children].flat().filter((child) => child !== null));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function makeSvg(tag, attributes, children = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Strokes of the icons, in a square of 24.
const ICONS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  next: "M9 5.5l7 6.5-7 6.5",
  back: "M15 5.5L8 12l7 6.5",
  last: "M6 5.5l7 6.5-7 6.5M17.5 5.5v13",
  first: "M18 5.5L11 12l7 6.5M6.5 5.5v13",
  sun:
    "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4" +
    "M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  moon: "M19.5 14.5A8 8 0 019.5 4.5a8 8 0 1010 10z",
  help: "M8.8 9a3.2 3.2 0 116 1.5c-.9 1.3-2.8 1.6-2.8 3.5M12 17.8v.2",
  camera: "M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6z",
  follow: "M12 7a5 5 0 100 10 5 5 0 000-10zM12 3v4M12 17v4M3 12h4M17 12h4",
  plus: "M12 5.5v13M5.5 12h13",
  minus: "M5.5 12h13",
  fit: "M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15",
  turn: "M4 17l5-6 4 3 7-8M20 6h-5M20 6v5",
  wide: "M3.5 6h17v12h-17zM8.5 6v12M15.5 6v12",
};

function icon(name) {
  const filled = name === "play" ? "currentColor" : "none";
  const path = makeSvg("path", { d: ICONS[name], fill: filled });
  return makeSvg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, [path]);
}

function button(name, label, act, words = "") {
  const attributes = { type: "button", "aria-label": label, title: label };
  const made = make("button", "button", [icon(name), words ? make("span", "label", words) : null], attributes);
  made.addEventListener("click", (event) => {
    act();
    if (event.detail) made.blur(); // clicked, not pressed by key: the next key is for the page
  });
  return made;
}

// What a team is called where it stands by itself: by its title, else "Red".
const called = (team) => team.called ?? capital(team.name);

const CORNERS = { diamond: 4, hexagon: 6, triangle: 3 };

// The letter of a unit in the shape and colour of its team; without a letter the shape alone.
function glyph(team, letter = "") {
  const shape = playback.teams[team].shape;
  const count = CORNERS[shape];
  const wide = { 3: 11.8, 4: 11.4, 6: 10.6 }[count];
  const corners = Array.from({ length: count ?? 0 }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / count;
    return `${(12 + wide * Math.sin(turn)).toFixed(2)},${(12 + (count === 3 ? 2 : 0) - wide * Math.cos(turn)).toFixed(2)}`;
  });
  const body = count
    ? makeSvg("polygon", { points: corners.join(" ") })
    : makeSvg("circle", { cx: 12, cy: 12, r: 9.6 });
  const name = makeSvg(
    "text",
    { x: 12, y: count === 3 ? 18.4 : 16.3, "text-anchor": "middle", class: letter.length > 1 ? "initials" : "" },
    [letter],
  );
  const made = makeSvg("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true" }, [body, name]);
  teamColour(made, team);
  return made;
}

function teamColour(element, team) {
  element.style.setProperty("--team", `var(--team-${team})`);
}

// Words in which the names of units are bold and in the colour of their team.
const NAMES = new RegExp(`(?<![\\w])(${[...unitOf.keys()].sort((a, b) => b.length - a.length).join("|")})(?![\\w])`);
function named(text) {
  return text.split(NAMES).map((part, place) => {
    if (place % 2 === 0 || !unitOf.has(part)) return part;
    const made = make("b", "name", part);
    teamColour(made, unitOf.get(part).team);
    return made;
  });
}

// A number with a sign that is as wide as a plus, where it is below zero.
function signed(number) {
  return String(number).replace("-", "\u2212");
}

function plain(name) {
  return String(name).replaceAll("_", " ");
}

function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
