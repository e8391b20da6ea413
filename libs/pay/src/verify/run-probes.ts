import { parseExactJson } from '../core/values/exact-json.js';
import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import { isObject } from '../core/values/plain-data.js';
import { OPERATIONS } from './contract.generated.js';
import { mask } from './mask.js';
import type { MaskContext } from './mask.js';
import type {
  Check,
  DeliveryRecord,
  Exchange,
  Probe,
  ProbeAnswer,
  ProbeClass,
  ProbeRequest,
  ProbeSession,
  ReceivedWebhook,
  RequestAuth,
  Target,
  Transcript,
} from './verify.types.js';

/** Headers that are part of the contract. The others depend on the service's servers. */
const HEADERS = ['content-type', 'www-authenticate', 'allow', 'x-viva-eventid', 'x-viva-correlationid'];

/** The rest of a probe makes no sense: a credential is missing, or an earlier answer was not as expected. */
export class NotProbed extends Error {
  override readonly name = 'NotProbed';
}

/** Runs the probes one after another. Never throws: the transcript says why a probe stopped. */
export async function runProbes(
  probes: readonly Probe[],
  target: Target,
  { classes, date }: { classes: readonly ProbeClass[]; date: string },
): Promise<Transcript> {
  const records: Transcript['probes'][number][] = [];
  for (const probe of probes) {
    const session = new Session(probe.id, target);
    try {
      await probe.run(session);
      records.push(session.record());
    } catch (error) {
      const { message } = describeThrown(error);
      records.push({
        ...session.record(),
        stopped: isInstance(error, NotProbed) ? message : `the probe failed: ${message}`,
      });
    }
  }
  return { format: 1, target: target.name, date, classes, probes: records };
}

class Session implements ProbeSession {
  private readonly exchanges: Exchange[] = [];
  private readonly checks: Check[] = [];
  private readonly deliveries: DeliveryRecord[] = [];
  private readonly amounts = new Set<number>();
  private readonly tokens = new Map<string, string>();
  private readonly secrets: string[];

  constructor(
    private readonly id: string,
    readonly target: Target,
  ) {
    const { clientId, clientSecret, merchantId, apikey, cloudTerminal } = target.credentials;
    this.secrets = [
      clientId,
      clientSecret,
      merchantId,
      apikey,
      cloudTerminal?.clientId,
      cloudTerminal?.clientSecret,
    ].filter((secret) => secret !== undefined);
  }

  record(): Transcript['probes'][number] {
    return { id: this.id, exchanges: this.exchanges, checks: this.checks, deliveries: this.deliveries };
  }

  async send(step: string, request: ProbeRequest): Promise<ProbeAnswer> {
    const operation = operationOf(request.operation);
    const isForm = operation.host === 'accounts';
    for (const amount of request.amounts ?? amountsIn(request.body)) this.amounts.add(amount);
    const answer = await this.peek(request);
    this.exchanges.push({
      step,
      operation: request.operation,
      expects: request.expects ?? 'success',
      shows: request.shows ?? [],
      request: {
        http: request.instead?.http ?? operation.http,
        path: request.instead?.path ?? operation.path,
        query: this.masked(request.query ?? {}),
        body: this.masked(isForm ? {} : (request.body ?? null)),
      },
      answer: {
        status: answer.status,
        headers: Object.fromEntries(
          HEADERS.filter((name) => answer.headers[name] !== undefined).map((name) => [
            name,
            headerValue(name, answer.headers[name] ?? ''),
          ]),
        ),
        body: this.maskedBody(answer),
      },
    });
    return answer;
  }

