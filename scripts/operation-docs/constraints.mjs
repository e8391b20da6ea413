// Selects what the contract says about a field for users: no details for contributors, nothing that the docstring says.

/** Words about the source of a fact, and about what the library does with it. */
const FOR_BUILDERS =
  /\b(SDKs?|the library|production client|one client|older captures|live-tested|not found|seen in|schema|OpenAPI|captured (body|bodies)|confirmed by)\b/i;

/** Words without a meaning of their own. */
const FILLERS = new Set(
  'a an and as at be by for in is it its no not of on only or per than that the this to with'.split(' '),
);
const SAME = { uk: ['united', 'kingdom'], chars: ['characters'], max: ['most'], min: ['least'] };
/** Share of a part's words that the docstring must contain to say the same. */
const MOSTLY = 0.6;

/** Separator of parts, outside of brackets. */
const BETWEEN_PARTS = /;\s*(?![^(]*\))/;

const words = (text) =>
  (text.toLowerCase().match(/[a-z]{2,}|\d+/g) ?? []).map((word) =>
    word.length > 3 ? word.replace(/(s|ed|ing)$/, '') : word,
  );

/** Removes parts for contributors. A part is the text between semicolons or in brackets. */
export function forUsers(text) {
  return text
    .replace(/ ?\(([^()]*)\)/g, (whole, inside) => (FOR_BUILDERS.test(inside) ? '' : whole))
    .split(BETWEEN_PARTS)
    .filter((part) => part !== '' && !FOR_BUILDERS.test(part))
    .join('; ');
}

/** Removes the parts that the docstring contains. */
export function beyond(constraints, doc) {
  const said = new Set(words(doc));
  const isSaid = (word) => said.has(word) || SAME[word]?.some((other) => said.has(words(other)[0])) === true;
  return forUsers(constraints)
    .split(BETWEEN_PARTS)
    .filter((part) => {
      const all = words(part).filter((word) => !FILLERS.has(word));
      // A number that is not in the docstring is always new.
      const hasNews = all.some((word) => /\d/.test(word) && !isSaid(word));
      return hasNews || all.filter(isSaid).length < all.length * MOSTLY;
    })
    .join('; ');
}
