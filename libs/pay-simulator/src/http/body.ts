import { BadRequest, Fields } from './fields.js';
import type { ReceivedRequest } from './received-request.js';

/** The largest body that is read. */
export const MAX_BODY_BYTES = 1_000_000;

/** A body that is larger than the simulator reads. */
export class BodyTooLarge extends Error {}

/** The whole body as text. @throws BodyTooLarge above 1 MB. */
export async function readBody(request: ReceivedRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Read on without keeping it: cutting the line would lose the answer.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw new BodyTooLarge();
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether a content type is JSON, a form, or something that is not read. */
export function bodyKind(contentType: string | undefined): 'json' | 'form' | 'other' {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return type === 'application/json' || type?.endsWith('+json') === true ? 'json' : 'other';
}

/** The fields of a body by its kind. @throws BadRequest when JSON cannot be read. */
export function bodyFields(text: string, kind: 'json' | 'form' | 'other'): Fields {
  if (text.trim() === '' || kind === 'other') return Fields.none();
  if (kind === 'form') return Fields.fromParameters(new URLSearchParams(text));
  try {
    return Fields.fromJson(JSON.parse(withExactIntegers(text)));
  } catch (error) {
    // The parser's own message quotes the text, which may hold anything.
    throw error instanceof BadRequest ? error : new BadRequest('body: expected valid JSON');
  }
}

/** A JSON string or number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Puts whole numbers that a double would change into quotes: the parser then keeps their digits. */
function withExactIntegers(text: string): string {
  return text.replace(TOKEN, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}
