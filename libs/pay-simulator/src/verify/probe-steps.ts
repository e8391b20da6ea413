import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../domain/json-kinds.js';
import { OPERATIONS } from './contract.generated.js';
import { exactJson } from './http.js';
import { NotProbed, pathOfNothing, type ProbeSession } from './probe-session.js';
import type { ProbeResponse, ProbeStep, ReceivedWebhook, Receiver, ResponseCheck } from './verify.types.js';

const LIST = 'transactions.getLegacyTransactions:list';
const PAYMENT = { how: 'with a test card that is approved', status: 'F' };
const DECLINE = {
  how: 'with a test card that is approved; the amount declines it. Then close the page',
  status: 'E',
};
/** A step that sends no request. */
const NO_RESPONSE: ProbeResponse = { status: 0, headers: {}, text: '', json: undefined };

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members => (isObject(value) ? value : {});
const rowsOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Runs one step: its request or another action, what later steps need of the response, and the checks. */
export async function runStep(
  session: ProbeSession,
  { keep, checks, ...unresolved }: ProbeStep,
): Promise<void> {
  let step: ProbeStep;
  try {
    step = session.resolved(unresolved);
  } catch (error) {
    if (unresolved.optional === true && error instanceof NotProbed) return;
    throw error;
  }
  const kind = KINDS.find((name) => step[name] !== undefined) ?? 'send';
  const response = (await ACTIONS[kind](session, step, String(step[kind]))) ?? NO_RESPONSE;
  for (const [name, { at, as, else: reason }] of Object.entries(keep ?? {})) {
    const value = (valueAt(response.json, at) ?? undefined) as string | number | undefined;
    const missing = reason ?? `the service responded with HTTP ${response.status} without a ${at}`;
    const kept = as === 'code' ? String(value).padStart(3, '0') : as === 'number' ? Number(value) : value;
    session.kept.set(name, value === undefined ? new NotProbed(missing) : kept);
  }
  for (const [name, check] of Object.entries(checks ?? {}))
    runCheck(session, name, session.resolved(check), response, operationIn(step));
}

const operationIn = ({ send, peek }: ProbeStep): string => send ?? peek ?? '';

