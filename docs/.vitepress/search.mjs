// How the site's search splits and weighs words. VitePress copies these functions into the page, so each is self-contained.

/** Returns identifiers whole, such as `PAY_DEV` and `createOrder`, and also their parts. */
export function tokenize(text) {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.match(/[\p{Lu}]?[\p{Ll}\p{N}]+|[\p{Lu}\p{N}]+/gu) ?? [];
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** Makes plurals singular, and drops words that most pages have. */
export function processTerm(term) {
  if (/^(a|an|and|are|do|does|for|how|i|in|is|it|my|not|of|on|or|the|to|what|with|you|your)$/i.test(term))
    return null;
  return term
    .toLowerCase()
    .replace(/(?<=[a-z]{2})ies$/, 'y')
    .replace(/(?<=[a-z]{2}[^su])s$/, '');
}

/** Guides come before reference, and the merchant's operations before those of resellers and marketplaces. */
export function boostDocument(id, term, { titles } = {}) {
  if (term.includes('_')) return id.includes('environment-variables') ? 20 : 1;
  if (/operations\/(isv|marketplace|legacy)-|\/changelog/.test(id)) return 0.3;
  // The start of a page names what the whole page is about.
  const page = titles !== undefined && titles.length === 0 ? 1.7 : 1;
  if (/\/(tutorial|how-to|explanation)\//.test(id)) return 2 * page;
  // An error code or an event type is one word in a long table.
  if (/\/reference\/(errors|events)/.test(id)) return 3.3 * page;
  return id.includes('/operations/') ? 1.3 : 1.5 * page;
}

/** Numbers, such as status codes, are exact. So are short words: "pay" would find every variable. */
export const fuzzy = (term) => (/^\d/.test(term) || term.length < 5 ? false : 0.2);
export const prefix = (term) => term.length > 3;

export const searchOptions = { fuzzy, prefix, boost: { title: 4, text: 2, titles: 1 }, boostDocument };
