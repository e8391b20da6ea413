import { ExactJsonError, parseExactJson } from './exact-json.js';
import { withOrderCodeText } from './order-code.js';
import type { AnswerShape } from './operation.js';

/** What the service answered, as far as its body could be read. */
export type Answer =
  | { kind: 'data'; data: unknown }
  /** 2xx without what the operation returns: the call may have taken effect. */
  | { kind: 'unreadable'; problem: string }
  /** HTTP 200 with `Success: false`. */
  | { kind: 'refused'; refusal: Refusal };

/** A refusal in the service's own words, whichever of its three error shapes they came in. */
export interface Refusal {
  code: string | null;
  text: string | null;
  eventId: number | null;
}

/** Reads a 2xx body as the operation declares it. */
export function readAnswer(shape: AnswerShape<unknown>, body: Uint8Array): Answer {
  if (shape.kind === 'empty' && body.byteLength === 0) return { kind: 'data', data: null };
  let value: unknown;
  try {
    value = withOrderCodeText(parseExactJson(body));
  } catch (error) {
    if (!(error instanceof ExactJsonError)) throw error;
    if (shape.kind === 'empty') return { kind: 'data', data: null };
    return {
      kind: 'unreadable',
      problem:
        body.byteLength === 0 ? 'with an empty body' : `with a body that cannot be read (${error.message})`,
    };
  }
  if (isRecord(value) && value['Success'] === false) return { kind: 'refused', refusal: readRefusal(value) };
  if (shape.kind === 'empty') return { kind: 'data', data: null };
  if (!isRecord(value)) return { kind: 'unreadable', problem: 'with something other than an object' };
  const missing = shape.required.filter((name) => value[name] === undefined || value[name] === null);
  if (missing.length > 0) return { kind: 'unreadable', problem: `without ${missing.join(', ')}` };
  return { kind: 'data', data: shape.pick === undefined ? value : shape.pick(value) };
}

/** Reads the body of a refusal; HTML, nothing or nonsense is no refusal text. */
export function readRefusalBody(body: Uint8Array): Refusal {
  try {
    const value = parseExactJson(body, { maxBytes: 64 * 1024 });
    return isRecord(value) ? readRefusal(value) : NOTHING_SAID;
  } catch (error) {
    if (!(error instanceof ExactJsonError)) throw error;
    return NOTHING_SAID;
  }
}

const NOTHING_SAID: Refusal = { code: null, text: null, eventId: null };

/** The accounts host says `error`, the api host `message` and `eventId`, the web host `ErrorCode`, `ErrorText`, `EventId`. */
function readRefusal(body: Record<string, unknown>): Refusal {
  return {
    code: asText(body['error'] ?? body['ErrorCode']),
    text: asText(body['error_description'] ?? body['message'] ?? body['ErrorText'] ?? body['detail']),
    eventId: asEventId(body['eventId'] ?? body['EventId']),
  };
}

function asText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A number, or text in some answers; 0 stands for nothing to report. */
export function asEventId(value: unknown): number | null {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id !== 0 ? id : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
