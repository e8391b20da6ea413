import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { basic, GOOD_CARD, Merchant, type Called } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe' });
  receiver = await Receiver.startFor(merchant, [1796, 1797]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

const page = async (path: string): Promise<string> =>
  (await fetch(`${merchant.simulator.url}/console${path}`)).text();

/** Steps of an order's timeline, such as `app: Event 1796 accepted 200`. Grouped calls are left out. */
async function stepsOf(orderCode: string): Promise<readonly string[]> {
  const html = (await page(`/orders/${orderCode}`)).replace(/<li class="app aside">[^]*?<\/ol>/g, '');
  const step = /<li class="(app|service) [^]*?<strong>([^<]*)<\/strong>(?: <span class="chip \w+">([^<]*))?/g;
  return [...html.matchAll(step)].map(([, lane, title, label]) => `${lane}: ${title} ${label ?? ''}`.trim());
}

/** Does something a second later, and waits until its webhooks got a response. */
async function later<T>(act: () => T | Promise<T>): Promise<T> {
  await merchant.simulator.clock.advance(1000);
  const result = await act();
  await merchant.simulator.deliveries.settled();
  return result;
}

const pay = (orderCode: string): Promise<string> =>
  later(() => {
    const outcome = merchant.simulator.checkout.pay(orderCode, GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(outcome.kind);
    return outcome.transaction.id;
  });
const confirm = (id: unknown): Promise<Called> =>
  later(() => merchant.api('GET', `/checkout/v2/transactions/${String(id)}`));
const refund = (id: unknown, amount: number): Promise<Called> =>
  later(() => merchant.web('DELETE', `/api/transactions/${String(id)}?amount=${amount}`));

const CREATED = ['app: Call: payments.createOrder 200', 'service: Order created'];
const PAYMENT_EVENT = [
  'service: Webhook: Transaction Payment Created (1796) 200',
  'app: Event 1796 accepted 200',
];
const REVERSAL_EVENT = [
  'service: Webhook: Transaction Reversal Created (1797) 200',
  'app: Event 1797 accepted 200',
];
const CONFIRMED = 'app: Event confirmed: transactions.getTransactionById 200';

describe('the timeline', () => {
  it('shows refunds after the calls that make them, with their webhooks', async () => {
    const orderCode = await merchant.order();
    const id = await pay(orderCode);
    await confirm(id);
    await confirm((await refund(id, 400)).json.TransactionId);
    await refund(id, 600);
    const call = 'app: Call: transactions.cancelTransaction 200';
    expect(await stepsOf(orderCode)).toEqual([
      ...CREATED,
      'service: Card charge Refunded in full',
      ...[...PAYMENT_EVENT, CONFIRMED],
      ...[call, 'service: Card refund Refunded', ...REVERSAL_EVENT, CONFIRMED],
      ...[call, 'service: Card refund Refunded', ...REVERSAL_EVENT],
    ]);
    const html = await page(`/orders/${orderCode}`);
    expect(html).toContain('10.00 EUR refunded');
    expect(html).toMatch(
      new RegExp(`−4\\.00 EUR[^]*· of <a class="code" href="#transaction-${id}">[^]*−6\\.00 EUR`),
    );
  });

  it('shows the capture of a pre-authorization, and its release as voided', async () => {
    const captured = await merchant.order({ preauth: true });
    const held = await pay(captured);
    await later(() => merchant.web('POST', `/api/transactions/${held}`, { amount: 700 }));
    expect(await stepsOf(captured)).toEqual([
      ...CREATED,
      'service: Card pre-authorisation Captured',
      ...PAYMENT_EVENT,
      'app: Call: transactions.createTransaction 200',
      'service: Card capture Paid',
      ...PAYMENT_EVENT,
    ]);
    const released = await merchant.order({ preauth: true });
    await refund(await pay(released), 1000);
    expect((await stepsOf(released)).slice(2)).toEqual([
      'service: Card pre-authorisation Voided',
      ...PAYMENT_EVENT,
      'app: Call: transactions.cancelTransaction 200',
      'service: Card void Voided',
      ...REVERSAL_EVENT,
    ]);
  });

  it("shows a connected merchant's payment with the calls and webhooks of its ISV", async () => {
    const { connectedMerchants, credentials, isvWebhooks } = merchant.simulator;
    const { account } = connectedMerchants.connect({ companyName: 'Corner Shop Ltd' });
    const { merchantId } = account.credentials.merchant;
    const { resellerId, resellerApiKey } = credentials.isv;
    const asIsv = await merchant.token(credentials.isv);
    const asReseller = basic(`${resellerId}:${merchantId}`, resellerApiKey);
    const key = await merchant.call('api', 'GET', '/isv/v1/webhooks/token', { authorization: asIsv });
    receiver.handshake = { status: 200, body: key.text };
    await isvWebhooks.register({ url: receiver.url, eventTypeIds: [1796, 1797] });
    const created = await merchant.call('api', 'POST', `/checkout/v2/isv/orders?merchantId=${merchantId}`, {
      authorization: asIsv,
      body: { amount: 1000, isvAmount: 100, resellerSourceCode: '7951' },
    });
    const orderCode = String(created.json.orderCode);
    const id = await pay(orderCode);
    const read = `/checkout/v2/isv/transactions/${id}?merchantId=${merchantId}`;
    await later(() => merchant.call('api', 'GET', read, { authorization: asIsv }));
    await later(() =>
      merchant.call('web', 'DELETE', `/api/transactions/${id}?amount=400`, { authorization: asReseller }),
    );
    expect(await stepsOf(orderCode)).toEqual([
      'app: Call: isv:payments.createOrder 200',
      'service: Order created',
      'service: Card charge Refunded in part',
      ...PAYMENT_EVENT,
      'app: Event confirmed: transactions.retrieveTransactionById 200',
      'app: Call: isv:transactions.cancelTransaction 200',
      'service: Card refund Refunded',
      ...REVERSAL_EVENT,
    ]);
    expect(await page(`/orders/${orderCode}`)).toContain('<dt>Merchant</dt><dd>Corner Shop Ltd</dd>');
    expect(await page(`/orders/${await merchant.order()}`)).not.toContain('<dt>Merchant</dt>');
  });

  it('shows a call at the time of its request, also if the response is late', async () => {
    const ticking = await Merchant.start({ clock: 'ticking' });
    try {
      ticking.simulator.faults.add({ operation: 'payments.createOrder', kind: 'delay', ms: 50 });
      const orderCode = await ticking.order();
      const html = await (await fetch(`${ticking.simulator.url}/console/orders/${orderCode}`)).text();
      expect(html).toMatch(/Call: payments\.createOrder[^]*Order created/);
    } finally {
      await ticking.simulator.close();
    }
  });

  it('shows the time of each step, what + counts from, and the date when the day changes', async () => {
    const orderCode = await merchant.order();
    const id = await pay(orderCode);
    await merchant.simulator.clock.advance(20 * 3_600_000);
    await refund(id, 400);
    const html = await page(`/orders/${orderCode}`);
    expect(html).toContain('+ is the time since the step above');
    const days = [...html.matchAll(/<li class="day"><time[^>]*>([^<]*)/g)].map(([, day]) => day);
    expect(days).toEqual(['Tuesday, 2026-02-03 UTC', 'Wednesday, 2026-02-04 UTC']);
    expect(html).toMatch(/10:00:00 <time[^>]*><\/time>[^]*Order created/);
    expect(html).toMatch(
      /Wednesday[^]*06:00:02 <time[^>]*>\+20 h<\/time>[^]*transactions\.cancelTransaction/,
    );
  });

  it('counts the duration of a response as time, or says that the clock stood still', async () => {
    const orderCode = await merchant.order();
    await pay(orderCode);
    expect(await page(`/orders/${orderCode}`)).toMatch(
      /\+0 ms<\/time>[^]*Event 1796 accepted[^]*took \d+ ms of real time\. The service’s clock stood still/,
    );
    const ticking = await Merchant.start({ clock: 'ticking' });
    const other = await Receiver.startFor(ticking, [1796]);
    const code = await ticking.order();
    ticking.simulator.checkout.pay(code, GOOD_CARD);
    await ticking.simulator.deliveries.settled();
    const [delivery] = ticking.simulator.deliveries.list();
    const html = await (await fetch(`${ticking.simulator.url}/console/orders/${code}`)).text();
    const since = /\+([\d.]+) ms<\/time><\/span> <strong>Event 1796 accepted/.exec(html)?.[1];
    expect(Number(since)).toBe(delivery?.attempts[0]?.durationMs);
    expect(html).not.toContain('stood still');
    await ticking.simulator.close();
    await other.close();
  });

  it('says of an accepted event only what is known: the response, and a read of the payment', async () => {
    const orderCode = await merchant.order();
    await pay(orderCode);
    expect(await page(`/orders/${orderCode}`)).toContain(
      'The application responded. No read of the payment followed.',
    );
    const [{ id } = { id: '' }] = merchant.simulator.transactions.list();
    await merchant.api('GET', `/checkout/v2/transactions/${id}`);
    const html = await page(`/orders/${orderCode}`);
    expect(html).toContain('The application responded, and read the payment later.');
    expect(html).not.toMatch(/inbox|stores/i);
  });

  it('folds the failed attempts between the first and the last', async () => {
    const orderCode = await merchant.order();
    receiver.behavior = () => ({ status: 503 });
    await pay(orderCode);
    await merchant.simulator.clock.advance(5 * 3_600_000);
    await merchant.simulator.deliveries.settled();
    expect(await page(`/orders/${orderCode}`)).toMatch(
      /attempt 1<[^]*<summary>4 more failed attempts [^]*attempt 2<[^]*attempt 6</,
    );
  });

  it('shows only a read that succeeds as the confirmation of an event', async () => {
    const orderCode = await merchant.order();
    const id = await pay(orderCode);
    const path = `${merchant.simulator.url}/api/checkout/v2/transactions/${id}`;
    await later(() => fetch(path));
    await later(() => fetch(`${merchant.simulator.url}/web/checkout?ref=${orderCode}&attempt=${id}`));
    expect(await page(`/orders/${orderCode}`)).not.toContain('Event confirmed');
    await confirm(id);
    expect((await stepsOf(orderCode)).at(-1)).toBe(CONFIRMED);
  });

  it('links to each delivery, also to one that is older than the newest 100', async () => {
    const orderCode = await merchant.order();
    await pay(orderCode);
    for (let count = 0; count < 100; count++) merchant.simulator.pay();
    await merchant.simulator.deliveries.settled();
    const [, link = ''] = /href="\/console([^"]*)">Delivery</.exec(await page(`/orders/${orderCode}`)) ?? [];
    const [delivery] = merchant.simulator.deliveries.list();
    expect(await page('?view=deliveries')).not.toContain(delivery?.id);
    const html = await page(link.replaceAll('&amp;', '&').replace(/#.*/, ''));
    expect(html).toContain(`id="delivery-${delivery?.id}"`);
    expect(html).toContain(`href="/console/orders/${orderCode}"`);
    expect(html).toContain('<a href="/console?view=deliveries">Show all deliveries</a>');
    expect(html.match(/<tr role="row" id="delivery-/g)).toHaveLength(1);
    expect(html).toContain('Deliveries <b>101</b>');
    const action = /action="([^"]*\/redeliver[^"]*)"/.exec(html)?.[1] ?? '';
    const redelivered = await fetch(merchant.simulator.url + action.replaceAll('&amp;', '&'), {
      method: 'POST',
      headers: { referer: merchant.simulator.url + '/console' + link.replaceAll('&amp;', '&') },
    });
    expect(await redelivered.text()).toMatch(/The delivery was sent again\.[^]*2 attempts/);
    expect(await page('?view=deliveries&delivery=unknown')).toContain('No delivery has this ID');
  });
});
