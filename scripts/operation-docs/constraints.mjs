// What the contract says of a field, for its user: without what is for builders, and without what the docstring says already.

/** Where a fact was found, or not found, and what the library does with it. */
const FOR_BUILDERS =
  /\b(SDKs?|the library|production client|one client|older captures|live-tested|not found|seen in|schema|OpenAPI|captured (body|bodies)|confirmed by)\b/i;

/** Words that carry no meaning of their own. */
const FILLERS = new Set(
  'a an and as at be by for in is it its no not of on only or per than that the this to with'.split(' '),
);
const SAME = { uk: ['united', 'kingdom'], chars: ['characters'], max: ['most'], min: ['least'] };
/** Of the words of a part, how many the docstring must have for it to say the same. */
const MOSTLY = 0.6;

/** Between parts, not within brackets. */
const BETWEEN_PARTS = /;\s*(?![^(]*\))/;

const words = (text) =>
  (text.toLowerCase().match(/[a-z]{2,}|\d+/g) ?? []).map((word) =>
    word.length > 3 ? word.replace(/(s|ed|ing)$/, '') : word,
  );

/** Text without its parts that are of use to builders only; a part is what stands between semicolons or in brackets. */
export function forUsers(text) {
  return text
    .replace(/ ?\(([^()]*)\)/g, (whole, inside) => (FOR_BUILDERS.test(inside) ? '' : whole))
    .split(BETWEEN_PARTS)
    .filter((part) => part !== '' && !FOR_BUILDERS.test(part))
    .join('; ');
}

/** The parts of what the contract says of a field that the docstring does not say already. */
export function beyond(constraints, doc) {
  const said = new Set(words(doc));
  const isSaid = (word) => said.has(word) || SAME[word]?.some((other) => said.has(words(other)[0])) === true;
  return forUsers(constraints)
    .split(BETWEEN_PARTS)
    .filter((part) => {
      const all = words(part).filter((word) => !FILLERS.has(word));
      // A number that the docstring does not have is always news.
      const hasNews = all.some((word) => /\d/.test(word) && !isSaid(word));
      return hasNews || all.filter(isSaid).length < all.length * MOSTLY;
    })
    .join('; ');
}
