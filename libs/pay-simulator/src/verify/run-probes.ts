import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATIONS } from './contract.generated.js';
import { CREDENTIALS } from './credentials.js';
import { isObject } from '../domain/json-kinds.js';
import { basicHeader, isSwitchOff, requestToken, sendRequest } from './http.js';
import { mask, maskFacts, maskMessage } from './mask.js';
import type { MaskContext } from './mask.js';
import type {
  Check,
  CredentialName,
  CredentialPair,
  DeliveryRecord,
  Exchange,
  ProbeResponse,
  ProbeClass,
  ProbeRecord,
  ProbeRequest,
  ReceivedWebhook,
  RequestAuth,
  Step,
  Target,
  TokenOf,
  Transcript,
} from './verify.types.js';

/** Headers that are part of the contract. The others depend on the service's servers. */
const HEADERS = ['content-type', 'www-authenticate', 'allow', 'x-viva-eventid', 'x-viva-correlationid'];

/** The rest of a probe makes no sense: a credential is missing, or an earlier response was not as expected. */
export class NotProbed extends Error {
  override readonly name = 'NotProbed';
}

/** Too many requests, or a failure of the service's gateway: they say nothing about a claim. */
const OUTAGES: readonly number[] = [429, 502, 503, 504];

/** A mistake in a probe, such as an error that the contract does not have. Ends the run. */
class WrongProbe extends Error {
  override readonly name = 'WrongProbe';
}

/** A group of requests that check some claims. */
export interface Probe {
  id: string;
  class: ProbeClass;
  run(session: ProbeSession): Promise<unknown>;
}

/** Declares the probes of a class by their IDs. */
export const probesOf = (
  probeClass: ProbeClass,
  runs: Readonly<Record<string, Probe['run']>>,
): readonly Probe[] => Object.entries(runs).map(([id, run]) => ({ id, class: probeClass, run }));

/**
 * Runs the probes one after another, and cancels their orders. The transcript says why a probe stopped.
 *
 * @throws WrongProbe if a probe does not fit the contract
 */
export async function runProbes(
  probes: readonly Probe[],
  target: Target,
  { classes, date }: { classes: readonly ProbeClass[]; date: string },
): Promise<Transcript> {
  const records: ProbeRecord[] = [];
  for (const probe of probes) {
    const session = new ProbeSession(probe.id, target);
    const start = performance.now();
    let stopped: string | undefined;
    try {
      await probe.run(session);
    } catch (error) {
      if (error instanceof WrongProbe) throw error;
      const message = session.masksText(error instanceof Error ? error.message : String(error));
      stopped = error instanceof NotProbed ? message : `the probe failed: ${message}`;
    } finally {
      await session.cancelOrders();
    }
    const record = { ...session.record, ...(stopped !== undefined && { stopped }) };
    records.push(record);
    if (target.signal?.aborted !== true)
      target.onProbe?.(record, { requests: session.requests, ms: performance.now() - start });
  }
  return { format: 1, target: target.name, date, classes, probes: records };
}

/** What a probe can do, and the record of what it did. */
export class ProbeSession {
  readonly record: {
    id: string;
    exchanges: Exchange[];
    checks: Check[];
    deliveries: DeliveryRecord[];
  };
  requests = 0;
  private readonly amounts = new Set<number>();
  private readonly tokens = new Map<string, { value: string; scopes: readonly string[] }>();
  private readonly openOrders = new Set<string>();

  constructor(
    private readonly id: string,
    readonly target: Target,
  ) {
    this.record = { id, exchanges: [], checks: [], deliveries: [] };
  }

  /** Sends a request and records it under this name, which is unique in its probe. */
  async send(step: string, request: ProbeRequest): Promise<ProbeResponse> {
    const operation = operationOf(request.operation);
    const { expects = 'success' } = request;
    if (expects !== 'success' && operation.errors[expects] === undefined)
      throw new WrongProbe(`${this.id}/${step}: ${request.operation} has no error ${expects}`);
    const isForm = operation.host === 'accounts';
    for (const amount of request.amounts ?? amountsIn(request.body)) this.amounts.add(amount);
    const response = await this.peek(request);
    this.record.exchanges.push({
      step,
      operation: request.operation,
      expects,
      shows: request.shows ?? [],
      request: {
        http: request.instead?.http ?? operation.method,
        path: request.instead?.path ?? operation.path,
        query: this.masked(request.query ?? {}),
        body: this.masked(isForm ? {} : (request.body ?? null)),
      },
      response: {
        status: response.status,
        headers: Object.fromEntries(
          HEADERS.filter((name) => response.headers[name] !== undefined).map((name) => [
            name,
            headerValue(name, response.headers[name] ?? ''),
          ]),
        ),
        body: this.maskedBody(response),
      },
    });
    return response;
  }

