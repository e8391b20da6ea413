import { Readable } from 'node:stream';

type Next = (error?: unknown) => void;

/** A middleware in the stack of Express. */
interface Layer {
  name?: unknown;
  handle?: (request: object, response: object, next: Next) => unknown;
}

const BODY = Buffer.from('{}');

/**
 * Returns whether an Express application certainly loses raw bodies: its JSON parser sets no `rawBody`, and no other parser of its own
 * keeps the body. Nest does not show the option `rawBody`, so the parser reads a small body. Other platforms return false.
 */
export async function losesRawBodies(express: unknown): Promise<boolean> {
  const { stack } = ((express as { router?: unknown } | null)?.router ?? {}) as { stack?: unknown };
  if (!Array.isArray(stack)) return false;
  const layers = stack as Layer[];
  if (layers.some(({ name }) => name === 'rawParser' || name === 'textParser')) return false;
  const parse = layers.find(({ name }) => name === 'jsonParser')?.handle;
  if (typeof parse !== 'function') return false;
  const headers = { 'content-type': 'application/json', 'content-length': String(BODY.length) };
  const request = Object.assign(Readable.from([BODY]), { method: 'POST', url: '/', headers });
  try {
    const error = await new Promise<unknown>((resolve) => void parse(request, {}, resolve));
    return error === undefined && 'body' in request && !('rawBody' in request);
  } catch {
    return false;
  }
}
