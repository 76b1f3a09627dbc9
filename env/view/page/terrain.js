// The ground: floors, shadows and blocks, drawn once on a canvas of its own and repaired where a wall falls or a door opens.

const SKY = 0.7; // tiles above the map into which the blocks of its first row rise
const MOST_PIXELS = 20e6;

const terrain = {
  canvas: document.createElement("canvas"),
  scale: 0, // pixels to a tile
  theme: "",
  paved: null, // the paints it shows where they are not as drawn

  // Bring the canvas up to date with a size and the paints of a moment.
  show(scale, paved) {
    const most = Math.sqrt(MOST_PIXELS / (board.width * (board.height + SKY)));
    const size = Math.max(Math.floor(Math.min(scale, most)), 4);
    if (size !== this.scale || theme !== this.theme) {
      this.scale = size;
      this.theme = theme;
      this.canvas.width = board.width * size;
      this.canvas.height = Math.round(SKY * size) + board.height * size;
      this.paved = paved;
      this.paint(0, board.height - 1);
    } else if (paved !== this.paved) {
      const touched = new Set([...Object.keys(paved), ...Object.keys(this.paved)]);
      const rows = [...touched]
        .filter((tile) => this.number(tile, paved) !== this.number(tile, this.paved))
        .map((tile) => Math.floor(tile / board.width));
      this.paved = paved;
      for (const row of new Set(rows)) this.paint(Math.max(row - 2, 0), Math.min(row + 2, board.height - 1));
    }
  },

  number(tile, paved) {
    return paved[tile] ?? board.tiles[tile];
  },

  // Draw some rows: floors, then each layer of shadows as one, then blocks from the far row to the near one.
  paint(first, end) {
    const pen = this.canvas.getContext("2d");
    const { scale } = this;
    const from = Math.max(first - 2, 0);
    const to = Math.min(end + 2, board.height - 1);
    pen.save();
    pen.beginPath();
    const sky = Math.round(SKY * scale);
    const top = first ? sky + first * scale : 0;
    pen.rect(0, top, this.canvas.width, sky + (end + 1) * scale - top);
    pen.clip();
    pen.clearRect(0, top, this.canvas.width, this.canvas.height);
    const tiles = [];
    for (let y = from; y <= to; y++) {
      for (let x = 0; x < board.width; x++) {
        const paint = board.paints[this.number(y * board.width + x, this.paved)];
        tiles.push([paint, x * scale, sky + y * scale]);
      }
    }
    for (const [[floor], x, y] of tiles) {
      pen.fillStyle = ink(floor[0][1]);
      pen.fillRect(x, y, scale, scale);
    }
    for (const [[floor], x, y] of tiles) drawPrims(pen, floor.slice(1), x, y, scale);
    this.shade(pen, tiles);
    for (const [[, , block], x, y] of tiles) drawPrims(pen, block, x, y, scale, 1, true);
    pen.restore();
  },

  // Draw the shadows: what is filled at once is filled but once, however many shadows lie over one another.
  shade(pen, tiles) {
    const layers = Math.max(0, ...board.paints.map((paint) => paint[1].length));
    for (let layer = 0; layer < layers; layer++) {
      let colour = "";
      pen.beginPath();
      for (const [[, shadow], x, y] of tiles) {
        if (!shadow[layer]) continue;
        colour = shadow[layer][1];
        const points = clockwise(shadow[layer][2]);
        for (let n = 0; n < points.length; n += 2) {
          const place = [x + points[n] * this.scale, y + points[n + 1] * this.scale];
          if (n) pen.lineTo(...place);
          else pen.moveTo(...place);
        }
        pen.closePath();
      }
      if (!colour) continue;
      pen.fillStyle = ink(colour);
      pen.fill("nonzero");
    }
  },
};

// The corners of a polygon, clockwise: only polygons that turn alike become one where they overlap.
function clockwise(points) {
  let area = 0;
  for (let n = 0; n < points.length; n += 2) {
    const next = (n + 2) % points.length;
    area += points[n] * points[next + 1] - points[next] * points[n + 1];
  }
  if (area >= 0) return points;
  const turned = [];
  for (let n = points.length - 2; n >= 0; n -= 2) turned.push(points[n], points[n + 1]);
  return turned;
}
