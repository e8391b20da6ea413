import { getEventListeners } from 'node:events';
import type { HttpService } from '@nestjs/axios';
import { describe, expect, it } from '@jest/globals';
import { NEVER, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { HttpServiceTransport } from './http-service.transport.js';

const http = (response: Observable<unknown>) => ({ request: () => response }) as unknown as HttpService;
const responded = of({ status: 200, headers: {}, data: new Uint8Array() });

describe('the abort listener of a call through an HttpService', () => {
  it.each([
    ['got a response', responded],
    ['failed', throwError(() => new Error('failed'))],
    ['was aborted', NEVER],
  ])('is removed when the call %s', async (ending, response) => {
    const controller = new AbortController();
    const { signal } = controller;
    const call = new HttpServiceTransport(http(response), false).send({
      method: 'GET',
      url: 'http://127.0.0.1:9/',
      headers: {},
      signal,
      maxBodyBytes: 1_000,
    });
    if (ending === 'was aborted') controller.abort();
    await call.catch(() => undefined);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
