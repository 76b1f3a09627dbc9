// People ask in sentences: Sphinx's own search wants every word on the page, so that one word which is nowhere leaves nothing.
// Here half of the words are enough, and a page counts by how many of them it has. Headings count as pages of their own.
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search === "undefined") return; // loaded by the search page alone
  // Excerpts are fetched, which a browser forbids where the handbook is a folder of files: it would log an error for each.
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
  const whole = Search.performTermsSearch;

  function headings(terms) {
    const stemmer = new Stemmer();
    const { alltitles, titles, docnames, filenames } = Search._index;
    const found = [];
    for (const [title, places] of Object.entries(alltitles)) {
      const words = new Set((title.toLowerCase().match(/[\p{L}\p{N}_]+/gu) || []).map((word) => stemmer.stemWord(word)));
      const share = terms.filter((term) => words.has(term)).length / terms.length;
      if (share <= 0.5) continue;
      for (const [file, id] of places) {
        if (titles[file] === title) continue; // a page's own title is found by the other search
        const score = Math.round(Scorer.title * share);
        found.push([docnames[file], `${titles[file]} > ${title}`, id ? `#${id}` : "", null, score, filenames[file], "title"]);
      }
    }
    return found;
  }

  Search.performTermsSearch = (searchTerms, excludedTerms) => {
    const terms = [...searchTerms];
    if (terms.length < 2) return whole(searchTerms, excludedTerms);
    const pages = new Map();
    for (const term of terms) {
      for (const result of whole(new Set([term]), excludedTerms)) {
        const kept = pages.get(result[5]) || { result, count: 0, score: 0 };
        kept.count += 1;
        kept.score += result[4];
        pages.set(result[5], kept);
      }
    }
    const enough = [...pages.values()].filter(({ count }) => 2 * count >= terms.length);
    const results = enough.map(({ result, count, score }) => {
      const all = count === terms.length ? Scorer.term : 0;
      return [...result.slice(0, 4), Math.round(score / terms.length) + all, ...result.slice(5)];
    });
    return [...results, ...headings(terms)];
  };
});
