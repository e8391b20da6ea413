import type { Transport, TransportRequest, TransportResponse } from '../core/http/transport.js';

/** Transport that measures how far the service's clock differs from this machine's clock. */
export class DatedTransport implements Transport {
  /** The service's clock minus this machine's clock in milliseconds, from the last response with a Date header. */
  skewMs: number | null = null;

  constructor(
    private readonly inner: Transport,
    private readonly now: () => number,
  ) {}

  async send(request: TransportRequest): Promise<TransportResponse> {
    const before = this.now();
    const response = await this.inner.send(request);
    const theirs = Date.parse(response.headers['date'] ?? '');
    if (!Number.isNaN(theirs)) this.skewMs = theirs + 500 - (before + this.now()) / 2;
    return response;
  }

  async close(): Promise<void> {
    await this.inner.close?.();
  }
}
