// How the site's search splits and weighs words. VitePress copies these functions into the page, so each is self-contained.

/** Returns identifiers whole, such as `PAY_DEV` and `createOrder`, and also their parts. */
export function tokenize(text) {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.match(/[\p{Lu}]?[\p{Ll}\p{N}]+|[\p{Lu}\p{N}]+/gu) ?? [];
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** Guides come before reference, and the merchant's operations before those of resellers and marketplaces. */
export function boostDocument(id, term, { titles } = {}) {
  if (term.includes('_')) return id.includes('environment-variables') ? 20 : 1;
  if (/operations\/(isv|marketplace|legacy)-/.test(id)) return 0.3;
  // The start of a page names what the whole page is about.
  const page = titles !== undefined && titles.length === 0 ? 1.3 : 1;
  if (/\/(tutorial|how-to|explanation)\//.test(id)) return 2 * page;
  // An error code is one long word.
  if (id.includes('/reference/errors')) return 3 * page;
  return id.includes('/operations/') ? 1.3 : page;
}

export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  boostDocument,
};
