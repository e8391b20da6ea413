/** A JSON object in a response of the simulator. */
export type Json = Readonly<Record<string, unknown>>;

/** Error for a request that the simulator rejected, or if no simulator is running. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';

  /** @param isUsage - Whether a command-line value is invalid. */
  constructor(
    message: string,
    readonly isUsage = false,
  ) {
    super(message);
  }
}

/** Client of the control API of a simulator in another process. */
export class RunningSimulator {
  /** @param token - Control token, if the simulator needs one. */
  constructor(
    private readonly url: URL,
    private readonly token?: string,
  ) {}

  /** @throws RequestFailure if no simulator is running at the address or it rejects the request. */
  async request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Json> {
    const response = await this.fetch(method, path, body);
    const text = await response.text();
    let json: Json;
    try {
      json = JSON.parse(text) as Json;
    } catch {
      throw this.notASimulator();
    }
    if (response.ok) return json;
    const { error } = json;
    if (typeof error !== 'string' || (response.status === 404 && Array.isArray(json['routes'])))
      throw this.notASimulator();
    throw new RequestFailure(error, response.status === 400);
  }

  /** Returns a list of the control API. @throws RequestFailure as {@link request}. */
  async list(path: string): Promise<readonly Json[]> {
    return (await this.request('GET', path)) as unknown as readonly Json[];
  }

  private async fetch(method: string, path: string, body: unknown): Promise<Response> {
    try {
      return await fetch(new URL(`/_simulator${path}`, this.url), {
        method,
        headers: {
          ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch {
      const { origin, port } = this.url;
      throw new RequestFailure(
        `No simulator is running at ${origin}. Start one with "npx pay-simulator --port ${port || '80'} ` +
          `--webhook http://127.0.0.1:3000/pay/webhook", or set its address with --url or PAY_SIMULATOR_URL.`,
      );
    }
  }

  private notASimulator(): RequestFailure {
    return new RequestFailure(
      `The server at ${this.url.origin} is not a simulator of this version. Set the address with --url or PAY_SIMULATOR_URL.`,
    );
  }
}
