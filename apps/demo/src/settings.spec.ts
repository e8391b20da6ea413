import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.js';

describe('readSettings', () => {
  it('has defaults, with the simulator', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      simulatorPort: 4010,
      orderCodes: 'mixed',
      dataFolder: join('.pay', 'simulator'),
      accountConfigured: false,
    });
  });

  it('separates the data of an account from the simulator’s', () => {
    const folder = (env: Record<string, string>) => readSettings({ SHOP_DATA: 'data', ...env }).dataFolder;
    expect(folder({})).toBe(join('data', 'simulator'));
    expect(folder({ PAY_CLIENT_ID: 'x' })).toBe(join('data', 'account'));
  });

  it('finds an account in any variable PAY_…, so that an incomplete one fails instead of being simulated', () => {
    expect(readSettings({ PAY_CLIENT_ID: 'x' }).accountConfigured).toBe(true);
    expect(readSettings({ PAY_CLIENT_ID: '' }).accountConfigured).toBe(false);
  });

  it.each([
    [{ PORT: 'x' }, /PORT must be a port/],
    [{ SIMULATOR_PORT: '70000' }, /SIMULATOR_PORT must be a port/],
    [{ SIMULATOR_ORDER_CODES: 'large' }, /SIMULATOR_ORDER_CODES must be/],
  ])('rejects %j', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });
});
