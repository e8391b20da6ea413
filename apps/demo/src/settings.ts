import { join } from 'node:path';

/** Settings of the demo. */
export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads PORT, SIMULATOR_PORT, SIMULATOR_ORDER_CODES and SHOP_DATA. Any variable PAY_… means that an account is configured.
 *
 * @throws RangeError that names the wrong variable.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const orderCodes = env['SIMULATOR_ORDER_CODES'] ?? 'mixed';
  if (orderCodes !== 'mixed' && orderCodes !== 'beyond-safe') {
    throw new RangeError('SIMULATOR_ORDER_CODES must be mixed or beyond-safe');
  }
  /** Whether the environment names an account of the payment service. Then the simulator does not start. */
  const accountConfigured = hasVariables(env, 'PAY_');
  return {
    /** Port of the shop; 0 selects a free one. */
    port: readPort('PORT', env['PORT'], 3000),
    /** Port of the embedded simulator; 0 selects a free one. */
    simulatorPort: readPort('SIMULATOR_PORT', env['SIMULATOR_PORT'], 4010),
    /** Whether the simulator creates only order codes above 2^53, or both kinds. */
    orderCodes,
    /** Folder of the shop's database and the simulator's state, which does not know the orders of an account. */
    dataFolder: join(env['SHOP_DATA'] || '.pay', accountConfigured ? 'account' : 'simulator'),
    accountConfigured,
  } as const;
}

/** Returns whether a variable with this prefix is set. */
export function hasVariables(env: Readonly<Record<string, string | undefined>>, prefix: string): boolean {
  return Object.entries(env).some(([name, value]) => name.startsWith(prefix) && value !== '');
}

function readPort(name: string, text: string | undefined, standard: number): number {
  if (text === undefined || text === '') return standard;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new RangeError(`${name} must be a port from 0 to 65535`);
  return Number(text);
}
