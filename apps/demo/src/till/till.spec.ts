import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../../test/until.js';
import { Cashier, TERMINAL } from '../testing/cashier.testing.js';
import { RunningShop, Visitor } from '../testing/running-shop.testing.js';

// The till reads sessions every few seconds of real time.
const SALE = 'pos.transactions.initiateSaleRequest';
const READ = 'pos.session.retrieveSessionById';
const HOSTILE = '"><script>alert(1)</script>';

let shop: RunningShop;
let cashier: Cashier;
beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset();
  cashier = new Cashier(shop);
});

const pass = (ms = 5_000): Promise<void> => shop.simulator.clock.advance(ms);
const insertCard = (): void => shop.simulator.terminals.insertCard(TERMINAL);
const sent = (operation = SALE): number =>
  shop.simulator.requests().filter((request) => request.operation === operation).length;
const charged = (): number[] => shop.simulator.transactions.list().map(({ amount }) => amount);

describe('till', () => {
  it('offers the live terminals by their names at the simulator', async () => {
    shop.simulator.terminals.save({ terminalId: '16000012', name: '' });
    const page = await cashier.page('/till');
    expect([...page.matchAll(/<option value="(\d+)"[^>]*>([^<]*)/g)].map(([, ...texts]) => texts)).toEqual([
      ['16000010', 'Counter 1 (16000010)'],
      ['16000011', 'Counter 2 (16000011)'],
      ['16000012', '16000012'],
    ]);
  });

  it('shows why the terminals cannot be read, and accepts a number instead', async () => {
    shop.simulator.faults.add({ operation: 'pos.devices.searchDevices', kind: 'status', status: 403 });
    const page = await cashier.page('/till');
    expect(page).toContain('The terminals could not be read');
    expect(page).toMatch(/<input\s+id="terminalId"/);
  });

  it('sends the entered sale to the terminal, and shows its end', async () => {
    const page = await cashier.sellToScreen({ amount: '1234.56' });
    expect(
      shop.simulator.terminals.list().find(({ terminalId }) => terminalId === TERMINAL)?.session,
    ).toMatchObject({
      sessionId: page.replace('/till/', ''),
      amount: 123456,
      currencyCode: '978',
      merchantReference: 'receipt-1',
      customerTrns: 'Harbour Lane, receipt-1',
    });
    expect(await cashier.heading(page)).toBe('Waiting for the card');
    insertCard();
    await pass();
    const shown = await cashier.sees(page, 'Paid');
    expect(shown).toContain('Visa 414746XXXXXX0133');
    expect(shown).not.toContain('http-equiv="refresh"');
    expect(charged()).toEqual([123456]);
    expect(await cashier.page('/till')).toMatch(/Sale receipt-1[^]*Counter 1 \(16000010\)[^]*€1,234\.56/);
  });

  it('shows the end after a notification while its own read gets no response', async () => {
    shop.simulator.faults.add({ operation: READ, kind: 'delay', ms: 'never' });
    const page = await cashier.sellToScreen();
    while (sent(READ) === 0) await cashier.heading(page);
    insertCard();
    await pass();
    expect(await cashier.sees(page, 'Paid')).toContain('Visa 414746XXXXXX0133');
  });

  it('links to the simulated terminal, and updates the page with and without JavaScript', async () => {
    const page = await cashier.sellToScreen();
    const shown = await cashier.page(page);
    expect(shown).toContain(`href="${shop.simulator.url}/terminal/${TERMINAL}"`);
    expect(shown).toContain('<noscript><meta http-equiv="refresh"');
    expect(shown).toContain('/assets/live-page.js');
    const version = (): Promise<string> => cashier.page(`${page}/version`);
    const before = await version();
    insertCard();
    await pass();
    await cashier.press(page, 'ask');
    await cashier.sees(page, 'Paid');
    expect(await version()).not.toBe(before);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no amount', { amount: '' }, 'Please enter an amount such as 12.50'],
    ['an ambiguous comma', { amount: '1,250' }, 'at most 2 decimals'],
    ['no reference', { reference: '' }, 'Please enter a reference'],
    ['no terminal', { terminalId: '' }, 'Please choose a terminal'],
  ])('shows the form again for invalid input (%s), and sends nothing', async (_name, wrong, words) => {
    const response = await cashier.send({ reference: HOSTILE, ...wrong });
    const page = await response.text();
    expect([response.status, sent()]).toEqual([422, 0]);
    expect(page).toContain(words);
    expect(page).toContain(`value="${wrong.amount ?? '11.70'}"`);
    expect(page).not.toContain('<script>alert');
  });

  it('charges once for several clicks, at the same time or later', async () => {
    const key = await cashier.key();
    const pages = await Promise.all([cashier.sell({ key }), cashier.sell({ key })]);
    pages.push(await cashier.sell({ key }));
    expect([new Set(pages).size, sent()]).toEqual([1, 1]);
  });

  it.each<[string, () => void, string]>([
    ['a decline', () => shop.simulator.terminals.decline(TERMINAL, { declineWith: 10_051 }), 'Declined'],
    ['a cancellation', () => shop.simulator.terminals.cancel(TERMINAL), 'Canceled'],
    ['a customer who leaves', () => shop.simulator.terminals.walkAway(TERMINAL), 'Timed out'],
  ])('shows %s, and offers a new sale with the same content', async (_name, act, heading) => {
    const page = await cashier.sellToScreen();
    act();
    await pass(60_000);
    const shown = await cashier.learns(page, heading);
    expect(shown).toContain('Nothing was charged.');
    expect(shown).toContain(`/till?terminalId=${TERMINAL}&amp;amount=11.70&amp;reference=receipt-1`);
  });

  it('refuses a second sale of a terminal, and shows that a terminal is off', async () => {
    const page = await cashier.sellToScreen();
    const second = await cashier.send({ reference: 'receipt-2' });
    expect(second.status).toBe(422);
    expect(await second.text()).toContain(`has the open sale ${page.replace('/till/', '')}`);
    const off = await cashier.sellToScreen({ terminalId: '16000013' });
    expect(await cashier.learns(off, 'Not done')).toContain(
      'The terminal is not connected. Nothing was charged.',
    );
  });

  it('aborts, and shows it only when the abort was in time', async () => {
    const page = await cashier.sellToScreen();
    await cashier.press(page, 'abort');
    expect(await cashier.heading(page)).toBe('Aborting');
    expect(await cashier.page(page)).not.toContain('simulated terminal');
    await pass();
    await cashier.learns(page, 'Aborted');
    expect(charged()).toEqual([]);
  });

  it('shows the payment if the card was faster than the abort', async () => {
    const page = await cashier.sellToScreen();
    insertCard();
    await cashier.press(page, 'abort');
    await pass();
    await cashier.learns(page, 'Paid');
    expect(charged()).toEqual([1170]);
  });

  it('opens only on its own machine, and rejects forms of other sites', async () => {
    const page = await cashier.sellToScreen();
    expect((await cashier.press(page, 'abort', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(403);
    expect((await cashier.press(page, 'abort', { origin: 'https://other.example' })).status).toBe(403);
    expect((await cashier.press('/till/unknown', 'abort')).status).toBe(404);
    expect(await cashier.heading(page)).toBe('Waiting for the card');
  });
});

describe('unknown outcome', () => {
  it('is resolved by the service if only the response was lost, and the sale is not sent twice', async () => {
    shop.simulator.faults.add({ operation: SALE, kind: 'executed-but-lost' });
    const page = await cashier.sellToScreen();
    expect(await cashier.heading(page)).toBe('Waiting for the card');
    insertCard();
    await pass();
    await cashier.learns(page, 'Paid');
    expect([sent(), charged()]).toEqual([1, [1170]]);
  });

  it('is shown if the service does not know the sale, which is not sent again', async () => {
    shop.simulator.faults.add({ operation: SALE, kind: 'reset-before' });
    const page = await cashier.sell();
    await until(() => sent() === 1);
    await pass(16_000);
    const shown = await cashier.sees(page, 'Outcome unknown');
    expect(shown).toContain('It is unknown whether the customer was charged');
    expect(shown).toContain('Do not start another sale');
    await cashier.press(page, 'ask');
    expect([sent(), charged()]).toEqual([1, []]);
  });

  it('is shown if the end cannot be read, until the cashier asks again', async () => {
    // For every read, because the till may still read the session of an earlier test.
    const { faults } = shop.simulator;
    const fault = faults.add({ operation: READ, kind: 'status', status: 403, times: 'always' });
    const page = await cashier.sellToScreen();
    await pass(16_000);
    await cashier.sees(page, 'Outcome unknown');
    faults.remove(fault);
    insertCard();
    await pass();
    await cashier.learns(page, 'Paid');
    expect(sent()).toBe(1);
  });

  it('is not shown if the service rejected the request: nothing was charged', async () => {
    shop.simulator.faults.add({ operation: SALE, kind: 'status', status: 400, body: '{"detail":"no"}' });
    const page = await cashier.sell();
    expect(await cashier.sees(page, 'Not sent')).toContain('Nothing was charged');
    expect(sent()).toBe(1);
  });
});

describe('refund', () => {
  it('refunds a part, then the rest, and never more', async () => {
    const sale = await cashier.sold();
    const part = (await cashier.refund(sale, '4.20')).headers.get('location') ?? '';
    await pass();
    await cashier.learns(part, 'Refunded');
    expect(await cashier.page(sale)).toContain('at most 7.50');
    for (const amount of ['7.51', '11.71', '0', 'all']) {
      const refused = await cashier.refund(sale, amount);
      expect([amount, refused.status]).toEqual([amount, 422]);
    }
    const rest = (await cashier.refund(sale, '7.50')).headers.get('location') ?? '';
    await pass();
    await cashier.learns(rest, 'Refunded');
    expect(await cashier.page(sale)).toContain('Nothing is left to refund');
    expect(sent('pos.transactions.refundTransaction')).toBe(2);
    expect(shop.simulator.transactions.list().map(({ refunded }) => refunded)).toContain(1170);
  });

  it('refunds once for two clicks, and for two open pages', async () => {
    const sale = await cashier.sold();
    const key = await cashier.key(sale);
    const clicks = await Promise.all([cashier.refund(sale, '8', key), cashier.refund(sale, '8', key)]);
    expect(new Set(clicks.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect((await cashier.refund(sale, '8', '0b8f7a1e-5c1d-4a51-9b7a-0a4f3f0c2d11')).status).toBe(422);
    expect(sent('pos.transactions.refundTransaction')).toBe(1);
  });

  it('counts a refund with an unknown outcome as refunded', async () => {
    const sale = await cashier.sold();
    shop.simulator.faults.add({ operation: 'pos.transactions.refundTransaction', kind: 'reset-before' });
    const refund = (await cashier.refund(sale, '11.70')).headers.get('location') ?? '';
    await until(() => sent('pos.transactions.refundTransaction') === 1);
    await pass(16_000);
    expect(await cashier.sees(refund, 'Outcome unknown')).toContain(
      'It is unknown whether the money was refunded',
    );
    expect((await cashier.refund(sale, '0.01', '0b8f7a1e-5c1d-4a51-9b7a-0a4f3f0c2d11')).status).toBe(422);
  });

  it('rejects a refund of a sale that was not paid', async () => {
    const sale = await cashier.sellToScreen();
    expect((await cashier.refund(sale, '1', '0b8f7a1e-5c1d-4a51-9b7a-0a4f3f0c2d11')).status).toBe(422);
    expect(sent('pos.transactions.refundTransaction')).toBe(0);
  });
});

describe('fiscal receipts', () => {
  const post = (page: string, fields: Record<string, string>): Promise<Response> =>
    new Visitor(shop.url).post(page, fields);
  const sees = (page: string, text: string): Promise<void> =>
    until(
      async () => {
        await pass(250);
        return (await cashier.page(page)).includes(text);
      },
      { everyMs: 50, what: `${page} shows "${text}"` },
    );

  it('are off until the cashier switches them on, and then have UID, MARK, signature and QR code', async () => {
    expect(await cashier.page('/till')).toContain('Off. The terminals sell without signatures.');
    await post('/till/fiscal', { on: 'yes' });
    expect(await cashier.page('/till')).toContain('All payments are reported.');
    const page = await cashier.sold({ amount: '12.40' });
    await sees(page, 'Reported');
    const shown = await cashier.page(page);
    expect(shown).toMatch(/<span lang="el">Απόδειξη λιανικής πώλησης<\/span> 11\.1 HL 1\b/);
    expect(shown).toMatch(/UID<\/dt>\s*<dd><span class="code">[0-9A-F]{40}/);
    expect(shown).toMatch(/MARK<\/dt>\s*<dd>4000\d{11}/);
    expect(shown).toMatch(/Payment ID \(AADE\)<\/dt>\s*<dd>116\d{18}/);
    expect(shown).toMatch(/[0-9A-F]{40};;\d{14};1240;1000;240;1240;16000010/);
    expect(shown).toContain('aria-label="QR code of the receipt"');
    const refund = (await cashier.refund(page, '2.48')).headers.get('location') ?? '';
    await sees(refund, 'Πιστωτικό στοιχείο λιανικής');
    await sees(refund, 'Reported');
  });

  it('wait for a provider that is down, and unreported payments stay visible until it works', async () => {
    await post('/till/fiscal', { on: 'yes' });
    const paid = await cashier.sellToScreen();
    await post('/till/provider', { down: 'yes' });
    insertCard();
    await sees(paid, 'Not reported yet');
    await sees('/till', 'Paid, and not reported yet:');
    expect(await cashier.page('/till')).toMatch(/Receipt HL \d+<\/a>,\s+€11\.70/);
    const waiting = await cashier.sell({ reference: 'receipt-2' });
    await sees(waiting, 'Waiting for the provider');
    await post('/till/provider', { down: 'no' });
    await sees(paid, 'Reported');
    await sees(waiting, 'Waiting for the card');
  });
});
