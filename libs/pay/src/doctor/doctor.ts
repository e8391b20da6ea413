import { secretsOf } from '../auth/credentials.js';
import { isObject } from '../core/values/plain-data.js';
import { createRedactor } from '../core/values/redaction.js';
import type { Transport } from '../core/http/transport.js';
import { UndiciTransport } from '../core/http/undici-transport.js';
import { checkCredentials } from './credentials-check.js';
import type { ClientName } from './credentials-check.js';
import { checkEndpoints } from './endpoints-check.js';
import { checkEvents } from './events-check.js';
import type { DoctorFinding, DoctorOptions, DoctorReport, DoctorWebhook } from './doctor.types.js';
import { probe } from './probe-request.js';
import { checkWebhook } from './webhook-check.js';

const CLIENT_NAMES: ClientName[] = ['wallet', 'marketplace', 'isv'];
const NO_CREDENTIALS =
  'No credentials are configured. Set PAY_CLIENT_ID, PAY_CLIENT_SECRET, PAY_MERCHANT_ID and PAY_API_KEY, or pass wallet, marketplace or isv to doctor(). Without an account, start the simulator: `npx pay-simulator --write-env .env` sets them.';
const DEFAULT_TIMEOUT_MS = 5_000;
/** An HTTP date has a precision of one second, and the response takes time to arrive. */
const SKEW_NOTICED_MS = 10_000;
const SKEW_WRONG_MS = 300_000;
const UNITS = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
] as const;

/**
 * Checks credentials in both environments, scopes of tokens, endpoints, the clock and webhooks. It sends credentials only to
 * the service, changes nothing, and reports no secret.
 *
 * @example const { healthy, findings } = await doctor({ wallet, webhooks: [{ url: 'https://shop.example/pay/webhook' }] });
 */
export async function doctor(options: DoctorOptions): Promise<DoctorReport> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, now = Date.now } = options;
  const names = CLIENT_NAMES.filter((name) => options[name] !== undefined);
  const undici = new UndiciTransport({ connectTimeoutMs: timeoutMs });
  let measured: MeasuredClock | null = null;
  const transport = datedTransport(undici, now, (clock) => (measured = clock));
  const findings: DoctorFinding[] = [];
  const keys = new Map<ClientName, string | null>();
  try {
    if (names.length === 0)
      findings.push({ check: 'credentials', status: 'failed', message: NO_CREDENTIALS });
    const endpoints = await checkEndpoints(names, options, timeoutMs);
    for (const name of names) {
      if (endpoints.unreachable.includes(name)) {
        const message = `The credentials of ${name} could not be tried: none of its endpoints can be reached.`;
        findings.push({ check: `${name}.token`, status: 'failed', message });
        continue;
      }
      const checked = await checkCredentials(name, options, transport);
      findings.push(...checked.findings);
      keys.set(name, checked.webhookKey);
    }
    findings.push(...endpoints.findings);
    findings.push(...(await clockFindings(measured, timeoutMs)), timeZoneFinding());
    for (const webhook of options.webhooks ?? [])
      findings.push(...(await webhookFindings(webhook, names, keys, options, timeoutMs)));
  } finally {
    await undici.close();
  }
  const redact = createRedactor([
    ...names.flatMap((name) => secretsOf(options[name] ?? {})),
    ...[...keys.values()].map((key) => key ?? undefined),
  ]);
  return {
    healthy: findings.every(({ status }) => status !== 'failed'),
    findings: findings.map(({ url, ...finding }) => ({
      ...finding,
      ...(url !== undefined && { url: redact(url) }),
      message: redact(finding.message),
    })),
  };
}

async function webhookFindings(
  { url, client }: DoctorWebhook,
  names: readonly ClientName[],
  keys: ReadonlyMap<ClientName, string | null>,
  options: DoctorOptions,
  timeoutMs: number,
): Promise<DoctorFinding[]> {
  const name = client ?? names[0] ?? 'wallet';
  const findings = await checkWebhook({
    url,
    key: keys.get(name) ?? null,
    keyName: name === 'isv' ? 'key' : 'Key',
    environment: options[name]?.dev === true ? 'demo' : 'live',
    timeoutMs,
  });
  if (client !== undefined && !names.includes(client)) {
    const message = `The credentials of ${client} are not configured, so the key that the webhook must return is unknown: set them, or name another client.`;
    return [{ check: `${client}.token`, status: 'failed', message }, ...findings];
  }
  // An address that the service cannot verify has no registered events.
  if (!keys.get(name) || findings.some(({ status }) => status === 'failed')) return findings;
  return [...findings, ...(await checkEvents(url, name, options, timeoutMs))];
}

async function clockFindings(measured: MeasuredClock | null, timeoutMs: number): Promise<DoctorFinding[]> {
  if (measured === null) return [];
  const { skewMs, url } = measured;
  const away = Math.abs(skewMs);
  const check = 'clock';
  if (away < SKEW_NOTICED_MS)
    return [{ check, status: 'ok', message: 'The clock of this machine is right.' }];
  if (await isSimulator(url, timeoutMs)) {
    const message = `The clock of the simulator is ${durationText(away)} ${skewMs > 0 ? 'ahead of' : 'behind'} this machine’s, because it was moved. Payments and webhooks have its time.`;
    return [{ check, status: 'ok', message }];
  }
  const message = `The clock of this machine is ${durationText(away)} ${skewMs > 0 ? 'behind' : 'ahead of'} the service’s: set it by NTP.`;
  return [{ check, status: away < SKEW_WRONG_MS ? 'warning' : 'failed', message }];
}

/** Returns whether a simulator responds at an address. Its clock is not that of a machine. */
async function isSimulator(url: string, timeoutMs: number): Promise<boolean> {
  try {
    const { body } = await probe(new URL('/health', url), timeoutMs);
    const health: unknown = JSON.parse(body);
    return isObject(health) && !Number.isNaN(Date.parse(String(health['clock'])));
  } catch {
    return false;
  }
}

function durationText(ms: number): string {
  const [size, unit] = UNITS.find(([length]) => ms >= 2 * length) ?? [1000, 's'];
  return `${Math.round(ms / size)} ${unit}`;
}

function timeZoneFinding(): DoctorFinding {
  const { tz = 'of an unknown version', node } = process.versions;
  const message = `Time zone rules: ${tz}, from Node.js ${node}. They decide the local times of subscriptions.`;
  return { check: 'timezones', status: 'ok', message };
}

/** How far a clock is from this machine's. */
interface MeasuredClock {
  /** The service's clock minus this machine's clock in milliseconds. */
  skewMs: number;
  /** Address that responded. */
  url: string;
}

/** Returns a transport that measures how far the service's clock differs from this machine's clock. */
function datedTransport(
  inner: Transport,
  now: () => number,
  onMeasured: (clock: MeasuredClock) => void,
): Transport {
  return {
    async send(request) {
      const before = now();
      const response = await inner.send(request);
      const theirs = Date.parse(response.headers['date'] ?? '');
      if (!Number.isNaN(theirs))
        onMeasured({ skewMs: theirs + 500 - (before + now()) / 2, url: request.url });
      return response;
    },
  };
}
