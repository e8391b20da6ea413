import type { Readable } from 'node:stream';
import { isObject } from '../domain/json-kinds.js';
import { BadRequest } from './bad-request.js';
import type { ReceivedRequest } from './received-request.js';
import type { SentMembers } from './request-values.js';

/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 1_000_000;

/** Error for a request body that exceeds the maximum size. */
export class BodyTooLarge extends Error {}

/** Reads a stream to its end. Its text is truncated to a number of bytes. */
export function collect(
  stream: Pick<Readable, 'on'>,
  maxBytes: number,
): Promise<{ readonly text: string; readonly size: number }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      if (size < maxBytes) chunks.push(chunk);
      size += chunk.length;
    });
    stream.on('end', () => {
      const [first] = chunks;
      const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks);
      resolve({ text: bytes.toString('utf8', 0, maxBytes), size });
    });
    stream.on('error', reject);
  });
}

/** Bodies that were read before the request's endpoint reads them. */
const peeked = new WeakMap<ReceivedRequest, Promise<string>>();

/** Reads the whole body as text. @throws BodyTooLarge above the maximum. */
export async function readBody(request: ReceivedRequest, maxBytes = MAX_BODY_BYTES): Promise<string> {
  const known = peeked.get(request);
  if (known !== undefined) return known;
  // The rest is read and discarded, because closing the connection would lose the response.
  const { text, size } = await collect(request, maxBytes);
  if (size > maxBytes) throw new BodyTooLarge();
  return text;
}

/** Returns the kind of a content type. Bodies of kind `other` are not parsed. */
export function bodyKind(contentType: string | undefined): 'json' | 'form' | 'other' {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return type === 'application/json' || type?.endsWith('+json') === true ? 'json' : 'other';
}

/** Reads a posted form. Returns undefined above the maximum size. */
export async function readForm(request: ReceivedRequest): Promise<URLSearchParams | undefined> {
  try {
    const text = await readBody(request);
    return new URLSearchParams(bodyKind(request.headers['content-type']) === 'form' ? text : '');
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined;
    throw error;
  }
}

/** Reads a body, and leaves it to the endpoint of the request. Returns an empty text if it cannot be read. */
export function peekBody(request: ReceivedRequest): Promise<string> {
  const body = readBody(request);
  peeked.set(request, body);
  return body.catch(() => '');
}

/** Returns the members of a query string or a form, by their names in lower case. The first value of a repeated name wins. */
export function membersOfParameters(parameters: URLSearchParams): SentMembers {
  const members: Record<string, unknown> = {};
  for (const [name, value] of parameters) members[name.toLowerCase()] ??= value;
  return members;
}

/** Parses the members of a body, which without content has none. @throws BadRequest for invalid JSON. */
export function membersOfBody(text: string, kind: 'json' | 'form' | 'other'): SentMembers {
  if (text.trim() === '' || kind === 'other') return {};
  if (kind === 'form') return membersOfParameters(new URLSearchParams(text));
  let value: unknown;
  try {
    value = JSON.parse(withExactIntegers(text));
  } catch {
    // The parser's message quotes the input, which may contain secrets.
    throw BadRequest.ofBody('expected valid JSON');
  }
  if (!isObject(value)) throw BadRequest.ofBody('expected a JSON object', 'object');
  return value;
}

/** Matches a JSON string or number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Quotes integers that a double cannot represent, so that the parser keeps their digits. */
function withExactIntegers(text: string): string {
  if (!/\d{16}/.test(text)) return text;
  return text.replace(TOKEN, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}
