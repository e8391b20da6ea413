import { ExactJsonError, parseExactJson } from '../values/exact-json.js';
import type { FieldError } from './method-return.js';
import { isObject, ownMembers } from '../values/plain-data.js';

/** A refusal in the service's own words, read from any of its error formats. */
export interface Refusal {
  readonly code: string | null;
  readonly text: string | null;
  readonly eventId: number | null;
  /** Wrong fields of the request, if the service names them. */
  readonly fields: readonly FieldError[];
  /** Whether the body is a web page, which the service itself does not send. */
  readonly isWebPage?: boolean;
}

const MAX_FIELDS = 50;
const NO_DETAILS: Refusal = { code: null, text: null, eventId: null, fields: [] };

/** Reads the body of a refusal. Empty and malformed bodies have no details, and a web page has only its reference. */
export function readRefusalBody(body: Uint8Array): Refusal {
  try {
    const value = parseExactJson(body, { maxBytes: 64 * 1024 });
    return isObject(value) ? readRefusal(ownMembers(value)) : NO_DETAILS;
  } catch (error) {
    if (!(error instanceof ExactJsonError)) throw error;
    return readWebPage(new TextDecoder().decode(body.subarray(0, 4 * 1024)));
  }
}

/** Firewalls print a reference for the support, with its punctuation as numeric entities. */
function readWebPage(page: string): Refusal {
  if (!page.trimStart().startsWith('<')) return NO_DETAILS;
  const text = page.replace(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
  const [, reference] = /Reference\s*#?([\w.]{4,80})/.exec(text) ?? [];
  return { ...NO_DETAILS, text: reference === undefined ? null : `reference ${reference}`, isWebPage: true };
}

/**
 * The accounts host says `error`, the api host `message` and `eventId`, the web host `ErrorCode`, `ErrorText`, `EventId`;
 * the card terminal API `detail`, a text or a list of fields, or `Message` and `Eventid`. @see contract/behaviour/pos.yaml traps, error bodies
 */
export function readRefusal(body: Record<string, unknown>): Refusal {
  const details = readDetails(body['detail']);
  const texts = ['error_description', 'message', 'Message', 'ErrorText', 'detail'].map((name) =>
    asText(body[name]),
  );
  const problems = details.map(({ field, problem }) => (field === '' ? problem : `${field} ${problem}`));
  return {
    code: asText(body['error'] ?? body['ErrorCode']),
    text: texts.find((text) => text !== null) ?? (problems.length > 0 ? problems.join('; ') : null),
    eventId: asEventId(body['eventId'] ?? body['EventId'] ?? body['Eventid']),
    fields: details.filter(({ field }) => field !== ''),
  };
}

/** Reads an event ID: a number, or text in some responses. 0 means none. */
export function asEventId(value: unknown): number | null {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id !== 0 ? id : null;
}

function readDetails(detail: unknown): FieldError[] {
  const items: unknown[] = Array.isArray(detail) ? detail.slice(0, MAX_FIELDS) : [];
  return items.flatMap((item) => {
    const problem = isObject(item) ? asText(item['msg']) : null;
    return isObject(item) && problem !== null ? [{ field: fieldName(item['loc']), problem }] : [];
  });
}

/** Joins a path with dots. Its first step is omitted, because it only says where the field was sent. */
function fieldName(place: unknown): string {
  const steps: unknown[] = Array.isArray(place) ? place : [];
  const names = steps.filter((step) => typeof step === 'string' || typeof step === 'number');
  return (names.length > 1 ? names.slice(1) : names).join('.');
}

function asText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
