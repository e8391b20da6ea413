import { kindOfType } from '../areas/transactions/movement-kind.js';
import { TransactionStatus } from '../areas/coded-values.generated.js';
import { currencyDecimals, otherCurrencyCode } from '../core/values/currencies.js';
import { exactMinorUnits, toMajorUnits, toMinorUnits } from '../core/values/money.js';
import { html, t } from './html.js';
import type { Html, PageText } from './html.js';

/** Formats an amount in minor units with its currency and sign. The only place that does. */
export function money(minor: number, currencyCode: string): string {
  try {
    const digits = currencyDecimals(currencyCode);
    const format = new Intl.NumberFormat('en', {
      style: 'currency',
      currency: otherCurrencyCode(currencyCode),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return format.format(toMajorUnits(minor, currencyCode) as `${number}`).replace('-', '−');
  } catch {
    return `${minor} (minor units of currency ${currencyCode})`;
  }
}

/** Formats an amount of the service, in major units. Without a currency, or if it is inexact, it is shown as it is. */
export function serviceMoney(major: number, currencyCode: string | null): string {
  const minor = currencyCode === null ? null : exactMinorUnits(major, currencyCode);
  return minor === null ? String(major) : money(minor, currencyCode ?? '');
}

/** Shows a time to the minute, in UTC. A time without an offset is the service's local time. */
export function time(value: string | number | Date): Html {
  const hasZone = typeof value !== 'string' || /(Z|[+-]\d\d:?\d\d)$/.test(value);
  const ms = hasZone ? new Date(value).getTime() : NaN;
  const text = Number.isNaN(ms) ? String(value) : new Date(ms).toISOString();
  const shown = text.slice(0, 16).replace('T', ' ');
  return html`<time datetime="${text}">${shown}${Number.isNaN(ms) ? '' : ' UTC'}</time>`;
}

/** An amount in minor units, or why a text is none. */
export type AmountReading = { amount: number } | { problem: PageText };

/**
 * Reads an amount as people write it: `12.50` and `12,50` are 1250. It never guesses: `1,250` euros may mean a thousand, so more decimals
 * than the currency has are refused.
 */
export function readAmount(entered: string, currencyCode: string, most: number): AmountReading {
  const decimals = currencyDecimals(currencyCode);
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(entered.trim()) ?? [];
  const amount =
    whole === undefined || fraction.length > decimals
      ? NaN
      : exactOrNaN(fraction === '' ? whole : `${whole}.${fraction}`, currencyCode);
  if (!(amount > 0))
    return {
      problem: t('Enter an amount such as {example}, without a sign between thousands.', {
        example: toMajorUnits(1250, currencyCode),
      }),
    };
  if (amount > most) return { problem: t('At most {amount}.', { amount: money(most, currencyCode) }) };
  return { amount };
}

function exactOrNaN(major: string, currencyCode: string): number {
  try {
    return toMinorUnits(major, currencyCode);
  } catch {
    return NaN;
  }
}

/** Colors of a label. */
export type Tone = 'good' | 'bad' | 'wait' | 'plain';
export type Label = readonly [words: PageText, tone: Tone];

const STATUSES: Readonly<Record<string, Label>> = {
  [TransactionStatus.Finished]: [t('Succeeded'), 'good'],
  [TransactionStatus.Active]: [t('In progress'), 'wait'],
  [TransactionStatus.Captured]: [t('Captured'), 'good'],
  [TransactionStatus.Error]: [t('Declined'), 'bad'],
  [TransactionStatus.Refunded]: [t('Refunded, fully or in part'), 'plain'],
  [TransactionStatus.Canceled]: [t('Voided'), 'plain'],
  [TransactionStatus.Disputed]: [t('Disputed: your evidence is expected'), 'bad'],
  [TransactionStatus.DisputeAwaitingResponse]: [t('Disputed: the bank decides'), 'bad'],
  [TransactionStatus.DisputeInProgress]: [t('Disputed: evidence in review'), 'bad'],
  [TransactionStatus.DisputeLost]: [t('Dispute lost'), 'bad'],
  [TransactionStatus.DisputeSuspected]: [t('Dispute suspected'), 'bad'],
  [TransactionStatus.DisputeWon]: [t('Dispute won'), 'good'],
  [TransactionStatus.DisputeRefunded]: [t('Dispute refunded'), 'bad'],
};
const unknownStatus = (status: string): Label => [t('Status {status}', { status }), 'plain'];

const KINDS: Readonly<Record<string, PageText>> = {
  charge: t('Payment'),
  hold: t('Hold'),
  capture: t('Capture'),
  refund: t('Refund'),
  void: t('Void'),
  claim: t('Chargeback'),
  verification: t('Card check'),
  credit: t('Credit to the card'),
  'cash-out': t('Payout to the card'),
};

/** Names the kind of a transaction. */
export function kindWords(type: number): PageText {
  return KINDS[kindOfType(type) ?? ''] ?? t('Transaction of type {type}', { type });
}

/** Names the status of a transaction. */
export function statusLabel(status: string, type: number): Label {
  const isHold = kindOfType(type) === 'hold';
  if (isHold && status === TransactionStatus.Finished) return [t('Held'), 'wait'];
  if (isHold && status === TransactionStatus.Canceled) return [t('Released'), 'plain'];
  return STATUSES[status] ?? unknownStatus(status);
}
