import { Agent, request } from 'node:http';
import { Receiver } from './receiver.js';

/** What `POST /_simulator/worlds` returns. */
export interface CreatedWorld {
  readonly id: string;
  readonly endsAt: string | null;
  readonly console: string;
  readonly terminals: string;
  readonly control: string;
  readonly controlToken: string | null;
  readonly credentials: {
    readonly merchant: {
      readonly merchantId: string;
      readonly apikey: string;
      readonly clientId: string;
      readonly clientSecret: string;
    };
    readonly cloudTerminal: { readonly clientId: string; readonly clientSecret: string };
  };
  readonly environment: Readonly<Record<string, string>>;
}

/** A response with its parsed body. */
export interface WorldReply {
  readonly status: number;
  readonly json: unknown;
}

/** A test sends thousands of requests, and `fetch` needs several times the CPU of a request of `node:http`. */
async function call(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<WorldReply> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const payload = isForm ? body.toString() : JSON.stringify(body);
  const sent = request(url, {
    agent,
    method,
    headers: {
      ...headers,
      ...(payload !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
    },
  });
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let received = '';
      response
        .setEncoding('utf8')
        .on('error', reject)
        .on('data', (part: string) => (received += part))
        .on('end', () => {
          const isJson = received !== '' && response.headers['content-type']?.includes('json') === true;
          resolve({ status: response.statusCode ?? 0, json: isJson ? JSON.parse(received) : received });
        });
    });
    sent.end(payload);
  });
}

/** A program that uses one world of a simulator, over HTTP only. */
export class WorldClient {
  private token: string | undefined;
  private terminalToken: string | undefined;

  private constructor(
    private readonly agent: Agent,
    readonly url: string,
    readonly world: CreatedWorld,
    private readonly receiver: Receiver | undefined,
  ) {}

  /** Creates a world, with a receiver for its webhooks if `eventTypeIds` has some. */
  static async create(
    url: string,
    settings: object = {},
    eventTypeIds: readonly number[] = [],
  ): Promise<WorldClient> {
    const agent = new Agent({ keepAlive: true });
    const { status, json } = await call(agent, `${url}/_simulator/worlds`, 'POST', {}, settings);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(json)}`);
    const world = json as CreatedWorld;
    if (eventTypeIds.length === 0) return new WorldClient(agent, url, world, undefined);
    const client = new WorldClient(agent, url, world, undefined);
    const { json: key } = await client.web('GET', '/api/messages/config/token');
    const receiver = await Receiver.start(String((key as { readonly Key: string }).Key));
    await client.control('POST', '/webhooks', { url: receiver.url, eventTypeIds });
    return new WorldClient(agent, url, world, receiver);
  }

  /** Event types that arrived, in order. */
  get events(): readonly unknown[] {
    return this.receiver?.received.map(({ envelope }) => envelope.EventTypeId) ?? [];
  }

  control(method: string, path: string, body?: unknown): Promise<WorldReply> {
    return call(this.agent, this.world.control + path, method, {}, body);
  }

  web(method: string, path: string, body?: unknown): Promise<WorldReply> {
    const { merchantId, apikey } = this.world.credentials.merchant;
    return call(
      this.agent,
      `${this.url}/web${path}`,
      method,
      { authorization: basic(merchantId, apikey) },
      body,
    );
  }

  async api(method: string, path: string, body?: unknown): Promise<WorldReply> {
    this.token ??= await this.newToken();
    return call(
      this.agent,
      `${this.url}/api${path}`,
      method,
      { authorization: `Bearer ${this.token}` },
      body,
    );
  }

  /** Calls the cloud terminal API. */
  async terminal(method: string, path: string, body?: unknown): Promise<WorldReply> {
    this.terminalToken ??= await this.newToken(this.world.credentials.cloudTerminal);
    const authorization = `Bearer ${this.terminalToken}`;
    return call(this.agent, `${this.url}/api/ecr/v1${path}`, method, { authorization }, body);
  }

  page(path: string): Promise<WorldReply> {
    return call(this.agent, this.url + path, 'GET', { accept: 'text/html' });
  }

  async end(): Promise<WorldReply> {
    await this.receiver?.close();
    const reply = await call(this.agent, `${this.url}/_simulator/worlds/${this.world.id}`, 'DELETE', {});
    this.agent.destroy();
    return reply;
  }

  /** Forgets the token, for example after a reset. */
  forgetToken(): void {
    this.token = undefined;
    this.terminalToken = undefined;
  }

  private async newToken(
    { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string } = this.world
      .credentials.merchant,
  ): Promise<string> {
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const { json } = await call(
      this.agent,
      `${this.url}/accounts/connect/token`,
      'POST',
      { authorization: basic(clientId, clientSecret) },
      form,
    );
    return (json as { readonly access_token: string }).access_token;
  }
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
