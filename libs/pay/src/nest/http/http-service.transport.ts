import type { HttpService } from '@nestjs/axios';
import { lastValueFrom } from 'rxjs';
import { TransportError } from '../../core/transport.js';
import type { Transport, TransportRequest, TransportResponse } from '../../core/transport.js';
import { PayExchange } from './pay-exchange.js';
import type { PayAxiosConfig } from './pay-exchange.js';
import { toTransportError } from './transport-failure.js';

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
    try {
      const { status, headers, data } = await lastValueFrom(
        this.http.request<unknown>(this.configOf(request, exchange)),
      );
      return { status, headers: plainHeaders(headers), body: bytesOf(data, request.maxBodyBytes) };
    } catch (error) {
      throw toTransportError(error, this.ownAdapter ? exchange.sent : null);
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
      validateStatus: () => true,
      // Bytes go out and come in as they are: JSON is read exactly, in one place.
      transformRequest: [],
      transformResponse: [],
      ...(this.ownAdapter && { payExchange }),
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
