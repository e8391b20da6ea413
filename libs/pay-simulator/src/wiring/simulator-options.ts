import type { PaySimulatorOptions } from './simulator.types.js';

const CLOCKS: readonly unknown[] = ['ticking', 'manual'];
const ORDER_CODES: readonly unknown[] = ['mixed', 'beyond-safe', 'safe'];
const OPTIONS = Object.keys({
  port: true,
  host: true,
  seed: true,
  clock: true,
  now: true,
  orderCodes: true,
  merchant: true,
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
  const { port = 0, clock = 'ticking', orderCodes = 'mixed' } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError('port: expected a TCP port from 0 to 65535');
  if (!CLOCKS.includes(clock)) throw new RangeError("clock: expected 'ticking' or 'manual'");
  for (const name of ['strict', 'mark', 'keepAlive'] as const) {
    if (!['undefined', 'boolean'].includes(typeof options[name]))
      throw new RangeError(`${name}: expected true or false`);
  }
  const { transparent = false } = options;
  if (typeof transparent !== 'boolean' && typeof transparent?.caDir !== 'string')
    throw new RangeError('transparent: expected true, false or { caDir: string }');
  if (!ORDER_CODES.includes(orderCodes))
    throw new RangeError("orderCodes: expected 'mixed', 'beyond-safe' or 'safe'");
}
