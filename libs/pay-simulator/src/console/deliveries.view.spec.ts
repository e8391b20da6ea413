import { servicesOf } from '../handle/handle.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Receiver } from '../../testing/receiver.js';
import { createPaySimulator, type PaySimulator } from '../index.js';

const KEY = '0123456789ABCDEF0123456789ABCDEF01234567';
const SECOND_MS = 1_000;
let receiver: Receiver;
let simulator: PaySimulator;
/** HTTP status of the responses to deliveries. */
let status = 200;
beforeAll(async () => {
  receiver = await Receiver.start(KEY);
  receiver.behavior = () => ({ status, body: `{"error":"response with ${status}"}` });
});
beforeEach(async () => {
  status = 200;
  // With random codes and times, a search for digits would find more.
  const fixed = { seed: 'lists', now: new Date('2026-02-03T10:00:00Z'), clock: 'manual' } as const;
  simulator = await createPaySimulator({ ...fixed, merchant: { webhookKey: KEY } });
  await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796, 1797, 1798] });
});
afterEach(() => simulator.close());
afterAll(() => receiver.close());

const page = async (path = '?view=deliveries'): Promise<string> =>
  (await fetch(`${simulator.url}/console${path}`)).text();
/** Texts of the first element of each match, without tags. */
const texts = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, text = '']) =>
    text
      .replace(/<[^>]*>/g, '')
      .replace(/ +/g, ' ')
      .trim(),
  );
