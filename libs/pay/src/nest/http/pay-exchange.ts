import type { AxiosRequestConfig } from 'axios';
import type { TransportRequest } from '../../core/transport.js';

/**
 * What travels beside a call's axios config: the Authorization header, which no log of that config shows then,
 * and whether any attempt may have left, however often an interceptor repeats it.
 */
export class PayExchange {
  readonly #request: TransportRequest;
  #sent = false;

  constructor(request: TransportRequest) {
    this.#request = request;
  }

  /** Whether the service may have got the request. */
  get sent(): boolean {
    return this.#sent;
  }

  markSent(): void {
    this.#sent = true;
  }

  /** One attempt: what axios made of the request, with what it was not shown. */
  attempt(seen: Pick<TransportRequest, 'method' | 'url' | 'headers' | 'body'>): TransportRequest {
    const { signal, maxBodyBytes, headers } = this.#request;
    const { authorization } = headers;
    return {
      ...seen,
      headers: authorization === undefined ? seen.headers : { ...seen.headers, authorization },
      signal,
      maxBodyBytes,
    };
  }
}

/** An axios config that makes a call of the clients. */
export interface PayAxiosConfig extends AxiosRequestConfig<string> {
  payExchange?: PayExchange;
}
