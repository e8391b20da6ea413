// Where inline code may break into lines: after dots, commas, slashes, underscores and hyphens, and before capitals of a name.

const BREAK = '<wbr>';

/** Inserts line-break opportunities into escaped code. Entities such as `&lt;` stay whole. */
export const withBreaks = (escaped) =>
  escaped
    .split(/(&[a-z#0-9]+;)/i)
    .map((part, index, { length }) =>
      index % 2 === 1
        ? part
        : part
            .replace(/([./_\-:|,])(?=[^\s./_\-:|,])/g, `$1${BREAK}`)
            .replace(/([a-z0-9])(?=[A-Z])/g, `$1${BREAK}`)
            // In JSON, a quotation mark follows the comma.
            .replace(/,$/, index < length - 1 ? `,${BREAK}` : ','),
    )
    .join('');

/** The longest part of a code text that stays on one line. */
export const longestSegment = (code) =>
  Math.max(
    0,
    ...withBreaks(code)
      .split(/<wbr>|\s+/)
      .map((segment) => segment.length),
  );
