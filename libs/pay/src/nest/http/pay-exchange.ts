import type { AxiosRequestConfig } from 'axios';
import { TransportError } from '../../core/http/transport.js';
import type { Transport, TransportRequest, TransportResponse } from '../../core/http/transport.js';

/**
 * State of a call that is not in its axios config. It holds the Authorization header, so that a log of the config does not
 * show it. It also records whether any attempt may have been sent, including retries of interceptors.
 */
export class PayExchange {
  readonly #request: TransportRequest;
  #sent = false;
  #inProgress: Promise<unknown> = Promise.resolve();

  constructor(request: TransportRequest) {
    this.#request = request;
  }

  /** Whether the service may have received the request in one of the finished attempts. */
  get sent(): boolean {
    return this.#sent;
  }

  /** Resolves when no attempt is in progress. */
  async settled(): Promise<void> {
    await this.#inProgress;
  }

  /** Sends one attempt: the request from axios, with the Authorization header added. */
  attempt(
    wire: Transport,
    request: Pick<TransportRequest, 'method' | 'url' | 'headers' | 'body'>,
  ): Promise<TransportResponse> {
    const { signal, maxBodyBytes, headers } = this.#request;
    const { authorization } = headers;
    const attempt = wire.send({
      ...request,
      headers: authorization === undefined ? request.headers : { ...request.headers, authorization },
      signal,
      maxBodyBytes,
    });
    const record = attempt.then(
      () => {
        this.#sent = true;
      },
      (error: unknown) => {
        if (!(error instanceof TransportError) || error.sent) this.#sent = true;
      },
    );
    this.#inProgress = Promise.all([this.#inProgress, record]);
    return attempt;
  }
}

/** Axios config of a call. */
export interface PayAxiosConfig extends AxiosRequestConfig<string> {
  payExchange?: PayExchange;
}
