import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaySimulator } from 'nestjs-pay/simulator';

const WEBHOOK_KEY = 'A5C0FFEE00A5C0FFEE00A5C0FFEE00A5C0FFEE00';

/** A merchant's server: the pages that the customer comes back to, and the receiver of webhooks. */
export class Merchant {
  /** HTTP status with which deliveries are answered. */
  answers = 200;
  /** Bodies of the deliveries. */
  readonly received: string[] = [];
  readonly key = WEBHOOK_KEY;
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  /** Starts on a free port. @returns the base address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (request.url !== '/webhooks') {
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>');
    } else if (request.method === 'GET') {
      response.end(JSON.stringify({ Key: this.key }));
    } else {
      this.received.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(this.answers).end();
    }
  }
}

/** Creates an order through the service's API. @returns its code, exact. */
export async function createOrder(
  { endpoints, credentials }: PaySimulator,
  order: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { clientId, clientSecret } = credentials.merchant;
  const token = await fetch(`${endpoints.accounts}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: bearer } = (await token.json()) as { access_token: string };
  const created = await fetch(`${endpoints.api}/checkout/v2/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 4990,
      customerTrns: 'Two tickets, Athens – Naxos',
      merchantTrns: 'order-77',
      ...order,
    }),
  });
  const code = /"orderCode":(\d+)/.exec(await created.text())?.[1];
  if (code === undefined) throw new Error(`no order was created: HTTP ${created.status}`);
  return code;
}
