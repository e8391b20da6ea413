import type { Transport, TransportRequest, TransportResponse } from './transport.js';

type Answer = { status?: number; headers?: Record<string, string>; body?: string } | Error;

/** A transport for specs: answers tokens by itself and everything else from a list; keeps what was sent. */
export class TestingTransport implements Transport {
  readonly sent: TransportRequest[] = [];

  constructor(
    private readonly answers: Answer[],
    private readonly tokenAnswer: Answer = {
      body: '{"access_token":"tok-1","expires_in":3600,"token_type":"Bearer"}',
    },
  ) {}

  send(request: TransportRequest): Promise<TransportResponse> {
    this.sent.push(request);
    const answer = request.url.endsWith('/connect/token') ? this.tokenAnswer : this.answers.shift();
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve({
      status: answer?.status ?? 200,
      headers: answer?.headers ?? {},
      body: Buffer.from(answer?.body ?? ''),
    });
  }

  /** What was sent, without token exchanges. */
  get calls(): TransportRequest[] {
    return this.sent.filter(({ url }) => !url.endsWith('/connect/token'));
  }
}
