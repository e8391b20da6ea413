// Where inline code may break into lines: after punctuation such as dots and slashes, and before capitals of a name.

const BREAK = '<wbr>';

const brokenWord = (word) =>
  word
    .split(/(&[a-z#0-9]+;)/i)
    .map((part, index, { length }) =>
      index % 2 === 1
        ? part
        : part
            .replace(/(?<=[^-])([./_\-:|,;])(?=[^\s./_\-:|,;])/g, `$1${BREAK}`)
            .replace(/([a-z0-9])(?=[A-Z])/g, `$1${BREAK}`)
            // In JSON, a quotation mark follows the comma.
            .replace(/,$/, index < length - 1 ? `,${BREAK}` : ','),
    )
    .join('')
    // Without this, browsers break options after their first two hyphens.
    .replace(/^--[^<]*/, '<span class="whole">$&</span>');

/** Inserts line-break opportunities into escaped code. Entities such as `&lt;` and words up to `whole` letters stay whole. */
export const withBreaks = (escaped, whole) =>
  escaped
    .split(/(\s+)/)
    .map((word) => (word.length > whole ? `<span class="word">${brokenWord(word)}</span>` : word))
    .join('');
