import type { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { lastValueFrom } from 'rxjs';
import { TransportError } from '../../core/http/transport.js';
import type { Transport, TransportRequest, TransportResponse } from '../../core/http/transport.js';
import { PayExchange } from './pay-exchange.js';
import type { PayAxiosConfig } from './pay-exchange.js';
import { toTransportError } from './transport-failure.js';

/** HttpService makes a token of its own otherwise, and cancels it after each call: an error with a stack, for nobody. */
const NEVER_CANCELLED = new axios.CancelToken(() => undefined);

/** Moves bytes through an HttpService, so that its interceptors, proxies and mocks work. */
export class HttpServiceTransport implements Transport {
  /** @param ownAdapter the HttpService runs on PayModule's adapter, which adds the credentials itself. */
  constructor(
    private readonly http: HttpService,
    private readonly ownAdapter: boolean,
  ) {}

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (request.signal.aborted) throw new TransportError('aborted', false);
    const exchange = new PayExchange(request);
    let attempts = 0;
    // axios runs it once for each attempt, also where an interceptor repeats the call with the same config.
    const countAttempt = (data: unknown): unknown => {
      attempts++;
      return data;
    };
    const config = { ...this.configOf(request, exchange), transformRequest: [countAttempt] };
    let stopListening = (): void => undefined;
    try {
      // An interceptor that never settles must not outlive the deadline.
      const { status, headers, data } = await Promise.race([
        lastValueFrom(this.http.request<unknown>(config)),
        new Promise<never>((_, reject) => {
          const onAbort = (): void => void this.aborted(exchange).then(reject);
          request.signal.addEventListener('abort', onAbort, { once: true });
          if (request.signal.aborted) onAbort();
          stopListening = () => {
            request.signal.removeEventListener('abort', onAbort);
          };
        }),
      ]);
      return { status, headers: plainHeaders(headers), body: bytesOf(data, request.maxBodyBytes) };
    } catch (error) {
      throw toTransportError(error, this.ownAdapter ? exchange.sent : null, attempts);
    } finally {
      stopListening();
    }
  }

  /** Describes the end of a call, once an attempt in progress has told whether it left. */
  private async aborted(exchange: PayExchange): Promise<TransportError> {
    await exchange.settled();
    return new TransportError('aborted', !this.ownAdapter || exchange.sent);
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
      // Of older versions the fetch adapter looks here only.
      fetchOptions: { redirect: 'manual' },
      validateStatus: () => true,
      // Bytes go out and come in as they are: JSON is read exactly, in one place.
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

/** A body that an interceptor or mock has parsed is not taken: its numbers may be rounded by now. */
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
