// Buttons and what they show: playing, steps, fog, theme, zoom, help.

const controls = {};

function makeControls() {
  const transport = document.getElementById("transport");
  const tools = document.getElementById("tools");
  const overlay = document.getElementById("overlay");
  controls.play = button("play", "Play (space)", () => (view.playing ? stop() : play()));
  controls.play.classList.add("main");
  const units = ["decision", "phase", "pass", "round"].map((unit) => [unit, unit]);
  const speeds = SPEEDS.map((speed) => [String(speed), `${speed} \u00d7`]);
  controls.unit = select("Step by", units, (value) => (view.unit = value));
  controls.speed = select("Speed", speeds, (value) => (view.speed = Number(value)));
  controls.speed.value = "1";
  controls.last = button("last", "Last (End)", () => (stop(), go(last)));
  controls.last.classList.add("end");
  transport.append(
    button("first", "First (Home)", () => (stop(), go(0))),
    button("back", "Back", () => step(view.unit, -1)),
    controls.play,
    button("next", "Forward", () => step(view.unit, 1)),
    controls.last,
    controls.unit,
    controls.speed,
  );
  if (hasTurned()) {
    controls.turn = button("turn", "Go to the turning point (j)", goToTurn, "Turning point");
    tools.append(controls.turn);
  }
  if (!playback.side) {
    const sides = [["", "All-seeing"], ...playback.teams.map((team) => [team.name, `Eyes of ${team.called ?? team.name}`])];
    controls.side = select("Fog: whose eyes (f)", sides, setSide);
    tools.append(controls.side);
  }
  controls.follow = button("follow", "Follow the action when zoomed in (o)", toggleFollow);
  controls.wide = button("wide", "Map only (m)", toggleWide);
  controls.theme = button("sun", "Dark or light (t)", toggleTheme);
  const picture = button("camera", "Save a picture (s)", savePicture);
  tools.append(controls.follow, controls.wide, controls.theme, picture, button("help", "Help (?)", toggleHelp));
  overlay.append(
    button("plus", "Zoom in (+)", () => (camera.zoom(1.4), refresh())),
    button("minus", "Zoom out (\u2212)", () => (camera.zoom(1 / 1.4), refresh())),
    button("fit", "Whole map (0)", () => (camera.fit(), refresh())),
  );
}

function select(label, choices, act) {
  const options = choices.map(([value, says]) => make("option", "", says, { value }));
  const made = make("select", "select", options, { "aria-label": label, title: label });
  made.addEventListener("change", () => {
    act(made.value);
    made.blur();
  });
  return made;
}

function showControls() {
  const name = view.playing ? "pause" : "play";
  if (controls.play.dataset.icon !== name) {
    controls.play.dataset.icon = name;
    controls.play.replaceChildren(icon(name));
    controls.play.setAttribute("aria-label", view.playing ? "Pause (space)" : "Play (space)");
  }
  const n = view.shown;
  document.getElementById("where").textContent = `${view.n} / ${last}`;
  slider.setAttribute("aria-valuemax", last);
  slider.setAttribute("aria-valuenow", n);
  slider.setAttribute("aria-valuetext", `${whenWords(n)}, decision ${n} of ${last}`);
  controls.follow.setAttribute("aria-pressed", view.follow);
}

// The line below the map goes with what is seen there: who does what, and what has come of it by now. The same is said to
// who cannot see it, when it is over; while the battle plays, only what is loud.
function showCaption() {
  const { n, t, shown } = view;
  const [does, came] = actWords(n, t);
  document.getElementById("when").textContent = whenWords(shown).replace(", ", " \u00b7 ");
  document.getElementById("what").replaceChildren(...named(does));
  document.getElementById("came").replaceChildren(...named(came));
  document.getElementById("caption").title = [does, came].filter(Boolean).join(" ");
  if (shown !== n) return;
  const heard = [whenWords(n), decisionWords(n), ...sentences(n, Infinity)].filter(Boolean);
  const says = heard.map((part) => part.replace(/\.?$/, ".")).join(" ");
  stage.canvas.setAttribute("aria-label", `${board.title || "The map"}. ${says}`);
  const loud = linesUntil(n, Infinity).some((line) => line.kind in LOUD);
  if (!view.playing || loud) document.getElementById("announced").textContent = says;
}

function hasTurned() {
  return playback.turning !== undefined && playback.turning !== null;
}

// Show how the battle turned, and say it, on the half of the map where it did not.
function goToTurn() {
  if (!hasTurned() || !tellsAll()) return;
  stop();
  go(playback.turning, true);
  if (!playback.turned) return;
  showCard([[playback.turned, "text"]], "The turning point");
  const unit = sceneAt(view.n).units[playback.moments[view.n].by];
  const low = unit && camera.pixel(unit.x, unit.y)[1] > camera.height / 2;
  card.className = low ? "aside top" : "aside";
}

function setSide(side) {
  view.side = side;
  if (controls.side) controls.side.value = side;
  if (controls.turn) controls.turn.hidden = !tellsAll();
  stage.ghosts = [];
  filterLog();
  showMoment();
}

function nextSide() {
  if (!controls.side) return;
  const sides = ["", ...playback.teams.map((team) => team.name)];
  setSide(sides[(sides.indexOf(view.side) + 1) % sides.length]);
}

function useTheme(name) {
  setTheme(name);
  controls.theme.replaceChildren(icon(name === "dark" ? "sun" : "moon"));
  drawTimeline();
  refresh();
}

function toggleTheme() {
  useTheme(theme === "dark" ? "light" : "dark");
}

function toggleFollow() {
  view.follow = !view.follow;
  showControls();
}

function toggleWide() {
  const wide = document.getElementById("app").classList.toggle("wide");
  controls.wide.setAttribute("aria-pressed", wide);
  measure();
}

// Save the map as it is seen now, on the colour of the page.
function savePicture() {
  const picture = document.createElement("canvas");
  [picture.width, picture.height] = [stage.canvas.width, stage.canvas.height];
  const pen = picture.getContext("2d");
  pen.fillStyle = ink("page");
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(stage.canvas, 0, 0);
  picture.toBlob((blob) => {
    const title = playback.title.replace(/[^\w]+/g, "-").toLowerCase() || "battle";
    const link = make("a", "", [], { href: URL.createObjectURL(blob), download: `${title}-${view.n}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}
