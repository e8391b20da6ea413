import { readToken } from './control-token-file.js';
import { readEnvironment, type Environment } from './env-file.js';
import { UsageError } from './usage-error.js';

const DEFAULT_URL = 'http://127.0.0.1:4010';
const CONTROL_PATH = '/_simulator';

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

/** Options of all commands that act on a running simulator. */
interface SimulatorFlags {
  readonly url?: string | undefined;
  readonly 'env-file'?: string | undefined;
  readonly 'control-token-file'?: string | undefined;
  readonly world?: string | undefined;
}

/** Client of the control API of a simulator in another process. */
export class RunningSimulator {
  private constructor(
    private readonly url: URL,
    /** Path of the control API of a world. */
    private readonly base: string,
    /** Control token, if the simulator needs one. */
    private readonly token: string | undefined,
  ) {}

  /** Returns the simulator that the options of a command name. @throws UsageError if one is invalid. */
  static of(flags: SimulatorFlags, env: Environment, folder: string): RunningSimulator {
    const { url = readEnvironment(env, folder, flags['env-file'])['PAY_SIMULATOR_URL'], world } = flags;
    const tokenFile = flags['control-token-file'];
    return new RunningSimulator(
      simulatorUrl(url),
      world === undefined ? CONTROL_PATH : `${CONTROL_PATH}/worlds/${encodeURIComponent(world)}`,
      tokenFile === undefined ? undefined : readToken(tokenFile),
    );
  }

  /** Address of the control API of the world that `--world` names, or undefined without it. */
  get worldControl(): string | undefined {
    return this.base === CONTROL_PATH ? undefined : this.url.origin + this.base;
  }

  /** @throws RequestFailure if no simulator is running at the address or it rejects the request. */
  async request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Json> {
    const response = await this.fetch(method, path, body);
    if (response.status === 204) return {};
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
      return await fetch(new URL(this.base + path, this.url), {
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

function simulatorUrl(address: string = DEFAULT_URL): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:')
    throw new UsageError(`--url: expected the simulator's address, for example ${DEFAULT_URL}`);
  if (url.pathname !== '/')
    throw new UsageError(
      `--url: expected the simulator's address without a path, for example ${DEFAULT_URL}; --world names a world`,
    );
  return url;
}
