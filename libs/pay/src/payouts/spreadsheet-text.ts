import { UUID } from '../core/values/uuid.js';

/** Languages of the countries in which the service has accounts. A spreadsheet reads the month names of its own language, and English. */
const LANGUAGES = 'en bg cs da de el es et fi fr hr hu it lt lv mt nl no pl pt ro sk sl sv tr'.split(' ');

let months: ReadonlySet<string> | undefined;

/**
 * Returns a text that a spreadsheet keeps as it is: a text that it would read as a formula, a number, a date or a truth value begins with
 * an apostrophe.
 *
 * @param hasSemicolons - Whether semicolons separate the cells. A spreadsheet with the other separator splits texts at that one.
 */
export function spreadsheetText(text: string, hasSemicolons: boolean): string {
  const inner = text.replaceAll(hasSemicolons ? FORMULA_AFTER_COMMA : FORMULA_AFTER_SEMICOLON, "$1'$2");
  return isKept(text.trim()) ? inner : `'${inner}`;
}

/** A spreadsheet whose separator is another one also splits quoted texts, and runs what follows. */
const FORMULA_AFTER_SEMICOLON = /([;\t\r\n][\s"]*)([=+\-@＝＋－＠])/g;
const FORMULA_AFTER_COMMA = /([,\t\r\n][\s"]*)([=+\-@＝＋－＠])/g;

function isKept(text: string): boolean {
  if (text === '' || UUID.test(text)) return true;
  if (!/^\p{L}/u.test(text) || /^(true|false)$/i.test(text)) return false;
  const [, word] = /^(\p{L}{3,})\.?[^\p{L}\p{N}]*\p{N}/u.exec(text) ?? [];
  months ??= new Set(LANGUAGES.flatMap(monthsOf));
  return word === undefined || !months.has(beginningOf(word));
}

/** Three letters without accents, because spreadsheets read short names, too. */
const beginningOf = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').slice(0, 3).toLowerCase();

function monthsOf(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => beginningOf(format.format(Date.UTC(2026, month, 1))));
}
