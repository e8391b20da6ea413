import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from '../http/body.js';
import type { ReceivedWebhook, Receiver } from './verify.types.js';

/**
 * Starts a server that receives webhooks and responds to verification requests.
 *
 * @param publicUrl - Address that forwards to this server. @default its own address
 */
export async function startReceiver(port: number, publicUrl?: string): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const body = readBody(request).catch(() => '');
    void body.then((text) => {
      const method = request.method ?? '';
      const responded = method === 'POST' ? receiver.status : 200;
      received.push({ method, headers: headersOf(request), body: text, responded });
      response.writeHead(responded, { 'content-type': 'application/json' });
      response.end(method === 'GET' ? JSON.stringify({ Key: receiver.verificationKey }) : '');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    url: publicUrl ?? own,
    received,
    verificationKey: '',
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
