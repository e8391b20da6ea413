import { athensDay, athensLocal } from './athens-time.js';
import { currencyLetters, majorUnits } from './currencies.js';
import { MovementType, type Movement } from './movement.js';

/** Creates the MT940 statement of a calendar day, with one part for each wallet with movements. Without movements, it is empty. */
export function mt940(lines: readonly Movement[], day: string): string {
  const moved = lines.filter(
    (line) => line.type === MovementType.Balance && athensDay(line.createdAt) === day,
  );
  const walletIds = [...new Set(moved.map(({ wallet }) => wallet.id))];
  const linesOf = (id: string) => moved.filter(({ wallet }) => wallet.id === id);
  return walletIds.map((id) => part(linesOf(id), day)).join('');
}

function part(lines: readonly Movement[], day: string): string {
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return '';
  const date = compact(day);
  const letters = currencyLetters(first.wallet.currencyCode);
  const balance = (minor: bigint) =>
    `${sign(minor)}${date}${letters}${comma(minor, first.wallet.currencyCode)}`;
  return [
    `:20:${date}`,
    `:25:${first.wallet.id}`,
    ':28C:1/1',
    `:60F:${balance(totalAfter(first) - first.amount)}`,
    ...lines.flatMap(movement),
    `:62F:${balance(totalAfter(last))}`,
    '-',
    '',
  ].join('\r\n');
}

function movement(line: Movement): readonly string[] {
  const date = compact(athensLocal(line.createdAt).slice(0, 10));
  const amount = comma(line.amount, line.wallet.currencyCode);
  // A reference has at most 16 characters.
  const reference = line.id.replaceAll('-', '').slice(0, 16);
  return [
    `:61:${date}${date.slice(2)}${sign(line.amount)}${amount}NMSC${reference}`,
    ...wrapped(`:86:${asSwiftText(line.description)}`),
  ];
}

const LINES = 6;
const LENGTH = 65;
const TAG_LENGTH = ':86:'.length;

/** Replaces what SWIFT does not transmit by full stops, and line breaks by a space: a text of a user must not add a field. */
const asSwiftText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[^\w/?:().,'+ -]|_/gu, '.');

/** Divides a field into lines. No line begins like a field, or like the end of the statement. */
function wrapped(field: string): readonly string[] {
  const lines: string[] = [];
  for (let rest = field; rest !== '' && lines.length < LINES;) {
    let end = LENGTH + (lines.length === 0 ? TAG_LENGTH : 0);
    while (/[:-]/.test(rest[end] ?? '') && end > 1) end -= 1;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).replace(/^[:-]/, '.');
  }
  return lines;
}

const totalAfter = ({ balanceAfter }: Movement): bigint => balanceAfter.available + balanceAfter.reserved;
const compact = (day: string): string => day.slice(2).replaceAll('-', '');
const sign = (minor: bigint): 'C' | 'D' => (minor < 0n ? 'D' : 'C');

/** Formats an absolute amount with a decimal comma, even without decimals. */
function comma(minor: bigint, currencyCode: string): string {
  const { text } = majorUnits(minor < 0n ? -minor : minor, currencyCode);
  return text.includes('.') ? text.replace('.', ',') : `${text},`;
}
