import type { Transport, TransportRequest, TransportResponse } from './transport.js';

type TestingResponse = { status?: number; headers?: Record<string, string>; body?: string } | Error;

/** A transport for specs: responses tokens by itself and everything else from a list; keeps what was sent. */
export class TestingTransport implements Transport {
  readonly sent: TransportRequest[] = [];

  constructor(
    private readonly responses: TestingResponse[],
    private readonly tokenResponse: TestingResponse = {
      body: '{"access_token":"tok-1","expires_in":3600,"token_type":"Bearer"}',
    },
  ) {}

  send(request: TransportRequest): Promise<TransportResponse> {
    this.sent.push(request);
    const response = request.url.endsWith('/connect/token') ? this.tokenResponse : this.responses.shift();
    if (response instanceof Error) return Promise.reject(response);
    return Promise.resolve({
      status: response?.status ?? 200,
      headers: response?.headers ?? {},
      body: Buffer.from(response?.body ?? ''),
    });
  }

  /** What was sent, without token exchanges. */
  get calls(): TransportRequest[] {
    return this.sent.filter(({ url }) => !url.endsWith('/connect/token'));
  }
}
