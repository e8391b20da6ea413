import { randomUUID } from 'node:crypto';
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
  ProbeRequest,
  ProbeResponse,
  ReceivedWebhook,
  RequestAuth,
  Target,
  TokenOf,
} from './verify.types.js';

const textIf = (pattern: RegExp, value = ''): string => (pattern.test(value) ? value : '<text>');
const sorted = (list: string): string => list.split(/ *, */).sort().join(', ');

/** Headers that are part of the contract, each with the part that does not depend on the request. */
const HEADERS: Readonly<Record<string, (value: string) => string>> = {
  'content-type': (value) => textIf(/^[\w.+-]+\/[\w.+-]+$/, value.split(';')[0]?.trim().toLowerCase()),
  'www-authenticate': (value) => textIf(/^\w{1,20}$/, value.split(' ')[0]),
  allow: (value) => sorted(textIf(/^[A-Z, ]{0,80}$/i, value.trim())),
  'x-viva-eventid': (value) => textIf(/^\d{1,5}$/, value),
  'x-viva-correlationid': () => '<id>',
};

/** The rest of a probe makes no sense: a credential is missing, or an earlier response was not as expected. */
export class NotProbed extends Error {
  override readonly name = 'NotProbed';
}

/** Too many requests, or a failure of the service's gateway: they say nothing about a claim. */
const OUTAGES: readonly number[] = [429, 502, 503, 504];

/** Values of paths that no account has, so that nothing is found even if the service accepts the credentials. */
const NOTHING: Readonly<Record<string, string>> = { orderCode: '1000000000000009' };
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000f00d';
const DAY_MS = 86_400_000;

/** Returns values for the placeholders of a path that name nothing. */
export const pathOfNothing = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, NOTHING[name] ?? UNKNOWN_ID]),
  );

/** A mistake in a probe, such as an error that the contract does not have. Ends the run. */
export class WrongProbe extends Error {
  override readonly name = 'WrongProbe';
}

/** Text of the length that a step states, such as `<51 characters>` or `<31 digits>`. `<nothing>` is no value. */
function longText(text: string): string | undefined {
  const [, length, kind] = /^<(\d+) (characters|digits)>$/.exec(text) ?? [];
  if (length !== undefined) return (kind === 'digits' ? '1' : 'x').repeat(Number(length));
  return text === '<nothing>' ? undefined : text;
}

/** Values of the account that steps can name. */
const OF_ACCOUNT: Readonly<Record<string, (session: ProbeSession) => unknown>> = {
  clientId: (session) => session.pair('checkout').id,
  clientSecret: (session) => session.pair('checkout').secret,
  existingSource: ({ target }) => target.sourceCode ?? 'Default',
  terminalId: ({ target }) => target.terminalId ?? new NotProbed('no terminal was named (--terminal)'),
};

