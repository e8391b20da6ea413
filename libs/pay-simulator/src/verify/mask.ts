import { isObject } from '../domain/json-kinds.js';

/** Members whose values are part of the contract. All other values of an account are masked. */
const CODES =
  /^(ErrorCode|EventId|EventTypeId|StatusId|StateId|TransactionTypeId|CurrencyCode|Success|status|error|token_type|expires_in)$/i;
/** Members with a message of the service. */
const MESSAGES = /^(ErrorText|message|error_description|detail|title|msg)$/i;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
/** Numbers of accounts, orders and telephones, also in groups. Codes and statuses of the service have fewer digits. */
const LONG_NUMBER = /\+?\d(?:[ ()./-]{0,2}\d){5,}/g;
const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi;
const CREDENTIAL = /\b(Basic|Bearer)\s+[^\s"'<>]+/gi;
/** The service quotes values of the account in its messages. */
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;
const JWT = /\beyJ[\w.-]{5,}/g;
const EMAIL = /[^\s"'<>@]+(?:@|%40)[^\s"'<>@]+/g;
/** In one piece, or in groups as it is printed. */
const IBAN = /\b[a-z]{2}\d{2}(?: ?[a-z\d]{4}){2,7}(?: ?[a-z\d]{1,4})?\b/gi;
const SECRET = '<secret>';
const MAX_MESSAGE = 300;
/** A longer text is masked as a whole, because the patterns take quadratic time. */
const MAX_READ = 2000;
/** Strings that can be a code of the service. A name of a person has a blank or a letter that is not ASCII. */
const CODE = /^([A-Za-z_][\w:.-]{0,39}|\d{1,5})$/;
/** Names of members; anything else may be data, such as an email address as a key. */
const MEMBER = /^[A-Za-z_][\w.-]{0,60}$/;
const LARGEST_CODE = 99_999;

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
  return mapValues(value, name, context, (one, member) => {
    if (typeof one === 'number') return maskNumber(one, context, member);
    if (typeof one === 'string') return maskText(one, context, member);
    return typeof one === 'boolean' && !CODES.test(member) ? '<boolean>' : one;
  });
}

/** Replaces the values in lists and objects, and masks the names of members. */
function mapValues(
  value: unknown,
  name: string,
  context: MaskContext,
  change: (value: unknown, name: string) => unknown,
): unknown {
  const changed = (one: unknown, member: string): unknown => mapValues(one, member, context, change);
  if (Array.isArray(value)) return value.map((item) => changed(item, name));
  if (!isObject(value)) return change(value, name);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [maskKey(key, context), changed(member, key)]),
  );
}

function maskNumber(value: number, { amounts }: MaskContext, name: string): unknown {
  if (CODES.test(name) && Math.abs(value) <= LARGEST_CODE) return value;
  const size = Math.abs(value);
  if (amounts.includes(size)) return '<minor>';
  if (amounts.includes(Math.round(size * 100))) return '<major>';
  return Number.isInteger(value) ? '<integer>' : '<decimal>';
}

function maskText(value: string, context: MaskContext, name: string): string {
  if (MESSAGES.test(name)) return maskMessage(value, context);
  if (CODES.test(name) && CODE.test(value)) return maskMessage(value, context);
  if (value === '') return '';
  if (new RegExp(`^${UUID.source}$`, 'i').test(value)) return '<uuid>';
  if (/^\d{4}-\d\d-\d\d[T ]/.test(value)) return '<date-time>';
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return '<date>';
  if (/^\d+$/.test(value)) return '<digits>';
  return '<text>';
}

function maskKey(key: string, context: MaskContext): string {
  return MEMBER.test(key) && maskMessage(key, context) === key ? key : '<key>';
}

/** Masks secrets, IDs, addresses, telephone numbers and quoted values within a message. */
export function maskMessage(text: string, { secrets }: MaskContext): string {
  if (text.length > MAX_READ) return '<text>';
  const withoutSecrets = secrets
    .flatMap(encodedForms)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, SECRET), text.replace(CREDENTIAL, `$1 ${SECRET}`))
    // The base64 of a pair of credentials begins with that of its first part.
    .replace(/<secret>[\w+/=.~-]+/g, SECRET);
  const clean = withoutSecrets
    .replace(JWT, SECRET)
    .replace(ADDRESS, '<address>')
    .replace(EMAIL, '<address>')
    .replace(UUID, '<uuid>')
    .replace(IBAN, '<number>')
    .replace(QUOTED, '<value>')
    .replace(LONG_NUMBER, '<number>');
  return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE)}…` : clean;
}

/** Forms in which a service can repeat a secret. Very short ones would match ordinary words. */
function encodedForms(secret: string): string[] {
  if (secret.length < 4) return [];
  const bytes = Buffer.from(secret);
  return [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url')];
}

/**
 * Masks what a probe concluded. Booleans and short words are kept, because the probe chose them. Other words may be data of the
 * account, unless the expected facts contain them, too.
 */
export function maskFacts(actual: unknown, expected: unknown, context: MaskContext): unknown {
  const vocabulary = new Set((JSON.stringify(expected) ?? '').match(/[\w-]+/g));
  return mapValues(actual, '', context, (value, name) => {
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'string') return mask(value, context, name);
    const isKnown = value
      .split(' ')
      .every((word) => /^([a-z]{0,12}|\w{1,2}|\d{1,5})$/.test(word) || vocabulary.has(word));
    return isKnown ? maskMessage(value, context) : mask(value, context);
  });
}

/** Type of each member of a masked body by its path, such as `data[].amount`. `text` for messages and masked texts. */
export function shapeOf(body: unknown): ReadonlyMap<string, string> {
  const shape = new Map<string, string>();
  // A response without a body.
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
  const masked = /^<([a-z-]+)>$/.exec(value)?.[1];
  return masked ?? (CODES.test(name) ? `string ${value}` : 'text');
}
