import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientCredentials, PaySimulator } from 'pay-simulator';

const WEBHOOK_KEY = 'A5C0FFEE00A5C0FFEE00A5C0FFEE00A5C0FFEE00';

/** Server of a merchant, with the return pages for customers and the webhook. */
export class Merchant {
  /** HTTP status of the responses to deliveries. */
  responseStatus = 200;
  /** Bodies of the deliveries. */
  readonly received: string[] = [];
  readonly key = WEBHOOK_KEY;
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  /** Starts the server on a free port. @returns The base URL. */
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
      response.writeHead(this.responseStatus).end();
    }
  }
}

/** Exchanges credentials for a token. @returns The value of the Authorization header. */
export async function bearerToken(
  { endpoints }: PaySimulator,
  { clientId, clientSecret }: ClientCredentials,
): Promise<string> {
  const response = await fetch(`${endpoints.accounts}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return `Bearer ${token}`;
}

/** Creates an order through the service's API. @returns The exact order code. */
export async function createOrder(
  simulator: PaySimulator,
  order: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const authorization = await bearerToken(simulator, simulator.credentials.merchant);
  const response = await fetch(`${simulator.endpoints.api}/checkout/v2/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 4990,
      customerTrns: 'Two tickets, Athens – Naxos',
      merchantTrns: 'order-77',
      ...order,
    }),
  });
  const code = /"orderCode":(\d+)/.exec(await response.text())?.[1];
  if (code === undefined) throw new Error(`no order was created: HTTP ${response.status}`);
  return code;
}
