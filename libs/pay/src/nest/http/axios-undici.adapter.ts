import { STATUS_CODES } from 'node:http';
import axios, { AxiosError, AxiosHeaders, CanceledError } from 'axios';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { TransportError } from '../../core/http/transport.js';
import type { Transport } from '../../core/http/transport.js';
import type { PayAxiosConfig } from './pay-exchange.js';

/** Creates an axios adapter on a core transport. It costs half as much as axios' own, and reports what was sent. */
export function createTransportAdapter(transport: Transport): AxiosAdapter {
  return async (config): Promise<AxiosResponse> => {
    const { payExchange } = config as PayAxiosConfig;
    const body: unknown = config.data;
    if (payExchange === undefined)
      throw badRequest('this HttpService makes only the calls of PayModule', config);
    if (body !== undefined && typeof body !== 'string') throw badRequest('the body must be a string', config);
    try {
      const { status, ...response } = await payExchange.attempt(transport, {
        method: (config.method ?? 'get').toUpperCase(),
        url: axios.getUri(config),
        headers: headersOf(config, body),
        body,
      });
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
