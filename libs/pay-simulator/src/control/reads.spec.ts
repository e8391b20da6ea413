import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start();
  receiver = await Receiver.start(await merchant.webhookKey());
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

async function control(method: string, path: string, body?: unknown) {
  const response = await fetch(`${merchant.simulator.url}/_simulator${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, json: await response.json() };
}

describe('reads of the control API', () => {
  it('finds requests and deliveries by their content, and shows a request without secrets', async () => {
    const { simulator } = merchant;
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    const [first, second] = [await merchant.order(), await merchant.order()];
    for (const code of [first, second]) simulator.pay(code);
    await simulator.deliveries.settled();
    const { json: found } = await control('GET', `/requests?contains=${first}`);
    expect(found).toMatchObject([{ operation: 'payments.createOrder' }]);
    expect((await control('GET', `/requests?contains=${first},${second}`)).json).toHaveLength(2);
    expect((await control('GET', `/requests/${found[0].id}`)).json).toMatchObject({
      orderCode: first,
      response: expect.stringContaining(first),
      curl: expect.stringContaining('Bearer $ACCESS_TOKEN'),
    });
    await merchant.api('POST', '/checkout/v2/orders', { amount: 1000, cardTokens: ['ct_of_a_customer'] });
    const { id } = simulator.requests().at(-1)!;
    const { json: shown } = await control('GET', `/requests/${id}`);
    expect(shown.request).toBe('{"amount":1000,"cardTokens":(hidden)}');
    expect(shown.curl).not.toContain('ct_of_a_customer');
    const { json: sent } = await control('GET', `/deliveries?contains=${second}`);
    expect(sent).toMatchObject([{ orderCode: second, hasFailed: false }]);
    expect((await control('GET', '/delivery-summaries')).json.at(-1)).toMatchObject({
      id: sent[0].id,
      attempts: 1,
      state: 'delivered',
    });
    expect((await control('GET', '/requests/999999')).status).toBe(404);
  });

  it('shows what comes, what the next payment gets, and the dispute of a transaction', async () => {
    const { simulator } = merchant;
    const { id } = simulator.pay();
    expect((await control('GET', '/clock/coming')).json).toMatchObject([{ kind: 'clearing' }]);
    const before = await control('GET', `/transactions/${id}`);
    expect(before.json).toMatchObject({
      clearsAt: expect.stringMatching(/Z$/),
      dispute: { steps: [], possibleSteps: ['dispute-suspected', 'dispute'] },
    });
    simulator.trigger('dispute-lost', {
      transactionId: simulator.trigger('dispute', { transactionId: id }).id,
    });
    expect((await control('GET', `/transactions/${id}`)).json.dispute).toMatchObject({
      steps: [
        { status: 'M', fee: 0 },
        { status: 'ML', fee: 2000 },
      ],
      possibleSteps: [],
    });
    simulator.declineNext(10_041);
    expect((await control('GET', '/state')).json).toMatchObject({ nextDecline: 10_041 });
    expect((await control('GET', '/account')).json).toMatchObject({
      world: null,
      environment: { PAY_SIMULATOR_URL: simulator.url },
    });
  });

  it('completes a test card that only has its number', async () => {
    const { json: cards } = await control('GET', '/test-cards');
    const { number } = cards.find(({ scheme }: { scheme: string }) => scheme === 'American Express');
    const { json: order } = await control('POST', '/orders', { amount: 1000 });
    const { json: outcome } = await control('POST', `/checkout/${order.code}/pay`, { number });
    expect(outcome.problems).toBeUndefined();
  });
});
