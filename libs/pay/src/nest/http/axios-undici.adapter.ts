import { STATUS_CODES } from 'node:http';
import axios, { AxiosError, AxiosHeaders, CanceledError } from 'axios';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { TransportError } from '../../core/http/transport.js';
import type { Transport } from '../../core/http/transport.js';
import type { PayAxiosConfig } from './pay-exchange.js';

/** Lets axios move bytes with a core transport: half the cost of its own adapter, and certain about what left. */
export function createTransportAdapter(transport: Transport): AxiosAdapter {
  return async (config): Promise<AxiosResponse> => {
    const { payExchange } = config as PayAxiosConfig;
    const body: unknown = config.data;
    if (payExchange === undefined)
      throw refused('this HttpService makes the calls of PayModule only', config);
    if (body !== undefined && typeof body !== 'string') throw refused('the body must be text', config);
    try {
      const { status, ...answer } = await payExchange.attempt(transport, {
        method: (config.method ?? 'get').toUpperCase(),
        url: axios.getUri(config),
        headers: headersOf(config, body),
        body,
      });
      return {
        status,
        statusText: STATUS_CODES[status] ?? '',
        headers: new AxiosHeaders(answer.headers),
        data: answer.body,
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
  // axios names a content type for every POST, body or not.
  if (body === undefined) headers.delete('content-type');
  return Object.fromEntries(
    Object.entries(headers.toJSON(true)).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** What interceptors see of a failure: an AxiosError whose config holds no credentials. */
function toAxiosError(error: TransportError, config: InternalAxiosRequestConfig): AxiosError {
  const seen =
    error.problem === 'aborted'
      ? new CanceledError(undefined, config)
      : new AxiosError(error.message, error.causeCode ?? AxiosError.ERR_NETWORK, config);
  Object.defineProperty(seen, 'cause', { value: error, configurable: true, writable: true });
  return seen;
}

function refused(message: string, config: InternalAxiosRequestConfig): AxiosError {
  return new AxiosError(message, AxiosError.ERR_BAD_REQUEST, config);
}
