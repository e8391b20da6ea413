import { hideSecrets } from '../core/redaction.js';

/** What moves a terminal's cursor, writes over lines, or turns the direction of text. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu;

/** A text that a stranger may have written, on one line, without what a terminal would obey and without secrets. */
export function terminalText(text: string): string {
  return hideSecrets(text).replace(CONTROLS, '\ufffd');
}
