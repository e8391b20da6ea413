import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { TransparentMode } from './transparent-mode.types.js';

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a test reaches a host: through CONNECT, or with TLS to the simulator's port. */
export type Way = 'CONNECT' | 'TLS';

/** Opens a tunnel through the proxy. Resolves with the response and its connection. */
export async function connectTo(proxyUrl: string, authority: string) {
  const request = httpRequest(proxyUrl, { method: 'CONNECT', path: authority, agent: false });
  request.end();
  const outcome = await Promise.race([
    once(request, 'connect') as Promise<[IncomingMessage, Socket]>,
    once(request, 'response') as Promise<[IncomingMessage]>,
  ]);
  const [response, socket] = outcome as [IncomingMessage, Socket | undefined];
  return { response, socket };
}

/** Sends an HTTPS request to a host of the service, and trusts only the simulator's authority. */
export async function send(
  { proxyUrl, caFile }: TransparentMode,
  address: string,
  { way = 'CONNECT', body, ...options }: RequestOptions & { way?: Way; body?: string } = {},
): Promise<Received> {
  const { hostname, pathname, search } = new URL(address);
  const { socket } = way === 'CONNECT' ? await connectTo(proxyUrl, `${hostname}:443`) : {};
  const request = httpsRequest({
    path: pathname + search,
    servername: hostname,
    ca: readFileSync(caFile),
    agent: false,
    ...(socket ? { host: hostname, socket } : { host: '127.0.0.1', port: new URL(proxyUrl).port }),
    ...options,
    headers: { ...options.headers, host: hostname },
  } as RequestOptions);
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await textOf(response) };
}

/** Reads a body. */
export async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}
