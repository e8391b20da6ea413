import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response on its way back to the client. */
export interface PassingResponse {
  status: number;
  headers: Record<string, string>;
  /** Undefined if the body is no JSON object. */
  json: Record<string, unknown> | undefined;
}

export interface PassingRequest {
  method: string;
  path: string;
  body: string;
  authorization: string;
}

/** HTTP proxy in front of a simulator that changes responses. */
export class ChangingProxy {
  private readonly server: Server;

  constructor(
    private readonly service: string,
    private readonly change: (request: PassingRequest, response: PassingResponse) => void,
  ) {
    this.server = createServer((request, response) => {
      void this.respond(request).then(({ status, headers, text }) => {
        response.writeHead(status, headers).end(text);
      });
    });
  }

  /** Starts the proxy and returns its address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async respond(request: IncomingMessage) {
    let body = '';
    for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) body += chunk;
    const { method = 'GET', url: path = '/', headers } = request;
    const original = await fetch(this.service + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(headers.authorization !== undefined && { authorization: headers.authorization }),
        ...(headers['content-type'] !== undefined && { 'content-type': headers['content-type'] }),
      },
      ...(body !== '' && { body }),
    });
    const text = await original.text();
    const isObject = text.startsWith('{');
    const response: PassingResponse = {
      status: original.status,
      headers: Object.fromEntries(original.headers),
      json: isObject ? (JSON.parse(quoted(text)) as Record<string, unknown>) : undefined,
    };
    delete response.headers['content-length'];
    delete response.headers['transfer-encoding'];
    this.change({ method, path, body, authorization: headers.authorization ?? '' }, response);
    return {
      ...response,
      text: response.json === undefined ? text : unquoted(JSON.stringify(response.json)),
    };
  }
}

/** Long integers pass as strings, because a number would lose digits. */
const quoted = (text: string): string => text.replace(/(?<=:)(\d{16,})(?=[,}])/g, '"long $1"');
const unquoted = (text: string): string => text.replace(/"long (\d+)"/g, '$1');
