import { ExactJsonError, parseExactJson } from './exact-json.js';
import type { FieldError } from './method-return.js';
import { isObject, ownMembers } from './plain-data.js';

/** A refusal in the service's own words, whichever of its error shapes they came in. */
export interface Refusal {
  readonly code: string | null;
  readonly text: string | null;
  readonly eventId: number | null;
  /** What is wrong with the request, where the service names it field by field. */
  readonly fields: readonly FieldError[];
}

/** More of them help nobody. */
const MAX_FIELDS = 50;
const NOTHING_SAID: Refusal = { code: null, text: null, eventId: null, fields: [] };

/** Reads the body of a refusal; HTML, nothing or nonsense is no refusal text. */
export function readRefusalBody(body: Uint8Array): Refusal {
  try {
    const value = parseExactJson(body, { maxBytes: 64 * 1024 });
    return isObject(value) ? readRefusal(ownMembers(value)) : NOTHING_SAID;
  } catch (error) {
    if (!(error instanceof ExactJsonError)) throw error;
    return NOTHING_SAID;
  }
}

/**
 * The accounts host says `error`, the api host `message` and `eventId`, the web host `ErrorCode`, `ErrorText`, `EventId`;
 * the card terminal API `detail`, a text or a list of fields, or `Message` and `Eventid`. @see contract/pos.json traps, error bodies
 */
export function readRefusal(body: Record<string, unknown>): Refusal {
  const details = readDetails(body['detail']);
  const texts = ['error_description', 'message', 'Message', 'ErrorText', 'detail'].map((name) =>
    asText(body[name]),
  );
  const said = details.map(({ field, problem }) => (field === '' ? problem : `${field} ${problem}`));
  return {
    code: asText(body['error'] ?? body['ErrorCode']),
    text: texts.find((text) => text !== null) ?? (said.length > 0 ? said.join('; ') : null),
    eventId: asEventId(body['eventId'] ?? body['EventId'] ?? body['Eventid']),
    fields: details.filter(({ field }) => field !== ''),
  };
}

/** A number, or text in some answers; 0 stands for nothing to report. */
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

/** A place in the request, dotted; its first word says only where the field was sent. */
function fieldName(place: unknown): string {
  const steps: unknown[] = Array.isArray(place) ? place : [];
  const names = steps.filter((step) => typeof step === 'string' || typeof step === 'number');
  return (names.length > 1 ? names.slice(1) : names).join('.');
}

function asText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
