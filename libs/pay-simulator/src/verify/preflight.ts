import { wrapped } from '../cli/command-text.js';
import { CREDENTIALS, CREDENTIAL_NAMES } from './credentials.js';
import { basicHeader, isSwitchOff, requestToken, sendRequest } from './http.js';
import type { ProbeResponse, ProbeClass, Target } from './verify.types.js';

/** What the account lacks, found before the first probe. */
interface Preflight {
  /** One line for each pair of credentials and each switch. */
  lines: readonly string[];
  /** Whether the probes of the chosen classes would report false differences. */
  isBlocked: boolean;
  /** Milliseconds of an average request. */
  msPerRequest: number;
}

/** No account has this transaction, so the requests change nothing. */
const UNKNOWN = '/api/transactions/00000000-0000-4000-8000-00000000f00d';

/** Switches of the account, and a request that can show that one is off. */
const SWITCHES = [
  { name: 'Allow refunds', method: 'DELETE', path: `${UNKNOWN}?amount=100`, needs: ['payment', 'receiver'] },
  {
    name: 'Allow recurring payments and pre-auth captures via API',
    method: 'POST',
    path: UNKNOWN,
    body: '{"amount":100}',
    needs: ['payment'],
  },
] as const;

/**
 * Checks the credentials and the switches of the account.
 *
 * @throws Error of `fetch` if a host is out of reach
 * @see https://developer.viva.com/tutorials/vw-e-banking/settings/api-access
 */
export async function preflight(target: Target, classes: readonly ProbeClass[]): Promise<Preflight> {
  const { credentials, endpoints, timeoutMs } = target;
  const lines: string[] = [];
  const times: number[] = [];
  let isBlocked = false;
  const timed = async (request: Promise<ProbeResponse>): Promise<ProbeResponse> => {
    const start = performance.now();
    const response = await request;
    times.push(performance.now() - start);
    return response;
  };
  const { basic } = credentials;
  const authorization = basic && basicHeader(basic.id, basic.secret);
  const sendBasic = (method: string, path: string, body?: string) =>
    timed(sendRequest(method, endpoints.web + path, { authorization, timeoutMs, body }));

  let isBasicAccepted = false;
  for (const name of CREDENTIAL_NAMES) {
    const { id, secret, where, for: purpose } = CREDENTIALS[name];
    const pair = credentials[name];
    const line = (state: string, rest = ''): void => {
      lines.push(wrapped(`  ${state.padEnd(10)}${id}, ${secret}${rest}`, 12));
    };
    if (pair === undefined) {
      line('missing', `\n            for ${purpose}: ${where}`);
      continue;
    }
    const { status } = await (name === 'basic'
      ? sendBasic('GET', '/api/messages/config/token')
      : timed(requestToken(endpoints.accounts, pair, timeoutMs)));
    if (status === 200) {
      line('accepted');
      isBasicAccepted ||= name === 'basic';
      continue;
    }
    isBlocked = true;
    line('rejected', ` (HTTP ${status})\n            copy them again: ${where}`);
  }
  for (const { name, method, path, needs, ...rest } of isBasicAccepted ? SWITCHES : []) {
    const isOff = isSwitchOff(await sendBasic(method, path, 'body' in rest ? rest.body : undefined));
    const isNeeded = classes.some((one) => (needs as readonly ProbeClass[]).includes(one));
    isBlocked ||= isOff && isNeeded;
    const where = 'under Settings > API Access';
    // Any other response proves nothing: the service may look for the transaction first.
    if (isOff) lines.push(`  ${'off'.padEnd(10)}"${name}"\n            turn it on ${where}`);
    else if (isNeeded)
      lines.push(`  ${'needed'.padEnd(10)}"${name}"\n            check that it is on ${where}`);
  }
  const msPerRequest = times.reduce((sum, ms) => sum + ms, 0) / Math.max(times.length, 1);
  return { lines, isBlocked, msPerRequest };
}