  async peek(request: ProbeRequest): Promise<ProbeAnswer> {
    const operation = operationOf(request.operation);
    const path = request.instead?.path ?? filledPath(operation.path, request.path);
    const url = new URL(this.target.endpoints[operation.host] + path);
    for (const [name, value] of Object.entries(request.query ?? {}))
      url.searchParams.set(name, String(value));
    const isForm = operation.host === 'accounts';
    const authorization = await this.authorization(request.auth ?? defaultAuth(request.operation, operation));
    const response = await fetch(url, {
      method: request.instead?.http ?? operation.http,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.target.timeoutMs),
      headers: {
        accept: 'application/json',
        ...(authorization && { authorization }),
        ...(request.body !== undefined && {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
      },
      ...(request.body !== undefined && { body: bodyText(request.body, isForm) }),
    });
    return readAnswer(response);
  }

  deliver(step: string, { headers, body }: ReceivedWebhook): void {
    const names = Object.keys(headers).filter((name) =>
      /^(authorization|content-type|user-agent|viva-.*)$/.test(name),
    );
    this.deliveries.push({ step, headers: names.sort(), body: this.masked(JSON.parse(body)) });
  }

  async payOrder(
    step: string,
    body: Readonly<Record<string, unknown>>,
    { says, until } = { says: 'with a test card that is approved', until: 'F' },
  ): Promise<{ orderCode: string; transactionId: string }> {
    const orderCode = await this.createOrder(step, body);
    const url = `${this.target.endpoints.web}/web/checkout?ref=${orderCode}`;
    await this.target.person.pay({ orderCode, url, how: says });
    const list = { operation: 'transactions.getLegacyTransactions:list', query: { orderCode } };
    const rows = await this.waitFor(
      `${step}: a transaction with status ${until}`,
      async () => membersOf((await this.peek(list)).json, 'Transactions'),
      (found) => found.some(({ StatusId }) => StatusId === until),
    );
    const row = rows.find(({ StatusId }) => StatusId === until);
    return { orderCode, transactionId: String(row?.['TransactionId']) };
  }

  check(
    step: string,
    claims: readonly string[],
    { expected, actual }: { expected: unknown; actual: unknown },
  ) {
    this.checks.push({ step, claims, expected: this.masked(expected), actual: this.masked(actual) });
  }

  async createOrder(step: string, body: Readonly<Record<string, unknown>>): Promise<string> {
    const { sourceCode } = this.target.credentials;
    const { json, status } = await this.send(step, {
      operation: 'payments.createOrder',
      body: { ...(sourceCode !== undefined && { sourceCode }), ...body },
    });
    const code = isObject(json) ? json['orderCode'] : undefined;
    if (typeof code === 'number' || typeof code === 'string') return String(code);
    throw new NotProbed(`${step}: the order was not created (HTTP ${status})`);
  }

  async waitFor<Value>(
    what: string,
    read: () => Promise<Value>,
    isDone: (value: Value) => boolean,
  ): Promise<Value> {
    const { everyMs, atMostMs } = this.target.wait;
    const end = Date.now() + atMostMs;
    for (;;) {
      const value = await read();
      if (isDone(value)) return value;
      if (Date.now() > end) throw new NotProbed(`${what} did not come within ${atMostMs / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  private context(): MaskContext {
    return { amounts: [...this.amounts], secrets: [...this.secrets, ...this.tokens.values()] };
  }

  private masked(value: unknown): unknown {
    return mask(value, this.context());
  }

  /** Types come from JSON.parse, because the exact reader makes strings of long integers. */
  private maskedBody({ text, json }: ProbeAnswer): unknown {
    if (text === '') return null;
    return json === undefined ? '<text>' : this.masked(JSON.parse(text));
  }

  private async authorization(auth: RequestAuth): Promise<string | undefined> {
    const { clientId, clientSecret, merchantId, apikey, cloudTerminal } = this.target.credentials;
    if (typeof auth === 'object') return auth.authorization;
    if (auth === 'none') return undefined;
    if (auth === 'basic') return basic(merchantId, apikey, 'merchantId and apikey');
    if (auth === 'client') return basic(clientId, clientSecret, 'clientId and clientSecret');
    const client =
      auth === 'checkout'
        ? basic(clientId, clientSecret, 'clientId and clientSecret')
        : basic(cloudTerminal?.clientId, cloudTerminal?.clientSecret, 'cloudTerminal credentials');
    return `Bearer ${await this.token(client)}`;
  }

  private async token(client: string): Promise<string> {
    const known = this.tokens.get(client);
    if (known !== undefined) return known;
    const response = await fetch(`${this.target.endpoints.accounts}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: client },
      signal: AbortSignal.timeout(this.target.timeoutMs),
    });
    const { json, status } = await readAnswer(response);
    const token = isObject(json) ? json['access_token'] : undefined;
    if (typeof token !== 'string') throw new NotProbed(`the service issued no token (HTTP ${status})`);
    this.tokens.set(client, token);
    return token;
  }
}

export function operationOf(key: string) {
  const operation = OPERATIONS[key];
  if (operation === undefined) throw new RangeError(`${key} is no operation of the contract`);
  return operation;
}

function defaultAuth(key: string, { host, path }: { host: string; path: string }): RequestAuth {
  if (host === 'accounts') return key === 'auth.getCloudTerminalAccessToken' ? 'none' : 'client';
  if (host === 'web') return 'basic';
  return path.startsWith('/ecr/') ? 'terminal' : 'checkout';
}

function basic(user: string | undefined, password: string | undefined, names: string): string {
  if (user === undefined || password === undefined) throw new NotProbed(`${names} are not configured`);
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const filledPath = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`${path}: the probe gives no ${name}`);
    return encodeURIComponent(value);
  });

/** Objects in a list of an answer. */
export function membersOf(json: unknown, list: string): readonly Readonly<Record<string, unknown>>[] {
  const rows = isObject(json) ? json[list] : json;
  return Array.isArray(rows) ? rows.filter(isObject) : [];
}

/** Amounts of a request, in minor units. */
function amountsIn(body: unknown): number[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (isObject(value)) return amountsIn(value);
    return /amount/i.test(name) && typeof value === 'number' ? [value] : [];
  });
}

function bodyText(body: unknown, isForm: boolean): string {
  if (typeof body === 'string') return body;
  if (!isForm) return JSON.stringify(body);
  return new URLSearchParams(body as Record<string, string>).toString();
}

async function readAnswer(response: Response): Promise<ProbeAnswer> {
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: jsonOf(text),
  };
}

function jsonOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** The part of a header that does not depend on the request. */
function headerValue(name: string, value: string): string {
  if (name === 'x-viva-correlationid') return '<id>';
  if (name === 'content-type') return value.split(';')[0]?.trim().toLowerCase() ?? '';
  if (name === 'www-authenticate') return value.split(' ')[0] ?? '';
  if (name === 'allow')
    return value
      .split(',')
      .map((method) => method.trim())
      .sort()
      .join(', ');
  return value;
}
