import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDeferred } from './inbox/books.js';

const STARTED = 'http.server.request.start';

/**
 * Holds the response to the next matching request to a server of this process, such as a simulator, which handles the request.
 *
 * @param pattern - Method and path, for example `DELETE /api/transactions/`.
 * @returns A function that sends the response.
 */
export function holdResponse(pattern: RegExp): () => void {
  const { promise, resolve } = createDeferred();
  const hold = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (!pattern.test(`${request.method} ${request.url}`)) return;
    unsubscribe(STARTED, hold);
    const end = response.end.bind(response) as (...input: unknown[]) => ServerResponse;
    response.end = (...input: unknown[]) => {
      void promise.then(() => end(...input));
      return response;
    };
  };
  subscribe(STARTED, hold);
  return resolve;
}
