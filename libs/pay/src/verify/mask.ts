import { hideSecrets } from '../core/values/redaction.js';
import { isObject } from '../core/values/plain-data.js';

/** Members whose values are part of the contract. All other values of an account are masked. */
const CODES =
  /^(ErrorCode|EventId|EventTypeId|StatusId|StateId|TransactionTypeId|CurrencyCode|Success|status|error|token_type|expires_in)$/i;
/** Members with a message of the service. */
const MESSAGES = /^(ErrorText|message|error_description|detail|title|msg)$/i;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const LONG_NUMBER = /\d{10,}/g;

/** What a run knows about its own requests. */
export interface MaskContext {
  /** Amounts in minor units that the probe sent. */
  amounts: readonly number[];
  /** Credentials of the account. */
  secrets: readonly string[];
}

/**
 * Replaces values that depend on the account or the day by their type, such as `<uuid>`. Keeps codes, statuses and messages.
 * An amount that the probe sent becomes `<minor>` or `<major>`.
 */
export function mask(value: unknown, context: MaskContext, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, context, name));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, mask(member, context, key)]),
    );
  if (typeof value === 'number') return maskNumber(value, context, name);
  if (typeof value === 'string') return maskText(value, context, name);
  if (typeof value === 'boolean') return CODES.test(name) ? value : '<boolean>';
  return value;
}

function maskNumber(value: number, { amounts }: MaskContext, name: string): unknown {
  if (CODES.test(name)) return value;
  const size = Math.abs(value);
  if (amounts.includes(size)) return '<minor>';
  if (amounts.includes(Math.round(size * 100))) return '<major>';
  return Number.isInteger(value) ? '<integer>' : '<decimal>';
}

function maskText(value: string, context: MaskContext, name: string): string {
  if (MESSAGES.test(name) || CODES.test(name)) return maskMessage(value, context);
  if (value === '') return '';
  if (new RegExp(`^${UUID.source}$`, 'i').test(value)) return '<uuid>';
  if (/^\d{4}-\d\d-\d\d[T ]/.test(value)) return '<date-time>';
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return '<date>';
  if (/^\d+$/.test(value)) return '<digits>';
  return '<text>';
}

/** Masks the secrets and IDs within a message. */
export function maskMessage(text: string, { secrets }: MaskContext): string {
  const withoutSecrets = secrets.reduce((rest, secret) => rest.replaceAll(secret, '<secret>'), text);
  return hideSecrets(withoutSecrets).replace(UUID, '<uuid>').replace(LONG_NUMBER, '<number>');
}

/** Type of each member of a masked body by its path, such as `data[].amount`. `text` for messages and masked texts. */
export function shapeOf(body: unknown): ReadonlyMap<string, string> {
  const shape = new Map<string, string>();
  // An answer without a body.
  if (body === null) return shape;
  collect(body, '', '', shape);
  return shape;
}

function collect(value: unknown, path: string, name: string, shape: Map<string, string>): void {
  if (Array.isArray(value)) {
    if (path !== '') shape.set(path, 'array');
    for (const item of value) collect(item, `${path}[]`, name, shape);
    return;
  }
  if (isObject(value)) {
    if (path !== '' && !path.endsWith('[]')) shape.set(path, 'object');
    for (const [key, member] of Object.entries(value))
      collect(member, path === '' ? key : `${path}.${key}`, key, shape);
    return;
  }
  const type = typeOf(value, name);
  // A list can contain null in some rows only.
  if (type !== 'null' || !shape.has(path)) shape.set(path, type);
}

function typeOf(value: unknown, name: string): string {
  if (value === null) return 'null';
  if (typeof value === 'string' && MESSAGES.test(name)) return 'text';
  if (typeof value !== 'string') return `${typeof value} ${JSON.stringify(value)}`;
  return /^<(.+)>$/.exec(value)?.[1] ?? (CODES.test(name) ? `string ${value}` : 'text');
}
