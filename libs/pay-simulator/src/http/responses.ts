import type { ServerResponse } from 'node:http';
import * as timers from 'node:timers';
import { jsonReply, type HttpReply } from './reply.js';

// Taken once, because fake timers of a test replace the function.
const { setImmediate } = timers;
const FAILED = jsonReply(500, '{"error":"The simulator failed on this request"}');

/** Responses that are ready. */
let ready: { readonly response: ServerResponse; readonly reply: HttpReply }[] = [];

/**
 * Sends a response after the other requests of this iteration of the event loop were handled. Waking up the client for each response would
 * take a fifth of the time.
 */
export function respondSoon(response: ServerResponse, reply: HttpReply): void {
  if (ready.length === 0) setImmediate(sendResponses);
  ready.push({ response, reply });
}

/** Sends the responses that are ready. */
export function sendResponses(): void {
  const responses = ready;
  ready = [];
  for (const { response, reply } of responses) {
    try {
      write(response, reply);
    } catch {
      fail(response);
    }
  }
}

/** Ends a request that caused an error. The message of an internal error may contain secrets, so it is not sent. */
export function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else write(response, FAILED);
}

function write(response: ServerResponse, { status, headers, body }: HttpReply): void {
  if (response.destroyed) return;
  const length = Buffer.byteLength(body);
  const lines: (string | number)[] = ['content-length', length];
  for (const name in headers) lines.push(name, headers[name] ?? '');
  response.writeHead(status, lines);
  // Characters of one byte are copied, not converted.
  response.end(body, length === body.length ? 'latin1' : 'utf8');
}
