// The checks of this library, as an application without it has them in one function.
import { readDelivery } from '../measure-server.mjs';

const MAX_BYTES = 65_536;
const ADDRESSES = new Set(['127.0.0.1']);
const handlers = [async () => {}];

/** Checks a delivery and runs its handlers. Resolves with the status of the response. */
export async function receiveDelivery({ method, headers, socket }, rawBody) {
  if (method !== 'POST') return 405;
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) return 413;
  const [type] = String(headers['content-type']).split(';');
  if (type.trim().toLowerCase() !== 'application/json') return 415;
  if (!ADDRESSES.has(socket.remoteAddress)) return 403;
  if (!Buffer.isBuffer(rawBody) || rawBody.length > MAX_BYTES) return 413;
  const event = readDelivery(rawBody, headers);
  if (event === null) return 401;
  if (typeof event.Link !== 'string' || typeof event.FileType !== 'string') return 400;
  for (const handle of handlers) await handle(event);
  return 200;
}