const states = (html: string): string[] => texts(html, /data-label="State"><div>(.*?)<\/div>/g);
const events = (html: string): string[] => texts(html, /data-label="Event"><div>(.*?)<\/div>/g);
const tab = (html: string): string => texts(html, /(Deliveries <b.*?)<\/a>/g)[0] ?? '';
const pay = async (responseStatus = 200): Promise<string> => {
  status = responseStatus;
  const { orderCode } = simulator.pay();
  await simulator.deliveries.settled();
  return orderCode;
};
const token = async ({
  clientId,
  clientSecret,
}: {
  clientId: string;
  clientSecret: string;
}): Promise<string> => {
  const response = await fetch(`${simulator.endpoints.accounts}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
};
const failForever = async (): Promise<void> => {
  while (simulator.deliveries.list().some(({ state }) => state === 'waiting')) {
    await simulator.clock.advance('1 hour');
    await simulator.deliveries.settled();
  }
};

describe('the deliveries of the console', () => {
  it('shows a failed delivery in red, with the time to its retry, until the service gives up', async () => {
    await pay();
    await pay(503);
    await simulator.clock.advance(3597 * SECOND_MS);
    const html = await page();
    expect(states(html)).toEqual(['Failed, retry in 00:03', 'Delivered']);
    expect(html).toContain('class="chip bad" title="Next attempt: ');
    expect(tab(html)).toBe('Deliveries 2 1 failed');
    await failForever();
    const after = await page();
    expect(states(after)).toEqual(['Gave up', 'Delivered']);
    expect(after).toContain('class="chip bad">Gave up');
    expect(tab(after)).toBe('Deliveries 2 1 failed');
    const [delivery] = simulator.deliveries.list().slice(-1);
    status = 200;
    await simulator.deliveries.redeliver(delivery?.id ?? '');
    expect(tab(await page())).toBe('Deliveries 2');
  });

  it('filters by state and event, and counts what each filter shows', async () => {
    await pay(503);
    await failForever();
    await pay(503);
    await pay();
    simulator.trigger('decline');
    await simulator.deliveries.settled();
    simulator.deliveries.hold();
    await pay();
    const html = await page();
    expect(
      texts(html, /<a [^>]*>((?:All|Failed|Held|Retrying|Gave up|Delivered|Dropped|Waiting) <b>\d+<\/b>)/g),
    ).toEqual(['All 5', 'Failed 2', 'Retrying 1', 'Gave up 1', 'Held 1', 'Delivered 2']);
    expect(states(await page('?view=deliveries&state=failed'))).toEqual([
      'Failed, retry in 1:00:00',
      'Gave up',
    ]);
    expect(states(await page('?view=deliveries&state=gave-up'))).toEqual(['Gave up']);
    expect(states(await page('?view=deliveries&state=held'))).toEqual(['Held']);
    const declined = await page('?view=deliveries&event=1798');
    expect(events(declined)).toEqual(['Transaction Failed (1798)']);
    expect(declined).toContain('Deliveries <small>1 of 5</small>');
    expect(declined).toContain('<option value="1798" selected>');
    expect(tab(declined)).toBe('Deliveries 5 2 failed');
    const none = await page('?view=deliveries&event=1798&state=failed');
    expect(none).toContain('No delivery matches');
    expect(none).toContain('aria-current="true"');
    expect(none).toContain('>Failed <b>0</b>');
  });

  it('offers no two filters with the same rows, unless one of them is chosen', async () => {
    const filters = async (query = ''): Promise<readonly string[]> =>
      texts(
        await page(`?view=deliveries${query}`),
        /<a [^>]*>((?:All|Failed|Retrying|Gave up|Delivered) <b>\d+<\/b>)/g,
      );
    await pay();
    await pay(503);
    expect(await filters()).toEqual(['All 2', 'Failed 1', 'Delivered 1']);
    expect(await filters('&state=retrying')).toEqual(['All 2', 'Failed 1', 'Retrying 1', 'Delivered 1']);
    await failForever();
    expect(await filters()).toEqual(['All 2', 'Failed 1', 'Delivered 1']);
  });

  it('finds deliveries by order, transaction, message and address', async () => {
    const codes = [await pay(), await pay(), await pay()];
    const [, delivery] = simulator.deliveries.list();
    const transaction = simulator.transactions.list()[1]?.id;
    const found = async (search: string): Promise<number> =>
      states(await page(`?view=deliveries&q=${encodeURIComponent(search)}`)).length;
    for (const search of [codes[1], transaction, delivery?.message.messageId])
      expect(await found(search ?? '')).toBe(1);
    expect(await found(receiver.url)).toBe(3);
    expect(await found(`${receiver.url} ${codes[2]}`)).toBe(1);
    expect(await found('nothing')).toBe(0);
  });

  it('shows the newest attempt first, its error before its labelled response and request', async () => {
    await pay(503);
    await simulator.clock.advance('1 hour');
    await simulator.deliveries.settled();
    const html = await page();
    const steps = [
      'Attempt 2',
      'Your application responded with 503. The service expects 2xx.',
      '>Response</p>',
      'response with 503',
      '>Request</p>',
      '&quot;RetryCount&quot;: 1',
      'Attempt 1',
      '&quot;RetryCount&quot;: 0',
    ];
    const places = steps.map((step) => html.indexOf(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('says in words why there is no response', async () => {
    const stopped = await Receiver.start(KEY);
    await simulator.webhooks.register({ url: stopped.url, eventTypeIds: [1796] });
    await stopped.close();
    await pay();
    // The first attempt can find a connection that the receiver has just closed.
    await simulator.clock.advance('1 hour');
    await simulator.deliveries.settled();
    const html = await page();
    expect(html).toContain('No program listens at this address (ECONNREFUSED).');
  });

  it('shows failed deliveries in the row of the order and in its timeline', async () => {
    const code = await pay(503);
    await pay();
    const orders = await page('?view=orders');
    expect(states(orders)).toEqual(['Paid', 'Paid Webhook failed']);
    expect(orders).toContain(`href="/console?view=deliveries&amp;state=failed&amp;q=${code}"`);
    expect(states(await page(`?view=deliveries&state=failed&q=${code}`))).toEqual([
      'Failed, retry in 1:00:00',
    ]);
    expect(await page(`/orders/${code}`)).toContain('class="chip bad">Failed, retry in 1:00:00');
    status = 503;
    await failForever();
    const timeline = await page(`/orders/${code}`);
    expect(timeline).toContain('class="chip bad">Gave up');
    expect(timeline).toContain('24 attempts failed');
  });

  it('names the session of a terminal event without a transaction, and no order', async () => {
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1803] });
    simulator.terminals.configure({ customer: 'waits' });
    const [{ terminalId } = { terminalId: '' }] = simulator.terminals.list();
    const headers = { authorization: await token(simulator.credentials.cloudTerminal) };
    await fetch(`${simulator.endpoints.api}/ecr/v1/transactions:sale`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        sessionId: 'session-17',
        terminalId: Number(terminalId),
        cashRegisterId: 'till-1',
        amount: 1000,
        currencyCode: '978',
        merchantReference: 'receipt-1',
      }),
    });
    await simulator.clock.advance(SECOND_MS);
    simulator.terminals.cancel(terminalId);
    await simulator.clock.advance(5 * SECOND_MS);
    await simulator.deliveries.settled();
    const html = await page();
    expect(events(html)).toEqual(['Transaction Pos Ecr Session Failed (1803)']);
    expect(html).not.toContain('/console/orders/0');
    expect(html).toContain('Copy session ID session-17');
  });
});

describe('the lists of the console', () => {
  it('pages through all deliveries, and the counts agree with the rows', async () => {
    servicesOf(simulator).deliveries.hold();
    for (let number = 1; number <= 45; number++) simulator.pay();
    const rows = [1, 2, 3].map(
      async (number) => states(await page(`?view=deliveries&page=${number}`)).length,
    );
    expect(await Promise.all(rows)).toEqual([20, 20, 5]);
    const html = await page('?view=deliveries&state=held&page=2');
    expect(html).toContain('Page 2 of 3');
    expect(html).toContain('href="/console?view=deliveries&amp;state=held&amp;page=3"');
    expect(html).toContain('Deliveries <small>45</small>');
    expect(states(await page('?view=deliveries&page=99'))).toHaveLength(5);
  });

  it('pages through more than 100 requests, and finds them by path, status, operation and content', async () => {
    const { code } = simulator.orders.create({ amount: 1000 });
    const { merchantId, apikey } = simulator.credentials.merchant;
    const headers = { authorization: `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}` };
    const get = (path: string) => fetch(simulator.endpoints.web + path, { headers });
    for (let number = 1; number <= 130; number++) await get('/api/wallets');
    await get(`/api/orders/${code}`);
    await get('/api/orders/1234567890123456');
    const shown = async (query: string): Promise<number> =>
      texts(await page(`?view=requests&${query}`), /data-label="Request"><div>(.*?)<\/div>/g).length;
    expect([await shown('page=6'), await shown('page=7')]).toEqual([20, 12]);
    expect(await page('?view=requests')).toContain('Requests <small>132</small>');
    expect(await shown('q=getOrder')).toBe(2);
    expect(await shown('q=404')).toBe(1);
    expect(await shown(`q=${code}`)).toBe(1);
    expect(await shown('q=get%20orders%20200')).toBe(1);
    expect(await page('?view=requests&q=nothing')).toContain('No request matches');
    expect(await page('?view=requests&q=404')).toContain('Requests <small>1 of 132</small>');
  });

  it('shows the number of all items in the tabs, whatever a search or filter finds', async () => {
    await pay();
    for (const view of ['orders', 'deliveries', 'requests']) {
      const html = await page(`?view=${view}&q=nothing&page=3`);
      expect(html).toContain('>Orders <b>1</b>');
      expect(html).toContain('>Deliveries <b>1</b>');
    }
  });
});
