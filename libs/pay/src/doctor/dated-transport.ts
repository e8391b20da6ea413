import type { Transport, TransportRequest, TransportResponse } from '../core/http/transport.js';

/** Notes how far the clocks of who answers are from this machine's. */
export class DatedTransport implements Transport {
  /** Of the last answer with a date: theirs less ours, milliseconds. A date has no parts of seconds. */
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
