// What part of the map is seen: places in tiles to pixels of the page and back, zoom, pan, and following the action.

const MARGIN = 0.35; // tiles around the map when all of it is seen
const LARGEST = 160; // pixels to a tile

const camera = {
  x: 0, // tiles at the left and top edge
  y: 0,
  scale: 30, // pixels of the page to a tile
  width: 1, // of the canvas, in pixels of the page
  height: 1,
  fitted: true, // whether it shows the whole map and keeps doing so
  goal: null, // where it glides to

  get whole() {
    const pixels = window.devicePixelRatio || 1;
    const scale = Math.min(this.width / (board.width + 2 * MARGIN), this.height / (board.height + SKY + 2 * MARGIN));
    return Math.max(Math.floor(scale * pixels) / pixels, 2);
  },

  fit() {
    this.fitted = true;
    this.goal = null;
    this.scale = this.whole;
    this.x = (board.width - this.width / this.scale) / 2;
    this.y = (board.height - SKY - this.height / this.scale) / 2;
  },

  // Change the size; what lies at pixel (px, py) stays there.
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const scale = Math.min(Math.max(this.scale * factor, this.whole), Math.max(LARGEST, this.whole));
    if (scale <= this.whole * 1.001) return this.fit();
    this.x += px / this.scale - px / scale;
    this.y += py / this.scale - py / scale;
    this.scale = scale;
    this.fitted = false;
    this.goal = null;
    this.hold();
  },

  pan(dx, dy) {
    if (this.fitted) return;
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.goal = null;
    this.hold();
  },

  // Keep the map in the picture.
  hold() {
    this.x = held(this.x, board.width, this.width / this.scale, 0);
    this.y = held(this.y, board.height, this.height / this.scale, SKY);
  },

  // Glide to where a place is in the middle part of the picture.
  follow([x, y]) {
    if (this.fitted) return;
    const [wide, high] = [this.width / this.scale, this.height / this.scale];
    const away = Math.max(Math.abs(x - this.x - wide / 2) / wide, Math.abs(y - this.y - high / 2) / high);
    if (away > 0.28) this.goal = [x - wide / 2, y - high / 2];
  },

  // Glide on for some seconds; returns whether it moved.
  glide(seconds) {
    if (!this.goal) return false;
    const share = 1 - Math.exp(-5 * seconds);
    const [dx, dy] = [this.goal[0] - this.x, this.goal[1] - this.y];
    this.x += dx * share;
    this.y += dy * share;
    const before = [this.x, this.y];
    this.hold();
    if (Math.hypot(dx, dy) < 0.05 || Math.hypot(this.x - before[0], this.y - before[1]) > 0.05) this.goal = null;
    return true;
  },

  place(px, py) {
    return [this.x + px / this.scale, this.y + py / this.scale];
  },

  pixel(x, y) {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  },
};

// One edge of the picture, so that no more than a margin lies beside the map, or the map in the middle if it is smaller.
function held(edge, size, seen, before) {
  if (seen >= size + before + 2 * MARGIN) return (size - before - seen) / 2;
  return Math.min(Math.max(edge, -before - MARGIN), size + MARGIN - seen);
}
