import { isIP } from 'node:net';
import { checkedInput } from '../domain/input.js';
import { isObject, isText } from '../domain/json-kinds.js';
import { MIN_TOKEN_LENGTH } from '../http/control-token.js';
import type { PaySimulatorOptions, WorldOptions } from './simulator.types.js';

const OPTIONS = Object.keys({
  port: true,
  host: true,
  allowHosts: true,
  controlToken: true,
  publicUrl: true,
  seed: true,
  clock: true,
  now: true,
  businessDays: true,
  orderCodes: true,
  merchant: true,
  account: true,
  successUrl: true,
  failureUrl: true,
  deliveryTimeoutMs: true,
  dataFile: true,
  strict: true,
  mark: true,
  transparent: true,
  keepAlive: true,
} satisfies Record<keyof PaySimulatorOptions, true>);

/**
 * Checks the options at runtime, because JavaScript callers and spread objects bypass the compiler.
 *
 * @throws RangeError if an option is unknown or invalid. The message names the option.
 */
export function checkSimulatorOptions(options: PaySimulatorOptions): void {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new RangeError(`${unknown}: expected one of ${OPTIONS.join(', ')}`);
  const { port = 0, clock, orderCodes, account } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError('port: expected a TCP port from 0 to 65535');
  checkAccessOptions(options);
  checkedInput('createWorld', { clock, orderCodes, account });
  for (const name of ['strict', 'mark', 'keepAlive'] as const) {
    if (!['undefined', 'boolean'].includes(typeof options[name]))
      throw new RangeError(`${name}: expected true or false`);
  }
  const { transparent = false } = options;
  if (typeof transparent !== 'boolean' && typeof transparent?.caDir !== 'string')
    throw new RangeError('transparent: expected true, false or { caDir: string }');
  checkBusinessDays(options);
}

/** An ID is part of addresses and of credentials. */
const WORLD_ID = /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/;

/** Checks the options of a world. @throws RangeError if an option is unknown or invalid. The message names the option. */
export function checkWorldOptions({ merchant, now: _now, ...options }: WorldOptions): void {
  const { id = 'w1' } = options;
  if (!(isText(id) && WORLD_ID.test(id)))
    throw new RangeError('id: expected 1 to 40 lower-case letters, digits and hyphens, such as worker-1');
  checkedInput('createWorld', options);
  if (merchant !== undefined && !isObject(merchant))
    throw new RangeError("merchant: expected an object such as { companyName: 'Naxos Tours' }");
  if (merchant && ('credentials' in merchant || 'otherMerchant' in merchant))
    throw new RangeError('merchant: expected no credentials, because those of a world are generated');
}

function checkBusinessDays({ businessDays = false }: PaySimulatorOptions): void {
  if (typeof businessDays === 'boolean') return;
  if (!Array.isArray(businessDays?.holidays))
    throw new RangeError('businessDays: expected true, false or { holidays: [...] }');
  const { holidays } = businessDays;
  const wrong = holidays.findIndex((day) => !isDay(day));
  if (wrong >= 0)
    throw new RangeError(
      `businessDays.holidays[${wrong}]: expected a day such as '2026-10-28' (received ${JSON.stringify(holidays[wrong])})`,
    );
}

const isDay = (value: unknown): boolean =>
  isText(value) &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(Date.parse(value) || 0).toISOString().startsWith(value);

function checkAccessOptions({ host, allowHosts = [], controlToken, publicUrl }: PaySimulatorOptions): void {
  if (host !== undefined && !isHost(host))
    throw new RangeError(
      `host: expected an IP address or host name to listen on, such as '127.0.0.1' or '0.0.0.0' (received ${JSON.stringify(host)})`,
    );
  if (!Array.isArray(allowHosts)) throw new RangeError("allowHosts: expected a list such as ['shop.test']");
  const wrong = allowHosts.findIndex((name) => !isHost(name));
  if (wrong >= 0)
    throw new RangeError(
      `allowHosts[${wrong}]: expected a host name or IP address without scheme and port, such as 'shop.test' (received ${JSON.stringify(allowHosts[wrong])})`,
    );
  // The message never contains the token.
  if (controlToken !== undefined && !(isText(controlToken) && TOKEN.test(controlToken)))
    throw new RangeError(
      `controlToken: expected at least ${MIN_TOKEN_LENGTH} printable ASCII characters without spaces`,
    );
  if (publicUrl !== undefined && !isBaseAddress(publicUrl))
    throw new RangeError(
      `publicUrl: expected an http or https address without a path, such as 'http://simulator:4010' (received ${JSON.stringify(publicUrl)})`,
    );
}

const TOKEN = new RegExp(`^[!-~]{${MIN_TOKEN_LENGTH},}$`);

function isHost(value: unknown): boolean {
  if (!isText(value)) return false;
  const plain = value.replace(/^\[|\]$/g, '');
  return isIP(plain) > 0 || /^[a-z\d_]([\w.-]*[a-z\d_])?$/i.test(plain);
}

function isBaseAddress(value: unknown): boolean {
  const url = isText(value) && URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}
