import type { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { lastValueFrom } from 'rxjs';
import { onAbortOf, TransportError } from '../../core/http/transport.js';
import type { Transport, TransportRequest, TransportResponse } from '../../core/http/transport.js';
import { PayExchange } from './pay-exchange.js';
import type { PayAxiosConfig } from './pay-exchange.js';
import { toTransportError } from './transport-failure.js';

// Without this token, HttpService creates and cancels one for each call, which costs an error with a stack.
const NEVER_CANCELLED = new axios.CancelToken(() => undefined);

/** Sends requests through an HttpService, so that its interceptors, proxies and mocks apply. */
export class HttpServiceTransport implements Transport {
  /** @param ownAdapter - Whether the HttpService uses PayModule's adapter, which adds the credentials itself. */
  constructor(
    private readonly http: HttpService,
    private readonly ownAdapter: boolean,
  ) {}

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (request.signal.aborted) throw new TransportError('aborted', false);
    const exchange = new PayExchange(request);
    let attempts = 0;
    // axios runs this for each attempt, also if an interceptor retries with the same config.
    const countAttempt = (data: unknown): unknown => {
      attempts++;
      return data;
    };
    const config = { ...this.configOf(request, exchange), transformRequest: [countAttempt] };
    let stopListening = (): void => undefined;
    const aborted = new Promise<never>((_, reject) => {
      stopListening = onAbortOf(request)(() => reject(new TransportError('aborted', !this.ownAdapter)));
    });
    try {
      // An interceptor that never settles must not outlive the deadline.
      const { status, headers, data } = await Promise.race([
        lastValueFrom(this.http.request<unknown>(config)),
        aborted,
      ]);
      return { status, headers: plainHeaders(headers), body: bytesOf(data, request.maxBodyBytes) };
    } catch (error) {
      throw toTransportError(error, this.ownAdapter ? await exchange.isSent() : null, attempts);
    } finally {
      stopListening();
    }
  }

  private configOf(request: TransportRequest, payExchange: PayExchange): PayAxiosConfig {
    const { authorization, ...headers } = request.headers;
    return {
      method: request.method,
      url: request.url,
      headers: this.ownAdapter || authorization === undefined ? headers : { ...headers, authorization },
      data: request.body,
      signal: request.signal,
      responseType: 'arraybuffer',
      maxContentLength: request.maxBodyBytes,
      maxRedirects: 0,
      // The fetch adapter of older axios versions reads only this option.
      fetchOptions: { redirect: 'manual' },
      validateStatus: () => true,
      // axios must not parse the body, because JSON.parse rounds large integers.
      transformResponse: [],
      ...(this.ownAdapter && { payExchange, cancelToken: NEVER_CANCELLED }),
    };
  }
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}

// A body that an interceptor or mock has parsed is rejected, because its numbers may be rounded.
function bytesOf(data: unknown, maxBytes: number): Uint8Array {
  const bytes =
    data instanceof Uint8Array
      ? data
      : data instanceof ArrayBuffer
        ? new Uint8Array(data)
        : typeof data === 'string'
          ? Buffer.from(data)
          : undefined;
  if (bytes === undefined) throw new TransportError('connection', true, 'BODY_NOT_BYTES');
  if (bytes.byteLength > maxBytes) throw new TransportError('too-large', true);
  return bytes;
}