  /** Sends requests of one operation, one after another. Returns the last response. */
  async sendAll(
    operation: string,
    steps: readonly Step[],
    common: Partial<ProbeRequest> = {},
  ): Promise<ProbeResponse> {
    let response: ProbeResponse = { status: 0, headers: {}, text: '', json: undefined };
    for (const [step, request, expects = '', shows = ''] of steps)
      response = await this.send(step, {
        ...common,
        ...request,
        operation,
        ...(expects !== '' && { expects }),
        shows: shows
          .split(' ')
          .filter((claim) => claim !== '')
          .map((claim) => (/^(path|query|body)\//.test(claim) ? `${operation}/${claim}` : claim)),
      });
    return response;
  }

  /** Sends a request without recording it. */
  async peek(request: ProbeRequest): Promise<ProbeResponse> {
    this.requireRun(request.operation);
    const operation = operationOf(request.operation);
    const path = request.instead?.path ?? filledPath(operation.path, request.path);
    const url = new URL(this.target.endpoints[operation.host] + path);
    for (const [name, value] of Object.entries(request.query ?? {}))
      url.searchParams.set(name, String(value));
    const isForm = operation.host === 'accounts';
    const authorization = await this.authorization(request.auth ?? defaultAuth(request.operation, operation));
    this.requests++;
    const response = await sendRequest(request.instead?.http ?? operation.method, url.href, {
      authorization,
      timeoutMs: this.target.timeoutMs,
      ...(isForm && { contentType: 'application/x-www-form-urlencoded' }),
      ...(request.body !== undefined && { body: bodyText(request.body, isForm) }),
    });
    this.trackOrder(request, response);
    if (
      OUTAGES.includes(response.status) &&
      operation.errors[request.expects ?? '']?.status !== response.status
    )
      throw new NotProbed(`the service responded with HTTP ${response.status}`);
    if (isSwitchOff(response))
      throw new NotProbed('a switch of the account is off: see Settings > API Access');
    return response;
  }

  /** Records the headers and the body of a webhook, and compares its members with the contract. */
  deliver(step: string, { headers, body }: ReceivedWebhook): void {
    const names = Object.keys(headers).filter((name) =>
      /^(authorization|content-type|user-agent|viva-.*)$/.test(name),
    );
    this.record.deliveries.push({ step, headers: names.sort(), body: this.masked(JSON.parse(body)) });
  }

  /** Creates an order, has a person pay it, and returns its code and the ID of the transaction. */
  async payOrder(
    step: string,
    body: Readonly<Record<string, unknown>>,
    { how, until } = { how: 'with a test card that is approved', until: 'F' },
  ): Promise<{ orderCode: string; transactionId: string }> {
    const orderCode = await this.createOrder(step, body);
    const url = `${this.target.endpoints.web}/web/checkout?ref=${orderCode}`;
    await this.target.person.pay({ orderCode, url, how });
    const list = { operation: 'transactions.getLegacyTransactions:list', query: { orderCode } };
    const rows = await this.waitFor(
      `${step}: a transaction with status ${until}`,
      async () => membersOf((await this.peek(list)).json, 'Transactions'),
      (found) => found.some(({ StatusId }) => StatusId === until),
    );
    const row = rows.find(({ StatusId }) => StatusId === until);
    return { orderCode, transactionId: String(row?.['TransactionId']) };
  }

  /** Records whether a statement of the contract holds, such as `16 digits`. */
  confirm(step: string, claims: string, statement: string, holds: boolean): void {
    this.check(step, claims, statement, holds ? statement : 'something else');
  }

  /** Records masked facts about claims that no single response shows, and what the contract says. Blanks separate the claims. */
  check(step: string, claims: string, expected: unknown, actual: unknown): void {
    const context = this.context();
    this.record.checks.push({
      step,
      claims: claims.split(' '),
      expected: maskFacts(expected, expected, context),
      actual: maskFacts(actual, expected, context),
    });
  }

  /** Creates an order and returns its code. The order is canceled after the probe. */
  async createOrder(step: string, body: Readonly<Record<string, unknown>>): Promise<string> {
    const { sourceCode } = this.target;
    const { json, status } = await this.send(step, {
      operation: 'payments.createOrder',
      body: { ...(sourceCode !== undefined && { sourceCode }), ...body },
    });
    const code = isObject(json) ? json['orderCode'] : undefined;
    if (typeof code === 'number' || typeof code === 'string') return String(code);
    throw new NotProbed(`${step}: the order was not created (HTTP ${status})`);
  }

  /** Reads until `isDone` returns true. @throws NotProbed after the target's longest wait */
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
      // An interrupted wait ends at the next request.
      await sleep(everyMs, undefined, { ...(this.target.signal && { signal: this.target.signal }) }).catch(
        () => undefined,
      );
      if (this.target.signal?.aborted === true) throw new NotProbed('you interrupted the run');
    }
  }

  /** Scopes of a client's token. */
  async tokenScopes(client: TokenOf): Promise<readonly string[]> {
    return (await this.token(client)).scopes;
  }

  /** Masks a message about this run. */
  masksText(text: string): string {
    return maskMessage(text, this.context());
  }

