// Was it the dice? A sentence, a bar for what each side's own dice were worth to it, and the rolls that were worth most.

const LEAST_SCALE = 0.1; // of the chance to win, that a bar's whole half stands for

// What the card of the end says of luck; nothing where it is not known, or would tell a side what it may not know.
function luckParts() {
  const { luck } = playback;
  if (!luck || !tellsAll()) return [];
  const scale = Math.max(LEAST_SCALE, ...luck.sides.flatMap(({ low, high }) => [-low, high]));
  const rows = luck.sides.flatMap((side, number) => {
    const whose = make("span", "whose", `${called(playback.teams[number])}'s dice`);
    const figure = `${inPoints(side.worth)} (${inPoints(side.low)} to ${inPoints(side.high)})`;
    whose.style.color = `var(--team-${number})`;
    return [whose, luckBar(side, number, scale, figure), make("span", "figure", figure)];
  });
  const rolls = luck.rolls.map((roll) => {
    const words = [make("b", "", inPoints(roll.worth)), " ", ...named(roll.says)];
    const seek = make("button", "seek", words, { type: "button", title: "Go to this roll" });
    seek.addEventListener("click", () => {
      card.hidden = true;
      stop();
      go(roll.n, true);
    });
    return make("li", "", seek);
  });
  return [make("p", "luck", luck.says), make("div", "sides", rows), make("ul", "rolls", rolls)];
}

function inPoints(share) {
  const points = Math.round(100 * share);
  return `${points < 0 ? "\u2212" : points > 0 ? "+" : ""}${Math.abs(points)}`;
}

// Good luck to the right of the middle, bad luck to the left; the thin line is the 95 % interval.
function luckBar(side, number, scale, figure) {
  const x = (share) => (100 * share) / scale;
  const bar = makeSvg("rect", { x: Math.min(x(side.worth), 0), y: 2, width: Math.abs(x(side.worth)), height: 10 });
  bar.style.fill = `var(--team-${number})`;
  const line = (from, to, y, foot, name) => makeSvg("line", { x1: from, x2: to, y1: y, y2: foot, class: name });
  const parts = [bar, line(0, 0, 0, 14, "zero"), line(x(side.low), x(side.high), 7, 7, "sure")];
  const says = `luck of its own dice: ${figure} points of its chance to win`;
  return makeSvg("svg", { viewBox: "-100 0 200 14", preserveAspectRatio: "none", role: "img", "aria-label": says }, parts);
}
