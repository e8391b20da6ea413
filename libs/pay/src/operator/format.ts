import { getPayEventName } from '../webhooks/event-types.js';
import { kindOfType } from '../areas/transactions/movement-kind.js';
import { currencyDecimals, otherCurrencyCode } from '../core/values/currencies.js';
import { exactMinorUnits, toMajorUnits } from '../core/values/money.js';
import { WORDS } from './files.generated.js';
import { html, t } from './html.js';
import type { Html, PageText } from './html.js';
import { problem } from './problem.js';

/** Formats an amount in minor units with its currency and sign. The only place that does. @param code - Null if it is unknown. */
export function money(minor: number, code: string | null): string {
  try {
    const digits = currencyDecimals(code ?? '');
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const currency = otherCurrencyCode(code ?? '');
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, ...decimals });
    return format.format(toMajorUnits(minor, code ?? '') as `${number}`).replace('-', '−');
  } catch {
    return `${minor} (in the smallest unit of ${code === null ? 'an unknown currency' : `currency ${code}`})`;
  }
}

/** Formats an amount of the service, in major units. Without a currency, or if it is inexact, it is shown as it is. */
export function serviceMoney(major: number, currencyCode: string | null): string {
  const minor = currencyCode === null ? null : exactMinorUnits(major, currencyCode);
  return minor === null || currencyCode === null ? String(major) : money(minor, currencyCode);
}

/** Shows a time to the minute, in UTC. A time without an offset is the service's local time. */
export function time(value: string | number | Date): Html {
  const hasZone = typeof value !== 'string' || /(Z|[+-]\d\d:?\d\d)$/.test(value);
  const ms = hasZone ? new Date(value).getTime() : NaN;
  const text = Number.isNaN(ms) ? String(value) : new Date(ms).toISOString();
  const zone = Number.isNaN(ms) ? '' : ' UTC';
  return html`<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')}${zone}</time>`;
}

/**
 * Reads an amount as people write it: `12.50` and `12,50` are 1250. It never guesses: `1,250` euros may mean a thousand, so more decimals
 * than the currency has are refused.
 *
 * @returns Minor units.
 * @throws OperatorProblem 422 if the text is no such amount.
 */
export function readAmount(entered = '', currencyCode: string | null, most: number, least = 1): number {
  const code = currencyCode ?? '';
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(entered.trim()) ?? [];
  const isTooFine = fraction.length > currencyDecimals(code);
  const amount =
    whole === undefined || isTooFine ? null : exactMinorUnits(`${whole}.${fraction || '0'}`, code);
  if (amount === null || amount < least) throw problem('amount', { example: toMajorUnits(1250, code) });
  if (amount > most) throw problem('most', { amount: money(most, currencyCode) });
  return amount;
}

/** Words of a state, and the tone of their label. */
export type Label = readonly [words: string, tone: string, ...more: readonly string[]];
type Words<Value> = Readonly<Record<string, Value>>;

/** Returns words from a name of a program: `cancelOrder` is `Cancel order`. */
function wordsOf(name: string): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names the type of an event, as people say it, with its number in small. */
export function eventWords(type: number | null): Html {
  const words = (WORDS.eventType as Words<string>)[String(type)];
  return html`${t(words ?? wordsOf(getPayEventName(type) ?? 'Event'))} <small><code>${type}</code></small>`;
}

/** Names a call to the service, as people say it, with the operation in small. */
export function callWords(operation: string | null): Html {
  const words = (WORDS.operation as Words<string>)[operation ?? ''];
  const name = operation?.split(/[.:]/)[1] ?? 'call';
  return html`${t(words ?? wordsOf(name))} <small><code>${operation}</code></small>`;
}

/** Names a kind of transactions. */
export function kindWords(type: number): PageText {
  const kind = (WORDS.kind as Words<string>)[kindOfType(type) ?? ''];
  return kind === undefined ? t('Transaction of type {type}', { type }) : t(kind);
}

/** Names the status of a transaction. */
export function statusLabel(status: string, type: number): Label {
  const held = { F: 'held', X: 'released' }[kindOfType(type) === 'hold' ? status : ''];
  return (WORDS.status as Words<Label>)[held ?? status] ?? [status, 'plain'];
}
