import { servicesOf } from '../handle/handle.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Receiver } from '../../testing/receiver.js';
import { createPaySimulator, type PaySimulator } from '../index.js';
import { ORDER_DETAILS } from '../domain/order-details.testing.js';

const HOSTILE = `</td><script>alert(1)</script>`;
const TERMS = {
  ...ORDER_DETAILS,
  customer: { ...ORDER_DETAILS.customer, email: 'customer@example.com' },
  customerTrns: HOSTILE,
  merchantTrns: HOSTILE,
};
const CARD = { number: '5239290700000101', expiry: '08/30', cvc: '123', holderName: 'Test Holder' };

const KEY = '0123456789ABCDEF0123456789ABCDEF01234567';
let receiver: Receiver;
let simulator: PaySimulator;
/** Sets the status of the responses to deliveries. */
const respondWith = (status: number): void => {
  receiver.behavior = () => ({ status, body: HOSTILE });
};
beforeAll(async () => {
  receiver = await Receiver.start(KEY);
});
beforeEach(async () => {
  simulator = await createPaySimulator({
    clock: 'manual',
    merchant: { webhookKey: KEY, companyTitle: HOSTILE },
  });
  respondWith(200);
  receiver.received.length = 0;
});
afterEach(() => simulator.close());
afterAll(() => receiver.close());

