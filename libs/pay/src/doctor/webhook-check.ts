import { readExactJson } from '../core/values/exact-json.js';
import { isObject } from '../core/values/plain-data.js';
import { PAY_WEBHOOK_SOURCE_ADDRESSES } from '../webhooks/client-address.js';
import { isLoopbackHost } from '../core/operation/hosts.js';
import type { DoctorFinding } from './doctor.types.js';
import { probe, probeProblem } from './probe-request.js';
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

const MAX_ADDRESS = 100;
/** Body that is not an event. A correct webhook rejects it. */
const NO_EVENT = '["no event"]';
const JSON_TYPE = { 'content-type': 'application/json' };

type Result = readonly [rule: string, status: DoctorFinding['status'], what: string];
const ok = (rule: string, what: string): Result => [rule, 'ok', what];
const failed = (rule: string, what: string): Result => [rule, 'failed', what];

/** Verifies a webhook like the service does, and then sends deliveries that it must reject. */
export async function checkWebhook(input: WebhookCheck): Promise<DoctorFinding[]> {
  const url = URL.canParse(input.url) ? new URL(input.url) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  const where = withoutSecrets(input.url);
  const results = isWeb ? await resultsOf(url, input) : [failed('address', RULES.address)];
  return results.map(([rule, status, what]) => ({
    check: `webhook.${rule}`,
    status,
    url: where,
    message: `The webhook ${what}.`,
  }));
}

async function resultsOf(url: URL, input: WebhookCheck): Promise<Result[]> {
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return [failed('tls', 'is not https: the service posts only to https')];
  try {
    const verification = verificationResult(await probe(url, input.timeoutMs), input);
    return verification[1] === 'failed'
      ? [verification]
      : [verification, ...(await deliveryResults(url, input))];
  } catch (error) {
    const { reason, code } = probeProblem(error);
    const start = code === 'ECONNREFUSED' ? ', because nothing listens there: start your application' : '';
    return [failed(reason, `${RULES[reason]}${start}`)];
  }
}

/** Returns an address as it was typed, without parts that may contain a password or key. */
function withoutSecrets(address: string): string {
  const shown = address.replace(/[?#].*$/s, '');
  // A web address can have an @ in its path; in any other text, everything before one may be a password.
  return URL.canParse(shown) && /^https?:\/\//i.test(shown)
    ? shown.replace(/(?<=^\w+:\/\/)[^/\\]*@/, '')
    : shown.replace(/^.*@/s, '…@').slice(0, MAX_ADDRESS);
}

/** Finds a status with which the service cannot use the webhook. */
function statusProblem(method: 'GET' | 'POST', status: number): Result | null {
  const responds = `responds to ${method} with`;
  if (status >= 300 && status < 400)
    return failed(
      'redirect',
      `${responds} a redirect (${status}), which the service does not follow: register the target address`,
    );
  if (status === 404 || status === 405)
    return failed(
      'method',
      `${responds} ${status}, but the service sends ${method}: check the path and the route` +
        (method === 'GET'
          ? '. @PayWebhook() and webhooks.path respond to GET; a route with PayWebhookGuard alone needs a GET route beside it'
          : ''),
    );
  if (status === 401 || status === 403)
    return failed('status', `${responds} ${status}: remove the guard or proxy that protects the webhook`);
  return null;
}

/** Applies the verification rules. @see contract/webhooks.yaml */
function verificationResult({ status, body }: ProbeResponse, { key, keyName }: WebhookCheck): Result {
  const problem = statusProblem('GET', status);
  if (problem !== null) return problem;
  if (status !== 200) return failed('status', `responds to GET with ${status}, expected 200`);
  const returned = memberOf(body, keyName);
  if (returned === undefined) {
    const spelling = keyName === 'Key' ? 'capital K' : 'lower case';
    return failed('body', `responds to GET without the JSON member ${keyName} (${spelling})`);
  }
  if (key === null)
    return ['key', 'warning', `responds to GET with a ${keyName}, but the correct key is unknown`];
  return returned === key
    ? ok('key', 'passes the verification')
    : failed(
        'key',
        `responds to GET with the ${keyName} of another account: check the credentials of the application`,
      );
}

async function deliveryResults(url: URL, { environment, timeoutMs }: WebhookCheck): Promise<Result[]> {
  const post = (headers: Record<string, string> = {}): Promise<ProbeResponse> =>
    probe(url, timeoutMs, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: NO_EVENT });
  const first = await post();
  if (first.status !== 403) return deliveryResult(first, url);
  const [range = ''] = PAY_WEBHOOK_SOURCE_ADDRESSES[environment];
  const forged = await post({ 'x-forwarded-for': range.replace(/\/\d+$/, '') });
  return [
    ok('post', 'rejects deliveries from this machine, so its further checks cannot be tested from here'),
    forged.status === 403
      ? ok('trusted-proxy', 'ignores an X-Forwarded-For header from this machine')
      : failed(
          'trusted-proxy',
          'trusts an X-Forwarded-For header from this machine, so anyone can post as the service: list only your own proxies in trustedProxies, and let them set the header',
        ),
  ];
}

function deliveryResult({ status, body }: ProbeResponse, url: URL): Result[] {
  const problem = statusProblem('POST', status);
  if (problem !== null) return [problem];
  if (status === 500 && body.includes('Webhooks are not set up here'))
    return [failed('raw-body', 'has no raw body: create the application with { rawBody: true }')];
  if (status >= 500) return [failed('status', `responds to POST with ${status}`)];
  const result: Result =
    status < 300
      ? [
          'post',
          'warning',
          `responds with ${status} to a body that is not an event: check that it validates deliveries`,
        ]
      : ok('post', `rejects a body that is not an event (${status}), and reads raw bodies`);
  // On a loopback address the simulator also posts from this machine.
  return isLoopbackHost(url.hostname)
    ? [result]
    : [
        result,
        [
          'source-addresses',
          'warning',
          'accepts deliveries from this machine: check that sourceAddresses is set',
        ],
      ];
}

function memberOf(body: string, name: string): unknown {
  const read = readExactJson(body);
  return isObject(read) ? read[name] : undefined;
}
