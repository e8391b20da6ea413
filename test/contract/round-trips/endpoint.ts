import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Envelope of a delivery. */
export type Envelope = Readonly<Record<string, unknown>> & {
  readonly EventTypeId: number;
  readonly EventData: Readonly<Record<string, unknown>>;
};

/** Local endpoint for webhooks. */
export class Endpoint {
  /** Bodies of the deliveries in order. */
  readonly bodies: Buffer[] = [];
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') this.bodies.push(Buffer.concat(chunks));
      response.end(JSON.stringify(this.key));
    });
  });

  /** @param key response to the verification request. */
  constructor(public key: Readonly<Record<string, string>>) {}

  /** Envelopes of the deliveries in order. */
  get received(): Envelope[] {
    return this.bodies.map((body) => JSON.parse(body.toString()) as Envelope);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks/pay`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Calls a function with the address of an endpoint that responds with this key. */
export async function respondingKey<Result>(
  key: Readonly<Record<string, string>>,
  call: (url: string) => Promise<Result>,
): Promise<Result> {
  const endpoint = new Endpoint(key);
  await endpoint.listen();
  try {
    return await call(endpoint.url);
  } finally {
    await endpoint.close();
  }
}
