import { join } from 'node:path';

/** Settings of the demo. */
export interface Settings {
  /** Port of the shop; 0 selects a free one. */
  readonly port: number;
  /** Port of the embedded simulator; 0 selects a free one. */
  readonly simulatorPort: number;
  /** Whether the simulator creates only order codes above 2^53, or both kinds. */
  readonly orderCodes: 'mixed' | 'beyond-safe';
  /** Folder of the shop's database and the simulator's state. */
  readonly dataFolder: string;
  /** Whether the environment names an account of the payment service. Then the simulator does not start. */
  readonly accountConfigured: boolean;
}

/**
 * Reads PORT, SIMULATOR_PORT, SIMULATOR_ORDER_CODES and SHOP_DATA. Any variable PAY_… means that an account is configured.
 *
 * @throws RangeError that names the wrong variable.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const orderCodes = env['SIMULATOR_ORDER_CODES'] ?? 'mixed';
  if (orderCodes !== 'mixed' && orderCodes !== 'beyond-safe') {
    throw new RangeError('SIMULATOR_ORDER_CODES must be mixed or beyond-safe');
  }
  const accountConfigured = hasVariables(env, 'PAY_');
  return {
    port: readPort('PORT', env['PORT'], 3000),
    simulatorPort: readPort('SIMULATOR_PORT', env['SIMULATOR_PORT'], 4010),
    orderCodes,
    // The simulator does not know the orders of an account, and the other way round.
    dataFolder: join(env['SHOP_DATA'] || '.pay', accountConfigured ? 'account' : 'simulator'),
    accountConfigured,
  };
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
