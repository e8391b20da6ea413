import { STATUS_CODES } from 'node:http';
import axios, { AxiosError, AxiosHeaders, CanceledError } from 'axios';
import type { AxiosAdapter, AxiosRequestConfig, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { TransportError } from '../../core/http/transport.js';
import type { Transport, TransportRequest, TransportResponse } from '../../core/http/transport.js';

/** Axios config of a call. */
export interface PayAxiosConfig extends AxiosRequestConfig<string> {
  payExchange?: PayExchange;
}

/**
 * State of a call that is not in its axios config. It holds the Authorization header, so that a log of the config does not
 * show it. It also holds the attempts, including retries of interceptors.
 */
export class PayExchange {
  readonly #request: TransportRequest;
  readonly #attempts: Promise<TransportResponse>[] = [];

  constructor(request: TransportRequest) {
    this.#request = request;
  }

  /** Creates an axios adapter on a core transport. It costs half as much as axios' own, and reports what was sent. */
  static adapterOn(transport: Transport): AxiosAdapter {
    return async (config): Promise<AxiosResponse> => {
      const { payExchange: exchange } = config as PayAxiosConfig;
      const body: unknown = config.data;
      if (exchange === undefined)
        throw badRequest('this HttpService makes only the calls of PayModule', config);
      if (body !== undefined && typeof body !== 'string')
        throw badRequest('the body must be a string', config);
      const { headers, signal, onAbort, maxBodyBytes } = exchange.#request;
      const { authorization } = headers;
      const attempt = transport.send({
        method: (config.method ?? 'get').toUpperCase(),
        url: axios.getUri(config),
        headers: { ...headersOf(config, body), ...(authorization !== undefined && { authorization }) },
        body,
        signal,
        onAbort,
        maxBodyBytes,
      });
      exchange.#attempts.push(attempt);
      try {
        const { status, ...response } = await attempt;
        return {
          status,
          statusText: STATUS_CODES[status] ?? '',
          headers: new AxiosHeaders(response.headers),
          data: response.body,
          config,
        };
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        throw toAxiosError(error, config);
      }
    };
  }

  /** Returns whether the service may have received the request. */
  async isSent(): Promise<boolean> {
    // An aborted attempt ends at once.
    if (this.#request.signal.aborted) await Promise.allSettled(this.#attempts);
    const sent = await Promise.all(this.#attempts.map(isAttemptSent));
    return sent.includes(true);
  }
}

/** Returns whether an attempt may have been sent. One that is in progress may have. */
async function isAttemptSent(attempt: Promise<TransportResponse>): Promise<boolean> {
  try {
    await Promise.race([attempt, Promise.resolve()]);
    return true;
  } catch (error) {
    return !(error instanceof TransportError) || error.sent;
  }
}

function headersOf(config: InternalAxiosRequestConfig, body: string | undefined): Record<string, string> {
  const headers = AxiosHeaders.from(config.headers);
  // axios sets a content type for every POST, even without a body.
  if (body === undefined) headers.delete('content-type');
  return Object.fromEntries(
    Object.entries(headers.toJSON(true)).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** Converts a failure for interceptors to an AxiosError whose config contains no credentials. */
function toAxiosError(error: TransportError, config: InternalAxiosRequestConfig): AxiosError {
  const converted =
    error.problem === 'aborted'
      ? new CanceledError(undefined, config)
      : new AxiosError(error.message, error.causeCode ?? AxiosError.ERR_NETWORK, config);
  Object.defineProperty(converted, 'cause', { value: error, configurable: true, writable: true });
  return converted;
}

function badRequest(message: string, config: InternalAxiosRequestConfig): AxiosError {
  return new AxiosError(message, AxiosError.ERR_BAD_REQUEST, config);
}