/** What a probe can do, and the record of what it did. */
export class ProbeSession {
  readonly record: {
    id: string;
    exchanges: Exchange[];
    checks: Check[];
    deliveries: DeliveryRecord[];
  };
  requests = 0;
  /** What steps kept for later ones, or why there is no such value. */
  readonly kept = new Map<string, unknown>();
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
    const { amounts = amountsIn([request.body, request.query]) } = request;
    for (const amount of amounts) this.amounts.add(amount);
    const response = await this.peek(request);
    this.record.exchanges.push({
      step,
      operation: request.operation,
      expects,
      shows: request.shows ?? [],
      request: {
        http: methodOf(request),
        path: request.instead?.path ?? operation.path,
        query: this.masked(request.query ?? {}),
        body: this.masked(isForm ? {} : (bodyOf(request) ?? null)),
      },
      response: {
        status: response.status,
        headers: Object.fromEntries(
          Object.entries(HEADERS).flatMap(([name, read]) => {
            const value = response.headers[name];
            return value === undefined ? [] : [[name, read(value)]];
          }),
        ),
        body: this.maskedBody(response),
      },
    });
    return response;
  }

  /** Sends a request without recording it. @throws NotProbed if the response says nothing about a claim */
  async peek(request: ProbeRequest): Promise<ProbeResponse> {
    if (this.target.signal?.aborted === true) throw new NotProbed('you interrupted the run');
    // An order is created only if it can be canceled.
    if (ORDER_CREATIONS.includes(request.operation)) this.pair('basic');
    const response = await this.transmit(request);
    const { status } = response;
    if (
      OUTAGES.includes(status) &&
      operationOf(request.operation).errors[request.expects ?? '']?.status !== status
    )
      throw new NotProbed(`the service responded with HTTP ${status}`);
    if (isSwitchOff(response))
      throw new NotProbed('a switch of the account is off: see Settings > API Access');
    return response;
  }

  private async transmit(request: ProbeRequest): Promise<ProbeResponse> {
    const { host, path } = operationOf(request.operation);
    const names = this.pathOf(path, request.path);
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
    const url = new URL(this.target.endpoints[host] + (request.instead?.path ?? filled));
    for (const [name, value] of Object.entries(request.query ?? {}))
      url.searchParams.set(name, String(value));
    const authorization = await this.authorization(
      request.auth ?? defaultAuth(request.operation, host, path),
    );
    const body = bodyOf(request);
    const isForm = host === 'accounts';
    this.requests++;
    const response = await sendRequest(methodOf(request), url.href, {
      authorization,
      timeoutMs: this.target.timeoutMs,
      ...(isForm && { contentType: 'application/x-www-form-urlencoded' }),
      ...(body !== undefined && { body: bodyText(body, isForm) }),
    });
    this.trackOrder(request, names['orderCode'], response);
    return response;
  }

  /** Replaces each text such as `$orderCode` by the value of this name, and `<51 characters>`. @throws NotProbed if there is none */
  resolved<Value>(value: Value): Value;
  resolved(value: unknown): unknown {
    if (typeof value === 'string')
      return value.startsWith('$') ? this.valueOf(value.slice(1)) : longText(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.resolved(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.resolved(member)]));
  }

  private valueOf(name: string): unknown {
    const [, kind, days] = /^(day|time)([+-]\d+)$/.exec(name) ?? [];
    const time = new Date(Date.now() + Number(days ?? 0) * DAY_MS).toISOString();
    if (kind !== undefined) return kind === 'day' ? time.slice(0, 10) : time;
    if (name.startsWith('uuid-') && !this.kept.has(name)) this.kept.set(name, randomUUID());
    const value = this.kept.get(name) ?? OF_ACCOUNT[name]?.(this);
    if (value instanceof NotProbed) throw value;
    if (value === undefined) throw new WrongProbe(`${this.id}: no step keeps ${name}`);
    return value;
  }

  /** Values of the placeholders of a path: those of the request, those that an earlier step kept, or some that name nothing. */
  private pathOf(path: string, given: ProbeRequest['path'] = {}): Readonly<Record<string, string>> {
    const names = Object.keys(pathOfNothing(path)).filter((name) => this.kept.has(name));
    const kept = Object.fromEntries(names.map((name) => [name, String(this.valueOf(name))]));
    return { ...pathOfNothing(path), ...kept, ...given };
  }

  /** Records the headers and the body of a webhook, and compares its members with the contract. */
  deliver(step: string, { headers, body }: ReceivedWebhook): void {
    const names = Object.keys(headers).filter((name) =>
      /^(authorization|content-type|user-agent|viva-.*)$/.test(name),
    );
    this.record.deliveries.push({ step, headers: names.sort(), body: this.masked(JSON.parse(body)) });
  }

  /** Records masked facts about claims that no single response shows, and what the contract says. */
  check(step: string, claims: readonly string[], expected: unknown, actual: unknown): void {
    const context = this.context();
    this.record.checks.push({
      step,
      claims,
      expected: maskFacts(expected, expected, context),
      actual: maskFacts(actual, expected, context),
    });
  }

  /** Reads until there is a value. @throws NotProbed after the target's longest wait */
  async waitFor<Value>(
    what: string,
    read: () => Promise<Value | undefined> | Value | undefined,
  ): Promise<Value> {
    const { everyMs, atMostMs } = this.target.wait;
    const end = Date.now() + atMostMs;
    for (;;) {
      const value = await read();
      if (value !== undefined) return value;
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
    const operation = 'payments.cancelOrder';
    for (const orderCode of this.openOrders)
      await this.transmit({ operation, path: { orderCode } }).catch(() => undefined);
  }

  /** @throws NotProbed if the account has no such pair */
  pair(name: CredentialName): CredentialPair {
    const pair = this.target.credentials[name];
    const { id, secret } = CREDENTIALS[name];
    if (pair === undefined) throw new NotProbed(`${id} and ${secret} are not set`);
    return pair;
  }

  /** Any response with an order code counts, because the service can accept what the probe expects it to reject. */
  private trackOrder(
    { operation, body }: ProbeRequest,
    orderCode: string | undefined,
    { json, status }: ProbeResponse,
  ): void {
    const response = isObject(json) ? json : {};
    const created = response['orderCode'] ?? response['OrderCode'];
    if (ORDER_CREATIONS.includes(operation) && (typeof created === 'number' || typeof created === 'string'))
      this.openOrders.add(String(created));
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
    if (auth === 'none') return undefined;
    if (typeof auth === 'string') return `Bearer ${(await this.token(auth)).value}`;
    if ('bearer' in auth) return `Bearer ${unsignedToken(auth.bearer)}`;
    const { id, secret } = this.pair(auth.basic);
    return basicHeader(id, auth.secret ?? secret);
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

function defaultAuth(key: string, host: string, path: string): RequestAuth {
  if (host === 'accounts') return key === 'auth.getCloudTerminalAccessToken' ? 'none' : { basic: 'checkout' };
  if (host === 'web') return { basic: 'basic' };
  return path.startsWith('/ecr/') ? 'terminal' : 'checkout';
}

const methodOf = ({ operation, instead }: ProbeRequest): string =>
  instead?.http ?? operationOf(operation).method;

/** Without a body, an object without members, if the method sends one. */
const bodyOf = (request: ProbeRequest): unknown =>
  request.body ?? (/^(POST|PUT|PATCH)$/.test(methodOf(request)) ? {} : undefined);

/** A token without a valid signature. A text stays as it is. */
const unsignedToken = (claims: object | string): string =>
  typeof claims === 'string'
    ? claims
    : [JSON.stringify({ alg: 'RS256', typ: 'at+jwt' }), JSON.stringify(claims), 'no signature']
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.');

/** Amounts of a request, in minor units. */
function amountsIn(value: unknown): number[] {
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(amountsIn) : [];
  return Object.entries(value).flatMap(([name, member]) =>
    /amount/i.test(name) && typeof member === 'number' ? [member] : amountsIn(member),
  );
}

function bodyText(body: unknown, isForm: boolean): string {
  if (typeof body === 'string') return body;
  if (!isForm) return JSON.stringify(body);
  return new URLSearchParams(body as Record<string, string>).toString();
}
