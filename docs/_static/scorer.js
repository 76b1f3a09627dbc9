// What the search puts first: pages in whose titles most of the words typed stand, then questions with answers, the ways,
// the pages of the default rule system; source code comes last. Read by Sphinx's own search, whose other scores are as they were.
const typed = (new URLSearchParams(window.location.search).get("q") || "").toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) || [];
var Scorer = {
  score: ([page, title, , , score]) => {
    const words = title.toLowerCase();
    const found = typed.filter((word) => words.includes(word.replace(/s$/, ""))).length;
    const first = page === "lookup" ? 4 : page.startsWith("ways/") ? 2 : page.includes("/source/") ? -6 : page.includes("/swan_song") ? 1 : 0;
    return score + 6 * found + first;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
