// Prims on a canvas, and the colours of the theme. A prim is a list: see look.py. The page has one more of its own:
// ["glow", colour, x, y, radius, alpha], a disc with soft edges.

const COLOUR = /^([a-z_]+(?::\d)?)([+-][\d.]+)?(?:@([\d.]+))?$/;
const WORDS_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
let theme = "dark";
const inks = new Map(); // colour of a prim -> CSS colour, in this theme

function setTheme(name) {
  theme = name;
  inks.clear();
  const root = document.documentElement;
  root.dataset.theme = name;
  root.style.colorScheme = name;
  for (const [key, colour] of Object.entries(playback.palette[name])) {
    root.style.setProperty(`--${key.replace(/[_:]/g, "-")}`, colour);
  }
}

// The CSS colour of a prim's colour, thinner still by `thin`.
function ink(colour, thin = 1) {
  const key = thin === 1 ? colour : `${colour}*${thin.toFixed(2)}`;
  let made = inks.get(key);
  if (made === undefined) {
    const [, name, shift, alpha] = COLOUR.exec(colour);
    const hex = playback.palette[theme][name];
    const by = Number(shift ?? 0);
    const goal = by > 0 ? 255 : 0;
    const parts = [1, 3, 5].map((at) => {
      const channel = parseInt(hex.slice(at, at + 2), 16);
      return Math.round(channel + (goal - channel) * Math.abs(by));
    });
    made = `rgba(${parts.join(",")},${(Number(alpha ?? 1) * thin).toFixed(3)})`;
    inks.set(key, made);
  }
  return made;
}

// Draw prims whose origin is (x, y), `scale` pixels to a tile; `thin` makes all of it paler, `sealed` leaves no hairline
// between areas that touch.
function drawPrims(pen, prims, x, y, scale, thin = 1, sealed = false) {
  pen.lineCap = "round";
  pen.lineJoin = "round";
  for (const prim of prims) {
    const colour = ink(prim[1], thin);
    if (prim[0] === "poly") {
      pen.fillStyle = colour;
      trace(pen, prim[2], x, y, scale);
      pen.fill();
      if (sealed && !prim[1].includes("@")) {
        pen.strokeStyle = colour;
        pen.lineWidth = 0.8;
        pen.closePath();
        pen.stroke();
      }
    } else if (prim[0] === "line") {
      pen.strokeStyle = colour;
      pen.lineWidth = Math.max(prim[2] * scale, 0.75);
      trace(pen, prim[3], x, y, scale);
      pen.stroke();
    } else if (prim[0] === "disc") {
      pen.fillStyle = colour;
      pen.beginPath();
      pen.arc(x + prim[2] * scale, y + prim[3] * scale, Math.max(prim[4] * scale, 0.5), 0, 2 * Math.PI);
      pen.fill();
    } else if (prim[0] === "arc") {
      pen.strokeStyle = colour;
      pen.lineWidth = Math.max(prim[7] * scale, 0.75);
      pen.lineCap = "butt";
      pen.beginPath();
      const [from, to] = [prim[5], prim[6]].map((turn) => (turn - 0.25) * 2 * Math.PI);
      pen.arc(x + prim[2] * scale, y + prim[3] * scale, prim[4] * scale, from, to);
      pen.stroke();
      pen.lineCap = "round";
    } else if (prim[0] === "glow") {
      const size = prim[4] * scale;
      pen.globalAlpha = Math.min(Math.max(prim[5] * thin, 0), 1);
      pen.drawImage(puff(prim[1]), x + prim[2] * scale - size, y + prim[3] * scale - size, 2 * size, 2 * size);
      pen.globalAlpha = 1;
    } else {
      letters(pen, prim[5], x + prim[2] * scale, y + prim[3] * scale, prim[4] * scale, colour);
    }
  }
}

function trace(pen, points, x, y, scale) {
  pen.beginPath();
  for (let n = 0; n < points.length; n += 2) pen.lineTo(x + points[n] * scale, y + points[n + 1] * scale);
}

// A disc with soft edges, as a picture made once for each colour and theme.
const puffs = new Map(); // by theme and colour

function puff(colour) {
  const key = `${theme} ${colour}`;
  if (!puffs.has(key)) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 96;
    const pen = canvas.getContext("2d");
    const soft = pen.createRadialGradient(48, 48, 4, 48, 48, 48);
    soft.addColorStop(0, ink(colour));
    soft.addColorStop(0.55, ink(colour, 0.55));
    soft.addColorStop(1, ink(colour, 0));
    pen.fillStyle = soft;
    pen.fillRect(0, 0, 96, 96);
    puffs.set(key, canvas);
  }
  return puffs.get(key);
}

// Words, their middle at (x, y); with a seam of another colour they can be read over anything.
function letters(pen, says, x, y, height, colour, seam = "") {
  pen.font = `700 ${height.toFixed(1)}px ${WORDS_FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  if (seam) {
    pen.strokeStyle = seam;
    pen.lineWidth = Math.max(height * 0.24, 2.5);
    pen.lineJoin = "round";
    pen.strokeText(says, x, y + height * 0.06);
  }
  pen.fillStyle = colour;
  pen.fillText(says, x, y + height * 0.06);
}
