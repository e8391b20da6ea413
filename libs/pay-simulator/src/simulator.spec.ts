import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from './index.js';

const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe('createPaySimulator', () => {
  let simulator: PaySimulator;
  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: 'first', orderCodes: 'beyond-safe' });
  });
  afterAll(() => simulator.close());

  it('exchanges credentials for a token and creates an order whose code JSON.parse would change', async () => {
    const { clientId, clientSecret } = simulator.credentials.merchant;
    const tokenAnswer = await fetch(`${simulator.endpoints.accounts}/connect/token`, {
      method: 'POST',
      headers: { authorization: basic(clientId, clientSecret) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const token = (await tokenAnswer.json()) as { access_token: string; expires_in: number };
    expect(token.expires_in).toBe(3600);
    const created = await fetch(`${simulator.endpoints.api}/checkout/v2/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 1000 }),
    });
    const text = await created.text();
    expect(created.status).toBe(200);
    const [, code = ''] = /^\{"orderCode":(\d{16})\}$/.exec(text) ?? [];
    expect(String(Number(code))).not.toBe(code);
    expect(simulator.orders.get(code).amount).toBe(1000);
  });
});
