import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '../http/body.js';
import type { ReceivedRequest } from '../http/received-request.js';
import { withoutRealCards } from './card-numbers.js';
import type { RecordedRequest } from './entries.js';

/** Paths whose GET requests change no state. */
const READ_ONLY_PATHS = /^\/(console|terminal|returned|_simulator)(\/|\?|$)/;

/** Returns whether a request can change state. */
export function changesState({ method = 'GET', url = '/' }: IncomingMessage): boolean {
  return !(method === 'GET' && READ_ONLY_PATHS.test(url));
}

/** Reads the whole body of a request, so that handling it does not wait for the network. */
export async function wholeRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    // A request above the limit is rejected, so the rest of its body is not kept.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  const { method = 'GET', url = '/', headers, socket } = request;
  return toReceivedRequest({ method, url, headers, socket }, Buffer.concat(chunks));
}

/** Converts a request to its recorded form. */
export async function recordRequest(request: ReceivedRequest): Promise<RecordedRequest> {
  const { method = 'GET', url = '/', headers } = request;
  let body = '';
  for await (const chunk of request) body += chunk.toString('utf8');
  return { method, url, headers, body: withoutRealCards(body) };
}

/** Restores a recorded request without a connection. */
export function restoreRequest({ body, ...head }: RecordedRequest): ReceivedRequest {
  return toReceivedRequest({ ...head, socket: CLOSED_SOCKET }, Buffer.from(body));
}

const CLOSED_SOCKET = { destroyed: true, once: () => undefined };

function toReceivedRequest(
  head: Omit<ReceivedRequest, typeof Symbol.asyncIterator>,
  body: Buffer,
): ReceivedRequest {
  return {
    ...head,
    // Allows repeated reads.
    async *[Symbol.asyncIterator]() {
      await Promise.resolve();
      yield body;
    },
  };
}
