import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Merchant } from '../../../testing/merchant.js';

let platform: Merchant;
beforeAll(async () => {
  platform = await Merchant.start();
});
afterAll(() => platform.simulator.close());

it('refunds once for a key, in whichever order the query has its fields', async () => {
  const { transactionId } = await platform.paid();
  const authorization = await platform.token(platform.simulator.credentials.marketplace);
  const refund = async (query: string) => {
    const path = `/acquiring/v1/transactions/${transactionId}?${query}`;
    const { status, json } = await platform.call('api', 'DELETE', path, { authorization });
    return { status, json };
  };
  const first = await refund('amount=400&merchantTrns=order-77&idempotencyKey=refund-17');
  expect(first.status).toBe(200);
  expect(await refund('idempotencyKey=refund-17&merchantTrns=order-77&amount=400')).toEqual(first);
});
