import { PAY_WEBHOOK_SOURCE_ADDRESSES } from '../webhooks/client-address.js';
import { isLoopbackHost } from '../core/operation/hosts.js';
import type { DoctorFinding } from './doctor.types.js';
import { probe, ProbeError } from './probe-request.js';
import type { ProbeResponse } from './probe-request.js';

/** A webhook and the values that it must return. */
export interface WebhookCheck {
  url: string;
  /** Verification key that it must return; null if it could not be read. */
  key: string | null;
  /** `Key` of merchants, `key` of ISVs. */
  keyName: 'Key' | 'key';
  environment: 'live' | 'demo';
  timeoutMs: number;
}

const RULES = {
  address: 'must be an absolute https URL',
  tls: 'has no trusted certificate: the service rejects certificates that are self-signed, expired or for another host',
  connection: 'cannot be reached from this machine',
  'time-out': 'does not respond in time',
} as const;

/** Body that is not an event. A correct webhook rejects it. */
const NO_EVENT = '["no event"]';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Verifies a webhook like the service does, and then sends deliveries that it must reject. */
export async function checkWebhook(input: WebhookCheck): Promise<DoctorFinding[]> {
  const url = URL.canParse(input.url) ? new URL(input.url) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return [failed('address', withoutSecrets(input.url), RULES.address)];
  const where = `${url.origin}${url.pathname}`;
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return [failed('tls', where, 'is not https: the service posts only to https')];
  try {
    const verification = verificationFinding(await probe(url, input.timeoutMs), where, input);
    if (verification.status === 'failed') return [verification];
    return [verification, ...(await checkDeliveries(url, where, input))];
  } catch (error) {
    if (error instanceof ProbeError) return [failed(error.reason, where, RULES[error.reason])];
    throw error;
  }
}

/** Returns an invalid URL without parts that may contain a password or key. */
function withoutSecrets(address: string): string {
  return address
    .replace(/[?#].*$/s, '')
    .replace(/^.*@/s, '…@')
    .slice(0, 100);
}

/** Applies the verification rules. @see contract/webhook-events.json */
function verificationFinding(
  { status, body }: ProbeResponse,
  where: string,
  { key, keyName }: Pick<WebhookCheck, 'key' | 'keyName'>,
): DoctorFinding {
  if (status >= 300 && status < 400)
    return failed(
      'redirect',
      where,
      `responds to GET with a redirect (${status}), which the service does not follow: register the target address`,
    );
  if (status === 404 || status === 405)
    return failed(
      'method',
      where,
      `responds to GET with ${status}, but the service verifies the address with GET: check the path and the GET route`,
    );
  if (status === 401 || status === 403)
    return failed(
      'status',
      where,
      `responds to GET with ${status}: remove the guard or proxy that protects the webhook`,
    );
  if (status !== 200) return failed('status', where, `responds to GET with ${status}, expected 200`);
  const returned = memberOf(body, keyName);
  if (returned === undefined)
    return failed(
      'body',
      where,
      `responds to GET without the JSON member ${keyName} (${keyName === 'Key' ? 'capital K' : 'lower case'})`,
    );
  if (key === null)
    return finding(
      'key',
      'warning',
      where,
      `responds to GET with a ${keyName}, but the correct key is unknown`,
    );
  return returned === key
    ? finding('key', 'ok', where, 'passes the verification')
    : failed(
        'key',
        where,
        `responds to GET with the ${keyName} of another account: check the credentials of the application`,
      );
}

async function checkDeliveries(
  url: URL,
  where: string,
  { environment, timeoutMs }: Pick<WebhookCheck, 'environment' | 'timeoutMs'>,
): Promise<DoctorFinding[]> {
  const post = (headers: Record<string, string> = {}): Promise<ProbeResponse> =>
    probe(url, timeoutMs, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: NO_EVENT });
  const first = await post();
  if (first.status !== 403) return [deliveryFinding(first, where), ...openAddressFindings(first, url, where)];
  const [range = ''] = PAY_WEBHOOK_SOURCE_ADDRESSES[environment];
  const forged = await post({ 'x-forwarded-for': range.replace(/\/\d+$/, '') });
  return [
    finding(
      'post',
      'ok',
      where,
      'rejects deliveries from this machine, so its further checks cannot be tested from here',
    ),
    forged.status === 403
      ? finding('trusted-proxy', 'ok', where, 'ignores an X-Forwarded-For header from this machine')
      : failed(
          'trusted-proxy',
          where,
          'trusts an X-Forwarded-For header from this machine, so anyone can post as the service: list only your own proxies in trustedProxies, and let them set the header',
        ),
  ];
}

function deliveryFinding({ status, body }: ProbeResponse, where: string): DoctorFinding {
  if (status >= 300 && status < 400)
    return failed(
      'redirect',
      where,
      `responds to POST with a redirect (${status}), which the service does not follow`,
    );
  if (status === 404 || status === 405)
    return failed('method', where, `responds to POST with ${status}, but the service sends events with POST`);
  if (status === 401)
    return failed('status', where, 'responds to POST with 401: remove the guard that protects the webhook');
  if (status === 500 && body.includes('Webhooks are not set up here'))
    return failed('raw-body', where, 'has no raw body: create the application with { rawBody: true }');
  if (status >= 500) return failed('status', where, `responds to POST with ${status}`);
  if (status >= 200 && status < 300)
    return finding(
      'post',
      'warning',
      where,
      `responds with ${status} to a body that is not an event: check that it validates deliveries`,
    );
  return finding(
    'post',
    'ok',
    where,
    `rejects a body that is not an event (${status}), and reads raw bodies`,
  );
}

// On a loopback address the simulator also posts from this machine.
function openAddressFindings({ status }: ProbeResponse, url: URL, where: string): DoctorFinding[] {
  if (isLoopbackHost(url.hostname) || status >= 500 || status === 401 || status === 404 || status === 405)
    return [];
  return [
    finding(
      'source-addresses',
      'warning',
      where,
      'accepts deliveries from this machine: check that sourceAddresses is set',
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