const page = async (query = ''): Promise<string> => (await fetch(`${simulator.url}/console${query}`)).text();
const act = async (
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<{ status: number; location: string | null; html: string }> => {
  const response = await fetch(`${simulator.url}/console${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
};
/** Texts of the colored labels. */
const chips = (html: string): string[] =>
  [...html.matchAll(/class="chip \w+">([^<]*)/g)].map(([, text]) => String(text));
const pay = (): void => {
  simulator.checkout.pay(simulator.orders.create(TERMS).code, CARD);
};

describe('the console', () => {
  it('declines the next payment with a reason of the contract, until it is taken back', async () => {
    const html = await page('?view=clock');
    expect(html).toContain('<option value="10041">Lost card (10041)</option>');
    expect(html).not.toContain('Device not found');
    expect((await act('/decline-next', { eventId: '10041' })).location).toBe(
      '/console?view=clock&done=%2Fdecline-next',
    );
    expect(await page('?view=clock')).toMatch(/The next payment<span class="meaning">Lost card \(10041\)/);
    expect(await page()).toContain('Clock and faults <b>1');
    pay();
    expect(simulator.transactions.list()[0]?.eventId).toBe(10_041);
    expect(await page()).not.toContain('Clock and faults <b>');
    await act('/decline-next', { eventId: '10041' });
    await act('/decline-next/clear');
    pay();
    expect(simulator.transactions.list()[1]?.status).toBe('F');
  });

  it('switches what happens to the next webhook on and off, and the switch goes off by itself', async () => {
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    const isOn = async (name: string) =>
      (await page('?view=clock')).includes(`aria-checked="true" aria-label="${name} the next webhook"`);
    await act('/deliveries/next', { do: 'lose' });
    expect([await isOn('Lose'), await isOn('Repeat')]).toEqual([true, false]);
    expect(await page('?view=clock')).toContain('formaction="/console/deliveries/next/clear"');
    await act('/deliveries/next/clear', { do: 'lose' });
    expect(await isOn('Lose')).toBe(false);
    await act('/deliveries/next', { do: 'repeat' });
    await act('/deliveries/next', { do: 'delay', seconds: '90' });
    expect([await isOn('Repeat'), await isOn('Delay')]).toEqual([false, true]);
    pay();
    expect(await isOn('Delay')).toBe(false);
    await simulator.clock.advance('90 seconds');
    expect(receiver.received).toHaveLength(1);
    await act('/deliveries/next', { do: 'lose', seconds: '60', eventTypeId: '1797' });
    expect(await page('?view=clock')).toContain('It waits for Transaction Reversal Created (1797).');
    pay();
    expect(await isOn('Lose')).toBe(true);
    expect(['sending', 'delivered']).toContain(simulator.deliveries.list().at(-1)?.state);
    expect((await act('/deliveries/next', { do: 'delay', seconds: '' })).html).toContain(
      'ms: expected a number, at least 0',
    );
  });

  it('jumps to what the service does next, and says why it cannot', async () => {
    const row = (html: string, kind: string) =>
      new RegExp(`id="jump-${kind}">([^<]*)<.*?value="${kind}"[^>]*?(disabled)?>`).exec(html);
    // Nothing is read for the closed drawer, and its buttons work without JavaScript.
    expect(row(await page(''), 'retry')?.slice(1)).toEqual(['', undefined]);
    expect(await page('?drawer=open')).toContain('No delivery waits for a retry.');
    const none = await page('?view=clock');
    expect(row(none, 'retry')?.slice(1)).toEqual(['No delivery waits for a retry.', 'disabled']);
    expect(none.match(/disabled>Jump/g)).toHaveLength(5);
    pay();
    expect(row(await page('?view=clock'), 'clearing')?.slice(1)).toEqual([
      'Clearing of 1 payment',
      undefined,
    ]);
    expect((await act('/clock/jump', { to: 'clearing' })).status).toBe(303);
    expect(simulator.transactions.list()[0]?.clearedAt).toBe(simulator.clock.now());
    expect((await act('/clock/jump', { to: 'clearing' })).html).toContain(
      'to: no payment waits for clearing',
    );
  });

  it('is the target of the root URL', async () => {
    const response = await fetch(simulator.url, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/console']);
  });

  it('explains every empty section', async () => {
    for (const [view, text] of [
      ['orders', 'No orders yet'],
      ['deliveries', 'Nothing has been delivered'],
      ['accounts', 'No invitations yet'],
      ['webhooks', 'No webhooks are registered'],
      ['faults', 'No active faults'],
      ['requests', 'No requests yet'],
    ] as const) {
      expect(await page(`?view=${view}`)).toContain(text);
    }
  });

  it('shows the activity and escapes external text', async () => {
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    pay();
    await simulator.deliveries.settled();
    const [order] = simulator.orders.list();
    const [transaction] = simulator.transactions.list();
    const html =
      (await page('?view=orders')) + (await page(`/orders/${order?.code}`)) + (await page('?view=ledger'));
    expect(html).not.toContain('<script>alert');
    expect(html).toContain(`href="/console/orders/${order?.code}"`);
    expect(html).toContain(`href="/web/web/checkout?ref=${order?.code}"`);
    expect(html).toContain(transaction?.id);
    expect(html).toContain('523929XXXXXX0101');
    expect(html).not.toContain(CARD.number);
    expect(html).toContain(`&quot;OrderCode&quot;: ${order?.code}`);
    expect(html).toContain('49.90 EUR');
    expect(html.match(/<time /g)?.length).toBe(html.match(/ UTC(<\/time>|")/g)?.length);
    expect(html).toContain('Money that the merchant can use.');
    expect(html).toMatch(/Sum<\/th><td class="num">0\.00 EUR/);
  });

  it('shows the timeline of an order from its creation to the read, with secrets hidden', async () => {
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    pay();
    await simulator.deliveries.settled();
    const [order] = simulator.orders.list();
    const [transaction] = simulator.transactions.list();
    const { merchantId, apikey } = simulator.credentials.merchant;
    const authorization = `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`;
    await fetch(`${simulator.endpoints.web}/api/transactions/${transaction?.id}?token=secret-of-a-test`, {
      headers: { authorization },
    });
    const html = await page(`/orders/${order?.code}`);
    const steps = [
      'Order created',
      'Card charge',
      'Webhook: Transaction Payment Created',
      'Event 1796 accepted',
      'Event confirmed: ',
    ];
    const places = steps.map((step) => html.indexOf(step));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
    for (const secret of [CARD.number, apikey, authorization, 'secret-of-a-test'])
      expect(html).not.toContain(secret);
    expect(await page('?view=requests')).toContain(`href="/console/orders/${order?.code}"`);
    expect(await page('?view=deliveries')).toContain(`href="/console/orders/${order?.code}"`);
    expect((await fetch(`${simulator.url}/console/orders/1`)).status).toBe(404);
  });

  it('marks requests that the contract refuses, with the reason, and shows only those', async () => {
    const { credentials, endpoints } = simulator;
    const tokenFor = async (client: { clientId: string; clientSecret: string }): Promise<string> => {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        ...{ client_id: client.clientId, client_secret: client.clientSecret },
      });
      const response = await fetch(`${endpoints.accounts}/connect/token`, { method: 'POST', body });
      return ((await response.json()) as { access_token: string }).access_token;
    };
    const post = (path: string, token: string, body: string, type = 'application/json') =>
      fetch(endpoints.api + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body,
      });
    const token = await tokenFor(credentials.merchant);
    const orders = '/checkout/v2/orders';
    await post(orders, token, '{"amount":"ten","customer":{"email":5}}');
    await post(orders, token, '{}', 'text/plain');
    await post(orders, 'expired', '{}');
    await post('/checkout/v2/order', token, '{}');
    await post('/ecr/v1/transactions:sale', await tokenFor(credentials.cloudTerminal), '[]');
    await post(orders, await tokenFor(credentials.cloudTerminal), '{}');
    await tokenFor({ clientId: 'x', clientSecret: 'y' });
    await post(orders, token, '{"amount":1000}');
    const html = await page('?view=requests');
    const reasons = [
      'amount: expected an integer of at least',
      'content-type: expected application/json',
      'authorization: expected a valid bearer token',
      'no operation has this address',
      'body: expected a JSON object',
      'authorization: expected a token with the scope urn:viva:payments:core:api:redirectcheckout',
      'invalid_client: expected a client ID and its secret',
    ];
    for (const reason of reasons) expect(html).toContain(`Refused by the contract:</strong> ${reason}`);
    expect(html).toContain('Refused by the contract <b>7</b>');
    // All failed requests are refused, so a filter for them would show the same rows.
    expect(html).not.toContain('only=failed');
    const refused = await page('?view=requests&only=refused');
    expect(refused.match(/Copy as curl/g)).toHaveLength(reasons.length);
    expect(refused).toContain('>Requests <b>11</b>');
    expect(simulator.requests().at(-2)).toMatchObject({ refused: null });
    expect(html).not.toContain(token);
  });

  it('shows the failed requests, and the address and the bodies of each request, with secrets hidden', async () => {
    const { credentials, endpoints } = simulator;
    const { merchantId, apikey } = credentials.merchant;
    const headers = { authorization: `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}` };
    simulator.faults.add({ operation: 'payments.getOrder', kind: 'status', status: 503 });
    simulator.faults.add({ operation: 'payments.getOrder', kind: 'reset-before' });
    const { code } = simulator.orders.create(TERMS);
    for (let number = 0; number < 3; number++)
      await fetch(`${endpoints.web}/api/orders/${code}?token=secret-of-a-test`, { headers }).catch(
        () => null,
      );
    await fetch(`${endpoints.api}/checkout/v2/orders`, { method: 'POST' });
    const rows = (html: string): string[] =>
      [...html.matchAll(/data-label="Status"><div>.*?>([^<]*)<\/span>/g)].map(([, text]) => String(text));
    const html = await page('?view=requests');
    expect(rows(html)).toEqual(['401', '200', 'no response', '503']);
    expect(html).toMatch(/Refused by the contract <b>1<[^]*Failed <b>3</);
    expect(rows(await page('?view=requests&only=failed'))).toEqual(['401', 'no response', '503']);
    const [, opened = ''] =
      /<summary aria-controls="(request-\d+)"><span class="code"><b[^>]*>GET/.exec(html) ?? [];
    const [details = ''] = new RegExp(`<div id="${opened}">[^]*?</div>`).exec(html) ?? [];
    expect(details.replaceAll('<wbr>', '')).toContain(`/api/orders/${code}?token=`);
    expect(details).toContain(`&quot;OrderCode&quot;: ${code},\n`);
    expect(html).not.toContain('secret-of-a-test');
    expect(await page('?view=requests&only=failed&q=nothing')).toContain(
      '<input type="hidden" name="only" value="failed">',
    );
  });

  it('shows for each webhook when its last delivery was sent and what became of it', async () => {
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796, 1797] });
    const cells = async (label: string): Promise<string[]> =>
      [
        ...(await page('?view=webhooks')).matchAll(
          new RegExp(`data-label="${label}[^>]*><div>(.*?)</div>`, 'g'),
        ),
      ].map(([, cell = '']) => cell.replace(/<[^>]*>/g, ''));
    expect(await cells('Last delivery')).toEqual(['–', '–']);
    pay();
    await simulator.deliveries.settled();
    respondWith(503);
    pay();
    await simulator.deliveries.settled();
    expect(await cells('Last delivery')).toEqual([
      '–',
      expect.stringMatching(/^Failed, retry in .* \d+ \w{3} /),
    ]);
    expect(await cells('Deliveries')).toEqual(['–', '2 in all 1 failed']);
    const html = await page('?view=webhooks');
    const [last] = simulator.deliveries.list().slice(-1);
    expect(html).toContain(`href="/console?view=deliveries&amp;delivery=${last?.id}"`);
    expect(html).toContain('href="/console?view=deliveries&amp;event=1796&amp;state=failed"');
    expect(html).toContain(`data-copy="${receiver.url}"`);
  });

  it('shows a refused request in the timeline of its order, with its curl command', async () => {
    const { code } = simulator.orders.create(TERMS);
    const { merchantId, apikey } = simulator.credentials.merchant;
    const headers = {
      authorization: `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`,
      'content-type': 'application/json',
    };
    const body = '{"amount":"ten"}';
    await fetch(`${simulator.endpoints.web}/api/orders/${code}`, { method: 'PATCH', headers, body });
    const html = await page(`/orders/${code}`);
    expect(html).toContain('Refused by the contract:</strong> amount: expected');
    expect(html).toContain(`data-copy="curl -X PATCH ${simulator.endpoints.web}/api/orders/${code} \\\n`);
    expect(html).toContain('-u &quot;$PAY_MERCHANT_ID:$PAY_API_KEY&quot;');
  });

  it('shows in the list what happened to the payment of an order, in the words of its timeline', async () => {
    const [refunded, part, disputed] = [1, 2, 3].map(() => simulator.pay(undefined, { amount: 1_234_500 }));
    simulator.refund(refunded?.id);
    simulator.refund(part?.id, { amount: 500 });
    simulator.trigger('dispute', { transactionId: disputed?.id });
    simulator.trigger('decline', { orderCode: simulator.orders.create(TERMS).code });
    simulator.trigger('preauth');
    simulator.orders.create(TERMS);
    const html = await page('?view=orders');
    const cells = [...html.matchAll(/data-label="State"><div>(.*?)<\/div>/g)].map(([, cell = '']) =>
      chips(cell).join(', '),
    );
    expect(cells).toEqual([
      'Pending',
      'Held',
      'Pending, Declined',
      'Disputed',
      'Refunded in part',
      'Refunded in full',
    ]);
    expect(html).toContain('12,345.00 EUR');
    expect(await page(`/orders/${part?.orderCode}`)).toMatch(/class="sum">.*Refunded in part/);
  });

  it('pages the orders and finds them by code, transaction, email and amount', async () => {
    for (let number = 1; number <= 22; number++) pay();
    const codes = simulator.orders.list().map(({ code }) => code);
    const shown = (html: string): string[] =>
      codes.filter((code) => html.includes(`/console/orders/${code}"`));
    expect(shown(await page('?view=orders'))).toEqual(codes.slice(2));
    expect(shown(await page('?page=2'))).toEqual(codes.slice(0, 2));
    const [transaction] = simulator.transactions.list();
    expect(shown(await page(`?q=${transaction?.id}`))).toEqual([transaction?.orderCode]);
    expect(shown(await page(`?q=${codes[3]}`))).toEqual([codes[3]]);
    expect(shown(await page('?q=customer@example&page=2'))).toHaveLength(2);
    expect(shown(await page('?q=49.90&page=2'))).toHaveLength(2);
    expect(await page(`?q=${encodeURIComponent(HOSTILE)}x`)).toContain('No order matches');
  });

  it('shows the time between the steps, and folds away calls that change nothing', async () => {
    const { code } = simulator.orders.create(TERMS);
    await simulator.clock.advance(120);
    const { transaction } = simulator.checkout.pay(code, CARD) as { transaction: { id: string } };
    await simulator.clock.advance(60_000);
    simulator.refund(transaction.id);
    const { merchantId, apikey } = simulator.credentials.merchant;
    const headers = { authorization: `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}` };
    for (let time = 0; time < 2; time++)
      await fetch(`${simulator.endpoints.web}/api/transactions/${transaction.id}`, { headers });
    const html = await page(`/orders/${code}`);
    expect(html).toMatch(/\+120 ms<\/time>[^]*Card charge[^]*\+1 min<\/time>[^]*Card (refund|void)/);
    expect(html).toContain('<summary>2 more calls about this order ');
    expect(html).not.toContain('Event confirmed');
  });

  it('shows refunds, captures and disputes at their times, with their amounts', async () => {
    const steps = async (code: string): Promise<string[]> =>
      [
        ...(await page(`/orders/${code}`)).matchAll(
          /^<p class="head">.*?<strong>([^<]*)<\/strong>(?: <span class="chip [a-z]+">([^<]*)<)?/gm,
        ),
      ]
        .map(([, ...texts]) => texts.filter((text) => text !== undefined).join(': '))
        .slice(1);
    const held = simulator.trigger('preauth');
    await simulator.clock.advance(60_000);
    simulator.trigger('capture', { transactionId: held.id, amount: 1000 });
    expect(await steps(held.orderCode)).toEqual(['Card pre-authorisation: Captured', 'Card capture: Paid']);
    const payment = simulator.pay(undefined, { amount: 5000 });
    await simulator.clock.advance(60_000);
    simulator.refund(payment.id, { amount: 1000 });
    await simulator.clock.advance(86_400_000);
    simulator.trigger('dispute-suspected', { transactionId: payment.id });
    simulator.trigger('dispute', { transactionId: payment.id });
    simulator.trigger('dispute-evidence', { transactionId: payment.id });
    simulator.trigger('dispute-forwarded', { transactionId: payment.id });
    await simulator.clock.advance(86_400_000);
    simulator.trigger('dispute-lost', { transactionId: payment.id });
    expect(await steps(payment.orderCode)).toEqual([
      'Card charge: Dispute lost',
      'Card refund: Refunded',
      'Dispute suspected',
      'Dispute opened',
      'Evidence submitted',
      'Evidence forwarded',
      'Dispute lost',
    ]);
    const html = await page(`/orders/${payment.orderCode}`);
    expect(html).toMatch(
      /\+1 d<\/time>[^]*Dispute opened[^]*40\.00 EUR · The cardholder asks[^]*\+1 d<\/time>[^]*Dispute lost/,
    );
    const won = simulator.pay();
    simulator.trigger('dispute', { transactionId: won.id });
    simulator.trigger('dispute-won', { transactionId: won.id });
    expect((await steps(won.orderCode)).slice(1)).toEqual(['Dispute opened', 'Dispute won']);
  });

  it('makes the next steps of a dispute from the timeline', async () => {
    const { id, orderCode } = simulator.pay();
    const timeline = `/orders/${orderCode}`;
    const actions = async (): Promise<string[]> =>
      [...(await page(timeline)).matchAll(/action="\/console([^"]*\/transactions\/[^"]*)"/g)].map(
        ([, action = '']) => action.replace(`${timeline}/transactions/${id}/`, ''),
      );
    expect(await actions()).toEqual(['dispute-suspected', 'dispute']);
    for (const [step, next, notice] of [
      ['dispute', ['dispute-evidence', 'dispute-won', 'dispute-lost'], 'Dispute opened. The cardholder'],
      ['dispute-evidence', ['dispute-forwarded', 'dispute-won', 'dispute-lost'], 'Evidence submitted. The'],
      ['dispute-lost', [], 'Dispute lost. The cardholder gets'],
    ] as const) {
      const path = `${timeline}/transactions/${id}/${step}`;
      const { status, location } = await act(path);
      expect(status).toBe(303);
      expect(await page(location?.replace('/console', ''))).toContain(notice);
      expect(await actions()).toEqual(next);
      expect(await act(path)).toMatchObject({ status: 400, html: expect.stringContaining('cannot follow') });
    }
  });

  it('shows the orders of connected merchants, of all or of one, and lets them expire', async () => {
    const own = simulator.orders.create(TERMS);
    const connected = simulator.connectedMerchants.connect({ companyName: 'Green <b> Tea' });
    const other = connected.orders.create(TERMS);
    const { merchantId } = connected.account.credentials.merchant;
    const all = await page('?view=orders');
    expect(all).toContain('title="Green &lt;b&gt; Tea">Green &lt;b&gt; Tea</span></div></td>');
    for (const { code } of [own, other]) expect(all).toContain(`href="/console/orders/${code}"`);
    const one = await page(`?merchant=${merchantId}`);
    expect(one).toContain(`<option value="${merchantId}" selected>Green &lt;b&gt; Tea (`);
    expect(one).toContain(`href="/console/orders/${other.code}"`);
    expect(one).not.toContain(`href="/console/orders/${own.code}"`);
    expect(await page(`/orders/${other.code}`)).toContain('Order created');
    await act(`/orders/${other.code}/expire`);
    expect(connected.orders.get(other.code).state).toBe(1);
  });

  it('shows a decline with its reason', async () => {
    const { code } = simulator.orders.create(TERMS);
    simulator.checkout.pay(code, { ...CARD, number: '4147463011110141' });
    const html = await page(`/orders/${code}`);
    expect(html).toContain('Declined (event 310)');
    expect(html).toContain('<span class="chip bad">Declined</span>');
    expect(html.slice(html.indexOf('<main>'))).not.toMatch(/Failed|Expired</);
  });

  it('advances the clock and reports invalid input', async () => {
    const before = simulator.clock.now();
    await act('/clock', { ms: '3600000' });
    await act('/clock', { minutes: '30' });
    expect(simulator.clock.now() - before).toBe(5_400_000);
    const { status, html } = await act('/clock', { minutes: '-1' });
    expect([status, simulator.clock.now() - before]).toEqual([400, 5_400_000]);
    expect(html).toContain('minutes: expected a number, at least 0 (received -1)');
    const far = await act('/clock', { minutes: '999999999999999' });
    expect([far.status, simulator.clock.now() - before]).toEqual([400, 5_400_000]);
    expect(far.html).toContain('ten years');
    expect(await page('?view=orders')).toContain('Service time');
  });

  it('lets an order expire, but not a paid one', async () => {
    const { code } = simulator.orders.create(TERMS);
    await act(`/orders/${code}/expire`);
    expect(simulator.orders.get(code).state).toBe(1);
    expect((await act(`/orders/${code}/expire`)).html).toContain('is not pending');
  });

  it('shows invited accounts, and completes the identity check of accepted invitations', async () => {
    const isvAccounts = servicesOf(simulator).connectedAccounts;
    const { accountId } = isvAccounts.invite({
      email: 'merchant@example.com',
      returnUrl: 'http://localhost/',
      branding: null,
    });
    expect(await page('?view=accounts')).toContain(`href="/app/register/invite/3/${accountId}"`);
    expect((await act(`/accounts/${accountId}/approve`)).html).toContain('was not accepted yet');
    isvAccounts.accept(accountId, { legalName: 'Naxos <b>' });
    await act(`/accounts/${accountId}/approve`);
    expect(isvAccounts.get(accountId).state).toBe('verified');
    expect(await page('?view=accounts')).toContain('Refuse Naxos &lt;b&gt;');
    await act(`/accounts/${accountId}/refuse`);
    expect(isvAccounts.get(accountId).state).toBe('refused');
  });

  it('registers a webhook once it is verified, and removes it', async () => {
    await act('/webhooks', { url: receiver.url, eventTypeIds: '1796' });
    const [webhook] = simulator.webhooks.list();
    expect(webhook).toMatchObject({ url: receiver.url, eventTypeId: 1796 });
    const refused = await act('/webhooks', { url: 'https://shop.example/hook', eventTypeIds: '1797' });
    expect(refused.html).toContain('--allow-host shop.example');
    expect(refused.html).toContain('value="https://shop.example/hook"');
    expect(refused.html).toContain('<option value="1797" selected>');
    expect((await act('/webhooks', { url: receiver.url, eventTypeIds: '1796,' })).html).toContain(
      'eventTypeIds[1]: expected a whole number',
    );
    await act('/webhooks', { url: receiver.url, eventTypeIds: '1797,1798' });
    expect(simulator.webhooks.list().map(({ eventTypeId }) => eventTypeId)).toEqual([1796, 1797, 1798]);
    for (const { id } of simulator.webhooks.list().slice(1)) await act(`/webhooks/${id}/remove`);
    await act(`/webhooks/${webhook?.id}/remove`);
    expect(simulator.webhooks.list()).toEqual([]);
  });

  it('redelivers, duplicates, delays and drops deliveries', async () => {
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    respondWith(503);
    pay();
    await simulator.deliveries.settled();
    const [delivery] = simulator.deliveries.list();
    respondWith(200);
    await act(`/deliveries/${delivery?.id}/redeliver`);
    expect(simulator.deliveries.list()).toMatchObject([
      { state: 'delivered', attempts: [{ status: 503 }, { status: 200 }] },
    ]);
    await act(`/deliveries/${delivery?.id}/duplicate`);
    await simulator.deliveries.settled();
    expect(receiver.received).toHaveLength(3);
    await act('/deliveries/hold');
    pay();
    pay();
    expect(await page('?view=deliveries')).toContain('Release 2 held');
    const held = simulator.deliveries.list().find(({ state }) => state === 'held');
    await act(`/deliveries/${held?.id}/drop`);
    await act('/deliveries/release');
    expect(simulator.deliveries.list().map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
      'dropped',
      'delivered',
    ]);
    expect((await act('/deliveries/unknown/redeliver')).status).toBe(400);
  });

  it('switches a fault that was seen in production on and off', async () => {
    const switches = async (): Promise<string[]> =>
      [
        ...(await page('?view=faults')).matchAll(
          /action="\/console(\/faults\/[\w-]+\/remove)"><button[^>]*aria-checked="true"/g,
        ),
      ].map(([, path]) => String(path));
    expect(await switches()).toEqual([]);
    await act('/faults', { kind: 'abort-ignored', times: 'always' });
    expect(simulator.faults.list()).toMatchObject([
      { operation: 'pos.session.abortSession', kind: 'abort-ignored', remaining: 'always' },
    ]);
    const [on = ''] = await switches();
    await act(on);
    expect(simulator.faults.list()).toEqual([]);
    expect((await act(on)).status).toBe(400);
  });

  it('injects faults and clears them', async () => {
    await act('/faults', {
      operation: 'payments.createOrder',
      kind: 'status',
      times: '2',
      status: '503',
      ms: '0',
    });
    await act('/faults', { operation: '*', kind: 'delay', times: '1', status: '503', ms: '250' });
    expect(simulator.faults.list()).toMatchObject([
      { kind: 'status', status: 503, remaining: 2 },
      { kind: 'delay', ms: 250, remaining: 1 },
    ]);
    expect(await page('?view=orders')).toContain('Return an HTTP status: 503');
    await act(`/faults/${simulator.faults.list()[0]?.faultId}/remove`);
    expect(simulator.faults.list()).toHaveLength(1);
    await act('/faults/clear');
    expect(simulator.faults.list()).toEqual([]);
    expect((await act('/faults', { operation: 'nothing', kind: 'empty', times: '1' })).html).toContain(
      'is not an operation of the contract',
    );
    expect((await act('/faults', { operation: '*', kind: 'explode', times: '1' })).html).toContain(
      'kind: expected one of',
    );
  });

  it('resets the simulator', async () => {
    pay();
    const { location } = await act('/reset');
    expect(location).toBe('/console?view=clock&done=%2Freset');
    expect(await page('?done=%2Freset')).toContain('The simulator was reset.');
    expect(simulator.orders.list()).toEqual([]);
  });

  it('returns to the page that posted the form, with a message', async () => {
    const { code } = simulator.orders.create(TERMS);
    const move = async (referer: string): Promise<string | null> => {
      const body = new URLSearchParams({ ms: '1' });
      const init = { method: 'POST', redirect: 'manual', headers: { referer }, body } as const;
      return (await fetch(`${simulator.url}/console/clock`, init)).headers.get('location');
    };
    const order = `/console/orders/${code}`;
    expect(await move(simulator.url + order)).toBe(`${order}?done=%2Fclock`);
    expect(await move(`${simulator.url}/console?q=tea&page=2&done=%2Freset`)).toBe(
      '/console?q=tea&page=2&done=%2Fclock',
    );
    for (const other of ['https://other.example/', `${simulator.url}/console/clock`, 'no address'])
      expect(await move(other)).toBe('/console?view=clock&done=%2Fclock');
    const html = await page(`/orders/${code}?done=%2Fclock`);
    expect(html).toMatch(/<details class="drawer" open>[^]*The clock was moved\./);
    expect(html).toMatch(/<title>Order \d+ – Pay simulator[^]*aria-current="true">Orders/);
  });

  it('rejects cross-site requests', async () => {
    const response = await fetch(`${simulator.url}/console/reset`, {
      method: 'POST',
      headers: { origin: 'https://other.example' },
    });
    expect(response.status).toBe(403);
  });
});
