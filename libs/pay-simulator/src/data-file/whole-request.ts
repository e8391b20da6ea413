import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '../http/body.js';
import type { ReceivedRequest } from '../http/received-request.js';
import { withoutRealCards } from './card-numbers.js';
import type { KeptRequest } from './entries.js';

/** Addresses that people look at and tests read: looking changes nothing. */
const LOOKED_AT = /^\/(console|terminal|returned|_simulator)(\/|\?|$)/;

/** Whether a request may change something. */
export function isKept({ method = 'GET', url = '/' }: IncomingMessage): boolean {
  return !(method === 'GET' && LOOKED_AT.test(url));
}

/** The request with its whole body read: from here on, nothing that it does waits for the network. */
export async function wholeRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    // One that is too large is refused whatever follows.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  const { method = 'GET', url = '/', headers, socket } = request;
  return received({ method, url, headers, socket }, Buffer.concat(chunks));
}

/** What is kept of a request. */
export async function keptOf(request: ReceivedRequest): Promise<KeptRequest> {
  const { method = 'GET', url = '/', headers } = request;
  let body = '';
  for await (const chunk of request) body += chunk.toString('utf8');
  return { method, url, headers, body: withoutRealCards(body) };
}

/** The same request again, after its caller has gone. */
export function requestAgain({ body, ...head }: KeptRequest): ReceivedRequest {
  return received({ ...head, socket: GONE }, Buffer.from(body));
}

const GONE = { destroyed: true, once: () => undefined };

function received(head: Omit<ReceivedRequest, typeof Symbol.asyncIterator>, body: Buffer): ReceivedRequest {
  return {
    ...head,
    // May be read more than once.
    async *[Symbol.asyncIterator]() {
      await Promise.resolve();
      yield body;
    },
  };
}
