import { describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import type { PaySimulatorOptions } from './simulator.types.js';

describe('the option account', () => {
  it('lets a new account take payments, and responds to a refund as the service does until it is switched on', async () => {
    const merchant = await Merchant.start({ account: 'new' });
    const { simulator } = merchant;
    const { merchantId, apikey } = simulator.credentials.merchant;
    const authorization = `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`;
    const payment = simulator.pay();
    const refund = () =>
      merchant.call('web', 'DELETE', `/api/transactions/${payment.id}?amount=500`, { authorization });
    expect((await refund()).json).toMatchObject({
      Success: false,
      StatusId: 'E',
      ErrorText: expect.stringContaining('disabled for the merchant'),
    });
    simulator.permissions.set({ allowRefunds: true });
    expect((await refund()).json).toMatchObject({ Success: true });
    simulator.reset();
    expect(simulator.permissions.set({})).toMatchObject({ allowRefunds: false, allowPartialRefunds: true });
    await simulator.close();
  });

  it('names the option if its value is unknown', async () => {
    await expect(Merchant.start({ account: 'old' } as unknown as PaySimulatorOptions)).rejects.toThrow(
      'account: expected one of demo, new (received "old")',
    );
  });
});
