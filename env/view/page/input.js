// Keys, and the pointer on the map: drag, wheel, pinch, point, tap.

function listenToKeys() {
  const acts = {
    " ": () => (view.playing ? stop() : play()),
    Home: () => (stop(), go(0)),
    End: () => (stop(), go(last)),
    PageUp: () => step("pass", -1),
    PageDown: () => step("pass", 1),
    ArrowUp: () => changeSpeed(1),
    ArrowDown: () => changeSpeed(-1),
    ".": () => changeSpeed(1),
    ",": () => changeSpeed(-1),
    "+": () => camera.zoom(1.25),
    "=": () => camera.zoom(1.25),
    "-": () => camera.zoom(0.8),
    0: () => camera.fit(),
    f: nextSide,
    t: toggleTheme,
    m: toggleWide,
    o: toggleFollow,
    s: savePicture,
    j: goToTurn,
    k: goToTurn,
    "?": toggleHelp,
    Escape: () => choose(null),
  };
  document.addEventListener("keydown", (event) => {
    if (helpIsOpen()) {
      if (event.key === "?") event.preventDefault(), toggleHelp();
      return; // Escape closes it by itself, and nothing acts beneath it
    }
    const arrow = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const inside = event.target.closest("select, button, input");
    if (inside && (inside.tagName === "SELECT" || event.key === " ")) {
      if (event.key !== "?") return;
    }
    if (arrow) {
      step(event.shiftKey ? "phase" : event.ctrlKey || event.altKey || event.metaKey ? "round" : "decision", arrow);
    } else if (event.key in acts && !event.ctrlKey && !event.metaKey && !event.altKey) {
      acts[event.key]();
      refresh();
    } else return;
    event.preventDefault();
  });
}

// A tap anywhere puts the tooltip away; what was tapped may show it again.
function listenToTaps() {
  document.addEventListener("pointerdown", hideTip, true);
}

function changeSpeed(by) {
  const place = SPEEDS.indexOf(view.speed) + by;
  view.speed = SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)];
  controls.speed.value = String(view.speed);
}

// In a frame the wheel belongs to the page around it, until the map was clicked.
const framed = window.parent !== window;

function listenToMap() {
  const canvas = stage.canvas;
  let entered = !framed;
  window.addEventListener("blur", () => (entered = !framed));
  const held = new Map(); // pointers that are down: id -> [x, y]
  let dragged = 0; // pixels since the first went down
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (event) => {
    entered = true;
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, place(event));
    if (held.size === 1) dragged = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    const before = held.get(event.pointerId);
    if (!before) return event.pointerType === "touch" ? null : tipForMap(x, y);
    dragged += Math.abs(x - before[0]) + Math.abs(y - before[1]);
    if (held.size === 1) camera.pan(x - before[0], y - before[1]);
    else pinch(held, event.pointerId, [x, y]);
    held.set(event.pointerId, [x, y]);
    if (dragged > 6) hideTip();
    refresh();
  });
  const release = (event) => {
    const at = held.get(event.pointerId);
    held.delete(event.pointerId);
    if (!at || dragged > 6 || event.type !== "pointerup") return;
    tipForMap(...at);
    choose(stage.hover === view.chosen ? null : stage.hover);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch") return; // a finger that was lifted still means the place
    stage.tile = -1;
    point(null);
    hideTip();
    refresh();
  });
  canvas.addEventListener("wheel", (event) => {
    if (!entered && !event.ctrlKey) return;
    event.preventDefault();
    if (helpIsOpen()) return;
    const lines = event.deltaMode ? 30 : 1;
    camera.zoom(Math.exp(-0.0016 * lines * event.deltaY), ...place(event));
    refresh();
  }, { passive: false });
  canvas.addEventListener("dblclick", (event) => {
    if (camera.fitted) camera.zoom(2, ...place(event));
    else camera.fit();
    refresh();
  });
}

// Two fingers: their distance zooms, their middle pans.
function pinch(held, moved, to) {
  const other = [...held].find(([id]) => id !== moved)[1];
  const from = held.get(moved);
  const size = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]) || 1;
  camera.zoom(size(to) / size(from), (to[0] + other[0]) / 2, (to[1] + other[1]) / 2);
  camera.pan((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
}
