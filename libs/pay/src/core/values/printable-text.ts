/** Control characters (C0 and C1), line separators, characters that change the direction of text, and halves of pairs. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Escapes every control character as `\uXXXX`, so that a text from outside stays on one line of a log or a terminal and
 * looks like what it is.
 */
export function printableText(text: string): string {
  return text.replace(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
