import type { AxiosRequestConfig } from 'axios';
import { TransportError } from '../../core/http/transport.js';
import type { Transport, TransportRequest, TransportResponse } from '../../core/http/transport.js';

/**
 * What travels beside a call's axios config: the Authorization header, which no log of that config shows then,
 * and whether any attempt may have left, however often an interceptor repeats it.
 */
export class PayExchange {
  readonly #request: TransportRequest;
  #sent = false;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(request: TransportRequest) {
    this.#request = request;
  }

  /** Whether the service may have got the request, as far as the attempts that have ended know. */
  get sent(): boolean {
    return this.#sent;
  }

  /** Resolves when no attempt is under way. */
  async settled(): Promise<void> {
    await this.#underWay;
  }

  /** One attempt: what axios made of the request, with what it was not shown. */
  attempt(
    wire: Transport,
    seen: Pick<TransportRequest, 'method' | 'url' | 'headers' | 'body'>,
  ): Promise<TransportResponse> {
    const flight = this.#send(wire, seen);
    this.#underWay = Promise.allSettled([this.#underWay, flight]);
    return flight;
  }

  async #send(wire: Transport, seen: Pick<TransportRequest, 'method' | 'url' | 'headers' | 'body'>) {
    const { signal, maxBodyBytes, headers } = this.#request;
    const { authorization } = headers;
    try {
      const answer = await wire.send({
        ...seen,
        headers: authorization === undefined ? seen.headers : { ...seen.headers, authorization },
        signal,
        maxBodyBytes,
      });
      this.#sent = true;
      return answer;
    } catch (error) {
      if (!(error instanceof TransportError) || error.sent) this.#sent = true;
      throw error;
    }
  }
}

/** An axios config that makes a call of the clients. */
export interface PayAxiosConfig extends AxiosRequestConfig<string> {
  payExchange?: PayExchange;
}
