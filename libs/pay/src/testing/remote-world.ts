import type { WorldOptions } from 'pay-simulator';
import { isObject } from '../core/values/plain-data.js';
import { hideSecrets } from '../core/values/redaction.js';
import type { TestAccount, TestDelivery, TestWorld, WebhookOwner } from './test-world.js';

/** Life of a world in seconds. It ends the worlds of tests that are killed. */
const TTL_SECONDS = 3_600;
/** Time that the simulator needs to report that deliveries are not settled. */
const MARGIN_MS = 1_000;
const CONTROL_PATH = '/_simulator';

/** Where a running simulator is, and the token of its control API. */
export interface RunningSimulator {
  readonly url: string;
  readonly controlToken?: string | undefined;
}

/** What the control API needs: its base address and a token. */
export type ControlAccess = Pick<TestAccount, 'control' | 'controlToken'>;

/**
 * Opens a world in the simulator of another process.
 *
 * @throws Error if no simulator responds, or it rejects an option.
 */
export async function openRemoteWorld(
  { url: address, controlToken }: RunningSimulator,
  options: WorldOptions,
): Promise<TestWorld> {
  const url = baseAddress(address);
  const created = (await callControl({ control: url + CONTROL_PATH, controlToken }, 'POST', '/worlds', {
    ttlSeconds: TTL_SECONDS,
    ...options,
  })) as TestAccount & { controlToken: string | null };
  const account: TestAccount = {
    ...created,
    url,
    control: `${url}${CONTROL_PATH}/worlds/${created.id}`,
    controlToken: created.controlToken ?? undefined,
    endpoints: { accounts: `${url}/accounts`, api: `${url}/api`, web: `${url}/web` },
  };
  const prefix = (owner: WebhookOwner): string => (owner === 'isv' ? '/isv-webhook' : '/webhook');
  const get = async <Result>(path: string) => (await callControl(account, 'GET', path)) as Result;
  return {
    account,
    simulator: undefined,
    deliveries: () => get<readonly TestDelivery[]>('/deliveries'),
    deliveriesSettled: (timeoutMs) => get(`/settled?timeoutMs=${timeoutMs + MARGIN_MS}`),
    eventTypes: (owner) => get<readonly number[]>(`${prefix(owner)}-event-types`),
    webhooks: (owner) => get<readonly unknown[]>(`${prefix(owner)}s`),
    register: (owner, registration) => callControl(account, 'POST', `${prefix(owner)}s`, registration),
    // A world that is left ends after its time. The token of the world ends it, too.
    close: () => callControl(account, 'DELETE', '').catch(() => undefined),
  };
}

function baseAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(
      `PayTestingModule: simulator.url must be the address of a running simulator without a path, for example "http://127.0.0.1:4010" (received ${hideSecrets(JSON.stringify(address))})`,
    );
  return url.origin;
}

/**
 * Sends a request to a control API. Resolves with its JSON, or undefined if it returns none.
 *
 * @throws Error if no simulator responds, or it rejects the request.
 */
export async function callControl(
  { control, controlToken }: ControlAccess,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const { origin } = new URL(control);
  const response = await fetch(control + path, {
    method,
    headers: {
      ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new Error(
      `No simulator is running at ${origin}. Start one with "npx pay-simulator", or remove simulator.url of PayTestingModule ` +
        'to use one in the process of the test. The variable PAY_SIMULATOR_URL can also come from your .env file.',
      { cause: error },
    );
  });
  const text = await response.text();
  if (response.ok && text === '') return undefined;
  const json = parsed(text);
  if (response.ok && json !== undefined) return json;
  const reason = isObject(json) && typeof json['error'] === 'string' ? json['error'] : undefined;
  throw new Error(
    reason === undefined
      ? `The server at ${origin} is not a simulator of this version: ${method} ${path} got ${response.status}`
      : `The simulator at ${origin} rejected ${method} ${path} with ${response.status}: ${reason}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