/** IDs of claims that blanks separate. `body/amount` means the operation's own claim. */
const claimsIn = (shows: string, operation: string): readonly string[] =>
  shows
    .split(' ')
    .filter((claim) => claim !== '')
    .map((claim) => (/^(path|query|body|response)\//.test(claim) ? `${operation}/${claim}` : claim));

type Action = (session: ProbeSession, step: ProbeStep, value: string) => Promise<ProbeResponse | void>;

/** What a step does, by the member that has its object. */
const ACTIONS = {
  async send(session, { step, shows = '', each, ...request }, operation) {
    const claims = claimsIn(shows, operation);
    if (!each) return session.send(step ?? operation, { ...request, operation, shows: claims });
    for (const [name, value] of Object.entries(each)) {
      const body = withValue(request.body, name.split('.'), value);
      const own = { ...request, operation, body, shows: [`${operation}/body/${name}`] };
      await session.send(`${step ?? 'wrong'}-${name}`, own);
    }
  },
  async peek(session, { step = 'wrong', shows: _, is, each, ...request }, operation) {
    if (!each) return session.peek({ ...request, operation });
    for (const [name, value] of Object.entries(each)) {
      const body = withValue(request.body, name.split('.'), value);
      const { status } = await session.peek({ ...request, operation, body });
      session.check(`${step}-${name}`, [`${operation}/body/${name}`], { status: is }, { status });
    }
  },
  async create(session, { at: operation = 'payments.createOrder', body }, step) {
    const { sourceCode } = session.target;
    const source = sourceCode === undefined ? {} : { sourceCode };
    const response = await session.send(step, { operation, body: { ...source, ...membersOf(body) } });
    const { orderCode, OrderCode } = membersOf(response.json);
    const code = orderCode ?? OrderCode;
    if (typeof code !== 'number' && typeof code !== 'string')
      throw new NotProbed(`${step}: the order was not created (HTTP ${response.status})`);
    session.kept.set('orderCode', String(code));
    return response;
  },
  async pay(session, { declined, ...order }, step) {
    await ACTIONS.create(session, order, step);
    const orderCode = String(session.kept.get('orderCode'));
    const { how, status } = declined === true ? DECLINE : PAYMENT;
    const url = `${session.target.endpoints.web}/web/checkout?ref=${orderCode}`;
    await session.target.person.pay({ orderCode, url, how });
    const transaction = await session.waitFor(`${step}: a transaction with status ${status}`, async () => {
      const { json } = await session.peek({ operation: LIST, query: { orderCode } });
      return rowsOf(membersOf(json)['Transactions']).find(({ StatusId }) => StatusId === status);
    });
    session.kept.set('transactionId', String(transaction['TransactionId']));
  },
  /** Compares type and status of the transactions of the order, such as `5 F`. */
  async rows(session, { step = '', shows = '' }, expected) {
    const orderCode = String(session.kept.get('orderCode'));
    const { json } = await session.peek({ operation: LIST, query: { orderCode } });
    const rows = rowsOf(membersOf(json)['Transactions']).map(({ StatusId, TransactionType }) =>
      [membersOf(TransactionType)['TransactionTypeId'], StatusId].join(' '),
    );
    session.check(step, claimsIn(shows, ''), { status: expected }, { status: rows.sort().join(', ') });
  },
  /** The paths of the requests name nothing and their bodies are empty, so that they change nothing if they are accepted. */
  async refuse(session, { refuse, host, paths = '', auth, shows = '' }) {
    const known = new Set(session.record.exchanges.map(({ step }) => step));
    for (const [operation, facts] of Object.entries(OPERATIONS)) {
      const found = Object.entries(facts.errors).find(
        ([, { status, probe = facts.probe }]) => status === refuse && probe === 'read-only',
      );
      const isMeant = (host ?? facts.host) === facts.host && new RegExp(paths).test(facts.path);
      if (!found || !isMeant || facts.probe.startsWith('none: the simulator') || known.has(operation))
        continue;
      const path = pathOfNothing(facts.path);
      const request = { operation, path, expects: found[0], shows: claimsIn(shows, operation) };
      await session.send(operation, { ...request, ...(auth !== undefined && { auth }) });
    }
  },
  async token(session, { token = 'checkout', needs, lacks }) {
    const scopes = await session.tokenScopes(token);
    session.kept.set('scope', scopes[0] ?? '');
    const excess = lacks?.find((scope) => scopes.includes(scope));
    const client = `the ${token} client of this account`;
    if (excess !== undefined) throw new NotProbed(`${client} has the scope ${excess}`);
    if (needs !== undefined && !scopes.includes(needs))
      throw new NotProbed(`${client} lacks the scope ${needs}`);
    return { ...NO_RESPONSE, json: { scope: scopes.join(' ') } };
  },
  async terminal(session, { terminal = 'present no card' }) {
    const terminalId = String(session.resolved('$terminalId'));
    await session.target.person.useTerminal(terminalId, terminal);
  },
  awaits: (session, { path = {} }, operation) =>
    session.waitFor('the end of the terminal session', async () => {
      const response = await session.peek({ operation, path });
      return response.status === 200 ? response : undefined;
    }),
  async register(session, { register = [], key = '' }) {
    const receiver = receiverOf(session);
    receiver.verificationKey = key;
    await session.target.person.registerWebhook(receiver.url, register);
    const { method, headers } = await session.waitFor('the verification request', () =>
      receiver.received.find((request) => request.method === 'GET'),
    );
    return { ...NO_RESPONSE, json: { method, authorization: headers['authorization'] !== undefined } };
  },
  async receive(session, { receive: eventTypeId, where = {}, again, step }) {
    const receiver = receiverOf(session);
    if (again === true) await session.target.person.waitForRetry();
    const isMeant = (webhook: ReceivedWebhook): boolean => {
      const { EventTypeId, EventData } = eventIn(webhook);
      const data = membersOf(EventData);
      const isOf = Object.entries(where).every(([name, value]) => String(data[name]) === value);
      return EventTypeId === eventTypeId && isOf && (again !== true || webhook.responded === 200);
    };
    const webhook = await session.waitFor(`event ${eventTypeId}`, () => receiver.received.find(isMeant));
    if (step !== undefined) session.deliver(step, webhook);
    return { ...NO_RESPONSE, text: webhook.body, json: eventIn(webhook) };
  },
  respond(session, { respond = 200 }) {
    receiverOf(session).status = respond;
    return Promise.resolve();
  },
} satisfies Partial<Record<keyof ProbeStep, Action>>;

const KINDS = Object.keys(ACTIONS) as readonly (keyof typeof ACTIONS)[];

function receiverOf({ target }: ProbeSession): Receiver {
  if (target.receiver === undefined) throw new NotProbed('no address for webhooks was named (--receiver)');
  return target.receiver;
}

/** Exact, because order codes are compared. */
const eventIn = ({ method, body }: ReceivedWebhook): Members =>
  membersOf(method === 'POST' ? exactJson(body) : undefined);

/** Records facts of a response, or whether a statement about it holds. */
function runCheck(
  session: ProbeSession,
  step: string,
  check: ResponseCheck,
  response: ProbeResponse,
  operation: string,
): void {
  const { is, says = '', at = '', amount = 0 } = check;
  const { status, text, json } = response;
  const claims = claimsIn(check.shows, operation);
  if (is === undefined) return confirm(session, step, claims, says, holds(check, response));
  const members = membersOf(json);
  if (Array.isArray(is)) return session.check(step, claims, is, Object.keys(members).sort());
  const value = valueAt(json, at);
  const unit = value === amount / 100 ? 'minor' : value === amount ? 'major' : 'something else';
  const facts: Members = { ...members, status, empty: text === '', found: status !== 404, unit };
  session.check(
    step,
    claims,
    is,
    Object.fromEntries(Object.keys(is).map((name) => [name, facts[name] ?? null])),
  );
}

/** Records whether a statement of the contract holds, such as `16 digits`. */
const confirm = (
  session: ProbeSession,
  step: string,
  claims: readonly string[],
  statement: string,
  isTrue: boolean,
): void => session.check(step, claims, statement, isTrue ? statement : 'something else');

function holds(check: ResponseCheck, { json, text }: ProbeResponse): boolean {
  const { at = '', seconds, pattern, maxItems, minimum = -Infinity, maximum = Infinity } = check;
  const value = seconds ? secondsBetween(...seconds) : at === '(text)' ? text : valueAt(json, at);
  if (maxItems !== undefined) return rowsOf(value).length <= maxItems;
  if (pattern !== undefined)
    return /^(string|number)$/.test(typeof value) && new RegExp(pattern).test(String(value));
  if (check.const !== undefined) return isDeepStrictEqual(value, check.const);
  return Number(value) >= minimum && Number(value) <= maximum;
}

/** Orders have times without a zone. */
const secondsBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1000;

/** Copies a body with another value at a place such as `lines[].name`, which is in the first item of a list. */
function withValue(body: unknown, [place = '', ...rest]: readonly string[], value: unknown): unknown {
  if (place === '') return value;
  const name = place.replace('[]', '');
  const [item] = [membersOf(body)[name]].flat();
  const changed = withValue(item, rest, value);
  return { ...membersOf(body), [name]: name === place ? changed : [changed] };
}

/** Value at a place such as `0.WalletId`. `*` stands for the names of all members, and `active=true` for the first row with this member. */
function valueAt(json: unknown, place: string): unknown {
  return place.split('.').reduce((value: unknown, name) => {
    const [member = '', wanted] = name.split('=');
    if (name === '') return value;
    if (wanted !== undefined) return rowsOf(value).find((row) => String(row[member]) === wanted);
    if (name === '*') return isObject(value) ? Object.keys(value).join(' ') : undefined;
    return Array.isArray(value) ? value[Number(name)] : membersOf(value)[name];
  }, json);
}
