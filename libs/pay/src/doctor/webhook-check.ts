import { PAY_WEBHOOK_SOURCE_ADDRESSES } from '../webhooks/client-address.js';
import { isLoopbackHost } from '../core/operation/hosts.js';
import type { DoctorFinding } from './doctor.types.js';
import { probe, ProbeError } from './probe-request.js';
import type { ProbeAnswer } from './probe-request.js';

/** What a webhook is tried with. */
export interface WebhookCheck {
  url: string;
  /** What it must answer; null where it could not be read. */
  key: string | null;
  /** `Key` of merchants, `key` of ISVs. */
  keyName: 'Key' | 'key';
  environment: 'live' | 'demo';
  timeoutMs: number;
}

const RULES = {
  address: 'must be an absolute https address',
  tls: 'has no certificate that is trusted: the service takes none that is self-signed, expired, or another host’s',
  connection: 'cannot be reached from here',
  'time-out': 'does not answer in time',
} as const;

/** No event, and of no shape of one: nothing that is right takes it. */
const NO_EVENT = '["no event"]';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Tries a webhook as the service does when it is registered, then with deliveries that it must refuse. */
export async function checkWebhook(given: WebhookCheck): Promise<DoctorFinding[]> {
  const url = URL.canParse(given.url) ? new URL(given.url) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return [failed('address', shown(given.url), RULES.address)];
  const where = `${url.origin}${url.pathname}`;
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return [failed('tls', where, 'is not https: the service posts to https only')];
  try {
    const verification = verified(await probe(url, given.timeoutMs), where, given);
    if (verification.status === 'failed') return [verification];
    return [verification, ...(await checkDeliveries(url, where, given))];
  } catch (error) {
    if (error instanceof ProbeError) return [failed(error.reason, where, RULES[error.reason])];
    throw error;
  }
}

/** An address that is none, without what may be a password or a key in it. */
function shown(address: string): string {
  return address
    .replace(/[?#].*$/s, '')
    .replace(/^.*@/s, '…@')
    .slice(0, 100);
}

/** The rules of the verification. @see contract/webhook-events.json */
function verified(
  { status, body }: ProbeAnswer,
  where: string,
  { key, keyName }: Pick<WebhookCheck, 'key' | 'keyName'>,
): DoctorFinding {
  if (status >= 300 && status < 400)
    return failed(
      'redirect',
      where,
      `answers GET with a redirect (${status}): the service follows none. Register the address behind it`,
    );
  if (status === 404 || status === 405)
    return failed(
      'method',
      where,
      `answers GET with ${status}: the service verifies an address by GET. Is the path right, and GET routed?`,
    );
  if (status === 401 || status === 403)
    return failed(
      'status',
      where,
      `answers GET with ${status}: a guard or a proxy stands before the webhook`,
    );
  if (status !== 200) return failed('status', where, `answers GET with ${status}, and 200 is expected`);
  const answered = memberOf(body, keyName);
  if (answered === undefined)
    return failed(
      'body',
      where,
      `answers GET without the JSON member ${keyName} (${keyName === 'Key' ? 'capital K' : 'in lower case'})`,
    );
  if (key === null)
    return finding(
      'key',
      'warning',
      where,
      `answers GET with a ${keyName}, and whether it is the right one is not known`,
    );
  return answered === key
    ? finding('key', 'ok', where, 'answers the verification as the service expects')
    : failed(
        'key',
        where,
        `answers GET with another ${keyName} than this account’s: whose credentials does it run with?`,
      );
}

async function checkDeliveries(
  url: URL,
  where: string,
  { environment, timeoutMs }: Pick<WebhookCheck, 'environment' | 'timeoutMs'>,
): Promise<DoctorFinding[]> {
  const post = (headers: Record<string, string> = {}): Promise<ProbeAnswer> =>
    probe(url, timeoutMs, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: NO_EVENT });
  const first = await post();
  if (first.status !== 403) return [delivered(first, where), ...openToAll(first, url, where)];
  const [range = ''] = PAY_WEBHOOK_SOURCE_ADDRESSES[environment];
  const forged = await post({ 'x-forwarded-for': range.replace(/\/\d+$/, '') });
  return [
    finding(
      'post',
      'ok',
      where,
      'refuses deliveries from this machine; what it does behind that cannot be seen from here',
    ),
    forged.status === 403
      ? finding('trusted-proxy', 'ok', where, 'does not believe an X-Forwarded-For that this machine wrote')
      : failed(
          'trusted-proxy',
          where,
          'believes an X-Forwarded-For that this machine wrote: anybody can post as the service. Let trustedProxies name your own proxies only, and have them set the header',
        ),
  ];
}

function delivered({ status, body }: ProbeAnswer, where: string): DoctorFinding {
  if (status >= 300 && status < 400)
    return failed('redirect', where, `answers POST with a redirect (${status}): the service follows none`);
  if (status === 404 || status === 405)
    return failed('method', where, `answers POST with ${status}: events come by POST`);
  if (status === 401)
    return failed('status', where, 'answers POST with 401: a guard stands before the webhook');
  if (status === 500 && body.includes('Webhooks are not set up here'))
    return failed('raw-body', where, 'has no raw body: create the application with { rawBody: true }');
  if (status >= 500) return failed('status', where, `answers POST with ${status}`);
  if (status >= 200 && status < 300)
    return finding(
      'post',
      'warning',
      where,
      `answers ${status} to what is no event: does it check what it gets?`,
    );
  return finding('post', 'ok', where, `refuses what is no event (${status}), and reads raw bodies`);
}

/** On the developer's own machine the simulator posts from there too. */
function openToAll({ status }: ProbeAnswer, url: URL, where: string): DoctorFinding[] {
  if (isLoopbackHost(url.hostname) || status >= 500 || status === 401 || status === 404 || status === 405)
    return [];
  return [
    finding(
      'source-addresses',
      'warning',
      where,
      'takes deliveries from this machine: are all addresses let through?',
    ),
  ];
}

function memberOf(body: string, name: string): unknown {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}

const failed = (rule: string, where: string, what: string): DoctorFinding =>
  finding(rule, 'failed', where, what);

function finding(rule: string, status: DoctorFinding['status'], where: string, what: string): DoctorFinding {
  return { check: `webhook.${rule}`, status, message: `${where} ${what}.` };
}
