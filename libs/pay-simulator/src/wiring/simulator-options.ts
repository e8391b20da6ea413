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
} satisfies Record<keyof PaySimulatorOptions, true>);

/**
 * Checks option names at runtime, because JavaScript callers and spread objects bypass the compiler.
 *
 * @throws RangeError if an option is unknown. The message names the option.
 */
export function checkSimulatorOptions(options: PaySimulatorOptions): void {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new RangeError(`${unknown}: expected one of ${OPTIONS.join(', ')}`);
  const { clock = 'ticking', orderCodes = 'mixed' } = options;
  if (!CLOCKS.includes(clock)) throw new RangeError("clock: expected 'ticking' or 'manual'");
  if (!ORDER_CODES.includes(orderCodes))
    throw new RangeError("orderCodes: expected 'mixed', 'beyond-safe' or 'safe'");
}
