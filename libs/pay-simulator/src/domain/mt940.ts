import { athensDay, athensLocal } from './athens-time.js';
import { currencyLetters, majorUnits } from './currencies.js';
import { MovementType, type Movement } from './movement.js';

/** Creates the MT940 statement of a calendar day, with one part for each wallet with movements. Without movements, it is empty. */
export function mt940(lines: readonly Movement[], day: string): string {
  const moved = lines.filter(
    (line) => line.type === MovementType.Balance && athensDay(line.createdAt) === day,
  );
  const walletIds = [...new Set(moved.map(({ wallet }) => wallet.id))];
  return walletIds
    .map((id) =>
      part(
        moved.filter(({ wallet }) => wallet.id === id),
        day,
      ),
    )
    .join('');
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
    `:86:${line.description}`,
  ];
}

const totalAfter = ({ balanceAfter }: Movement): bigint => balanceAfter.available + balanceAfter.reserved;
const compact = (day: string): string => day.slice(2).replaceAll('-', '');
const sign = (minor: bigint): 'C' | 'D' => (minor < 0n ? 'D' : 'C');

/** Formats an absolute amount with a decimal comma, even without decimals. */
function comma(minor: bigint, currencyCode: string): string {
  const { text } = majorUnits(minor < 0n ? -minor : minor, currencyCode);
  return text.includes('.') ? text.replace('.', ',') : `${text},`;
}
