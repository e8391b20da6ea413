import { join } from 'node:path';

/** How the demo is started. */
export interface Settings {
  /** Port of the shop; 0 takes a free one. */
  readonly port: number;
  /** Port of the embedded simulator; 0 takes a free one. */
  readonly simulatorPort: number;
  /** Whether the simulator makes order codes above 2^53 only, or both kinds. */
  readonly orderCodes: 'mixed' | 'beyond-safe';
  /** Folder that the shop's database and the simulator's state are kept in. */
  readonly dataFolder: string;
  /** Whether the environment names an account of the payment service: then no simulator is started. */
  readonly accountConfigured: boolean;
}

/**
 * Reads PORT, SIMULATOR_PORT, SIMULATOR_ORDER_CODES and SHOP_DATA. Any variable PAY_… means that an account is configured.
 *
 * @throws RangeError naming the variable that is wrong.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const orderCodes = env['SIMULATOR_ORDER_CODES'] ?? 'mixed';
  if (orderCodes !== 'mixed' && orderCodes !== 'beyond-safe') {
    throw new RangeError('SIMULATOR_ORDER_CODES must be mixed or beyond-safe');
  }
  const accountConfigured = Object.entries(env).some(
    ([name, value]) => name.startsWith('PAY_') && value !== '',
  );
  return {
    port: readPort('PORT', env['PORT'], 3000),
    simulatorPort: readPort('SIMULATOR_PORT', env['SIMULATOR_PORT'], 4010),
    orderCodes,
    // Orders of an account are nothing to the simulator, nor the other way round.
    dataFolder: join(env['SHOP_DATA'] || '.pay', accountConfigured ? 'account' : 'simulator'),
    accountConfigured,
  };
}

function readPort(name: string, text: string | undefined, standard: number): number {
  if (text === undefined || text === '') return standard;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new RangeError(`${name} must be a port from 0 to 65535`);
  return Number(text);
}