  /** Cancels the orders that the probe left open. An order that cannot be canceled expires after 30 minutes. */
  async cancelOrders(): Promise<void> {
    const { path, host } = operationOf('payments.cancelOrder');
    for (const orderCode of this.openOrders) {
      this.requests++;
      await sendRequest('DELETE', this.target.endpoints[host] + filledPath(path, { orderCode }), {
        authorization: await this.authorization('basic'),
        timeoutMs: this.target.timeoutMs,
      }).catch(() => undefined);
    }
  }

  /** @throws NotProbed if the account has no such pair */
  pair(name: CredentialName): CredentialPair {
    const pair = this.target.credentials[name];
    const { id, secret } = CREDENTIALS[name];
    if (pair === undefined) throw new NotProbed(`${id} and ${secret} are not set`);
    return pair;
  }

  private requireRun(operation: string): void {
    if (this.target.signal?.aborted === true) throw new NotProbed('you interrupted the run');
    // An order is created only if it can be canceled.
    if (ORDER_CREATIONS.includes(operation)) this.pair('basic');
  }

  /** Any response with an order code counts, because the service can accept what the probe expects it to reject. */
  private trackOrder({ operation, path, body }: ProbeRequest, { json, status }: ProbeResponse): void {
    const response = isObject(json) ? json : {};
    const created = response['orderCode'] ?? response['OrderCode'];
    if (ORDER_CREATIONS.includes(operation) && (typeof created === 'number' || typeof created === 'string'))
      this.openOrders.add(String(created));
    const orderCode = path?.['orderCode'];
    if (orderCode === undefined) return;
    if (operation === 'payments.cancelOrder' && status === 200) this.openOrders.delete(orderCode);
    if (operation === 'payments.updateOrder' && isObject(body) && body['isCanceled'] === false)
      this.openOrders.add(orderCode);
  }

  private context(): MaskContext {
    const tokens = [...this.tokens.values()].map(({ value }) => value);
    const pairs = Object.values(this.target.credentials).filter((pair) => pair !== undefined);
    const secrets = pairs.flatMap(({ id, secret }) => [id, secret, `${id}:${secret}`]);
    return { amounts: [...this.amounts], secrets: [...secrets, ...tokens] };
  }

  private masked(value: unknown): unknown {
    return mask(value, this.context());
  }

  /** Types come from JSON.parse, because the exact reader makes strings of long integers. */
  private maskedBody({ text, json }: ProbeResponse): unknown {
    if (text === '') return null;
    return json === undefined ? '<text>' : this.masked(JSON.parse(text));
  }

  private async authorization(auth: RequestAuth): Promise<string | undefined> {
    if (typeof auth === 'object') return auth.authorization;
    if (auth === 'none') return undefined;
    if (auth !== 'basic' && auth !== 'client') return `Bearer ${(await this.token(auth)).value}`;
    const { id, secret } = this.pair(auth === 'client' ? 'checkout' : auth);
    return basicHeader(id, secret);
  }

  private async token(client: TokenOf): Promise<{ value: string; scopes: readonly string[] }> {
    const known = this.tokens.get(client);
    if (known !== undefined) return known;
    const { endpoints, timeoutMs } = this.target;
    const pair = this.pair(client);
    this.requests++;
    const { json, status } = await requestToken(endpoints.accounts, pair, timeoutMs);
    const { access_token: value, scope }: Record<string, unknown> = isObject(json) ? json : {};
    if (typeof value !== 'string') throw new NotProbed(`the service issued no token (HTTP ${status})`);
    const token = { value, scopes: typeof scope === 'string' ? scope.split(' ') : [] };
    this.tokens.set(client, token);
    return token;
  }
}

const ORDER_CREATIONS: readonly string[] = ['payments.createOrder', 'payments.createLegacyOrder'];

export function operationOf(key: string) {
  const operation = OPERATIONS[key];
  if (operation === undefined) throw new WrongProbe(`${key} is no operation of the contract`);
  return operation;
}

function defaultAuth(key: string, { host, path }: { host: string; path: string }): RequestAuth {
  if (host === 'accounts') return key === 'auth.getCloudTerminalAccessToken' ? 'none' : 'client';
  if (host === 'web') return 'basic';
  return path.startsWith('/ecr/') ? 'terminal' : 'checkout';
}

const filledPath = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new WrongProbe(`${path}: the probe gives no ${name}`);
    return encodeURIComponent(value);
  });

/** Objects in a list of a response. */
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

/** The part of a header that does not depend on the request. */
function headerValue(name: string, value: string): string {
  if (name === 'x-viva-correlationid') return '<id>';
  if (name === 'x-viva-eventid') return matching(/^\d{1,5}$/, value);
  if (name === 'content-type')
    return matching(/^[\w.+-]+\/[\w.+-]+$/, value.split(';')[0]?.trim().toLowerCase() ?? '');
  if (name === 'www-authenticate') return matching(/^\w{1,20}$/, value.split(' ')[0] ?? '');
  if (!/^[A-Z, ]{0,80}$/i.test(value)) return '<text>';
  if (name === 'allow')
    return value
      .split(',')
      .map((method) => method.trim())
      .sort()
      .join(', ');
  return value;
}

const matching = (pattern: RegExp, value: string): string => (pattern.test(value) ? value : '<text>');
