import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertyRuns } from '../../../../test/full-size.js';
import { Merchant } from '../../testing/merchant.js';
import { SALE_UID, signedSale } from '../../testing/signed-sale.js';
import { servicesOf } from '../handle/handle.js';
import type { PaySimulator, TerminalSession, Transaction } from '../index.js';
import { receiptLines } from './terminal-receipt.js';

const TERMINAL = '16000010';
const HOSTILE = `</p><script>alert(1)</script>`;

let merchant: Merchant;
let simulator: PaySimulator;
let authorization: string;
beforeEach(async () => {
  merchant = await Merchant.start({ merchant: { companyTitle: HOSTILE } });
  ({ simulator } = merchant);
  simulator.terminals.configure({ customer: 'waits' });
  authorization = await merchant.token(simulator.credentials.cloudTerminal);
});
afterEach(() => simulator.close());

/** Requests a payment of 11.70 EUR at the terminal. */
async function requestSale(more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { status } = await merchant.call('api', 'POST', '/ecr/v1/transactions:sale', {
    authorization,
    body: {
      sessionId: 'session-1',
      terminalId: TERMINAL,
      cashRegisterId: 'till-1',
      amount: 1170,
      currencyCode: '978',
      merchantReference: 'receipt-1',
      customerTrns: HOSTILE,
      ...more,
    },
  });
  if (status !== 200) throw new Error(`the sale was rejected: HTTP ${status}`);
  await simulator.clock.advance(1_000);
}
const get = (path = `/terminal/${TERMINAL}`): Promise<Response> => fetch(simulator.url + path);
/** Returns the text on the screen. */
const screen = async (terminalId = TERMINAL): Promise<string> =>
  (/<div id="screen"[^>]*>(.*?)<\/div>/s.exec(await (await get(`/terminal/${terminalId}`)).text())?.[1] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
/** Posts a form of the page. */
async function press(
  key: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; html: string }> {
  const response = await fetch(`${simulator.url}/terminal/${TERMINAL}${key}`, {
    method: 'POST',
    body: new URLSearchParams({ session: 'session-1', ...fields }),
    headers,
    redirect: 'manual',
  });
  return { status: response.status, html: await response.text() };
}
const card = (number: string): Promise<{ status: number; html: string }> => press('/card', { number });
const passTime = (): Promise<void> => simulator.clock.advance(5_000);

describe('the list of terminals', () => {
  /** Cells of each terminal, without tags. */
  const rows = async (): Promise<readonly (readonly string[])[]> =>
    [...(await (await get('/terminal')).text()).matchAll(/<tr role="row">(<td[^]*?)<\/tr>/g)].map(
      ([, row = '']) =>
        row.split('</td>').map((cell) =>
          cell
            .replace(/<[^>]*>/g, ' ')
            .replace(/\s+/g, ' ')
            .trim(),
        ),
    );

  it('is a section of the console, and says what each terminal does and how its last request ended', async () => {
    expect(await (await get('/console')).text()).toContain('href="/terminal"');
    expect((await rows())[0]?.slice(0, 4)).toEqual([`Counter 1 ${TERMINAL}`, 'Ready', '–', '–']);
    await requestSale();
    await simulator.clock.advance(13_000);
    expect((await rows())[0]?.slice(1, 4)).toEqual([
      'Waits for a card',
      '€11.70 sale of till-1, for 14 s',
      '–',
    ]);
    await press('/card', { number: '5239290700000101' });
    expect((await rows())[0]?.[1]).toBe('Working');
    await passTime();
    expect((await rows())[0]?.slice(1, 6)).toEqual([
      'Ready',
      '–',
      'Approved €11.70 3 Feb 10:00:15',
      'In service',
      '3395',
    ]);
    await requestSale({ sessionId: 'session-2' });
    await press('/cancel', { session: 'session-2' });
    expect((await rows())[0]?.[3]).toContain('Canceled €11.70');
    await press('/power', { offline: 'true' });
    expect((await rows()).map(([, state]) => state)).toEqual([
      'Switched off',
      'Ready',
      'Ready',
      'Out of service',
    ]);
    expect((await rows())[3]?.[4]).toBe('Out of order');
    expect(await (await get('/terminal')).text()).toMatch(/aria-current="page">Terminals/);
  });

  it('moves the clock in the drawer, and stays on the page', async () => {
    const response = await fetch(`${simulator.url}/console/clock`, {
      method: 'POST',
      body: new URLSearchParams({ ms: '60000' }),
      headers: { referer: `${simulator.url}/terminal?merchant=` },
    });
    expect(new URL(response.url).pathname).toBe('/terminal');
    expect(await response.text()).toContain('The clock was moved.');
  });

  it('changes the behavior of customers and terminals, and names an invalid field', async () => {
    const fields = {
      customer: 'waits',
      customerDelayMs: '500',
      unreachable: 'silent',
      saveDelayMs: '2000',
      reachDelayMs: '1500',
    };
    const save = (more: object): Promise<Response> =>
      fetch(`${simulator.url}/terminal`, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, ...more }),
        redirect: 'manual',
      });
    expect((await save({})).status).toBe(303);
    expect(simulator.terminals.configure({})).toMatchObject({
      customer: 'waits',
      customerDelayMs: 500,
      unreachable: 'silent',
      saveDelayMs: 2000,
      reachDelayMs: 1500,
      fiscalFault: 'none',
    });
    for (const [name, value] of [
      ['customer', 'runs'],
      ['customerDelayMs', '-1'],
      ['unreachable', ''],
      ['saveDelayMs', 'long'],
    ] as const) {
      const rejected = await save({ [name]: value });
      expect([rejected.status, await rejected.text()]).toEqual([
        400,
        expect.stringContaining(`${name}: expected`),
      ]);
    }
  });
});

describe('a terminal', () => {
  it('waits for a request, then shows amount, currency and the escaped text for the customer', async () => {
    expect(await screen()).toBe('Ready Waiting for a request from the cash register.');
    await requestSale({ currencyCode: '392', amount: 500, tipAmount: 100 });
    expect(await screen()).toContain('Please pay JP¥600 with a tip of JP¥100');
    expect(await (await get()).text()).not.toContain('<script>alert');
    expect(await screen()).toContain('&lt;script&gt;alert(1)');
  });

  it('accepts a card, authorizes the payment, and shows the result', async () => {
    await requestSale();
    expect((await card('5239290700000101')).status).toBe(303);
    expect(await screen()).toContain('Please wait €11.70');
    await passTime();
    expect(await screen()).toMatch(/^Approved €11\.70 .* Mastercard 523929XXXXXX0101$/);
    expect(simulator.transactions.list()).toMatchObject([{ amount: 1170, status: 'F' }]);
  });

  it('has a key for every test card that a terminal can read', async () => {
    await requestSale();
    const numbers = [...(await (await get()).text()).matchAll(/name="number" value="(\d+)"/g)].map(
      ([, number]) => number ?? '',
    );
    expect(numbers.length).toBeGreaterThan(10);
    for (const [index, number] of numbers.entries()) {
      if (index > 0) await requestSale({ sessionId: `session-${index + 1}` });
      expect(await press('/card', { number, session: `session-${index + 1}` })).toMatchObject({
        status: 303,
      });
      await passTime();
      expect(await screen()).toMatch(/^(Approved|Declined) /);
    }
  });

  it('declines because of the card, for a reason, and with a request for another card', async () => {
    await requestSale();
    await card('4147463011110141');
    await passTime();
    expect(await screen()).toContain('Declined €11.70');
    await requestSale({ sessionId: 'session-2' });
    await press('/decline', { session: 'session-2', declineWith: '10051' });
    await passTime();
    expect(await screen()).toMatch(/Declined .*insufficient/i);
    await requestSale({ sessionId: 'session-3' });
    await press('/decline', { session: 'session-3', tryAgain: 'true' });
    await passTime();
    expect(await screen()).toContain('Please pay');
  });

  it('is canceled with the red key', async () => {
    await requestSale();
    await press('/cancel');
    expect(await screen()).toContain('Canceled €11.70');
  });

  it('times out after the customer leaves, and shows that the customer has left', async () => {
    await requestSale();
    await press('/walk-away');
    const left = await (await get()).text();
    expect(left).toContain('The customer has left');
    expect(left).toContain('/cancel"');
    for (const key of ['card', 'decline', 'walk-away']) expect(left).not.toContain(`/${key}"`);
    expect(await screen()).toContain('Please pay');
    await press('/minute');
    expect(await screen()).toContain('Timed out €11.70');
  });

  it('ignores a second click', async () => {
    await requestSale();
    await card('5239290700000101');
    expect((await card('5239290700000101')).status).toBe(303);
    await passTime();
    expect((await card('5239290700000101')).status).toBe(303);
    expect(simulator.transactions.list()).toHaveLength(1);
  });

  it('only pays the request that the page showed', async () => {
    await requestSale();
    await press('/cancel');
    await requestSale({ sessionId: 'session-2' });
    for (const session of ['session-1', 'nothing', '']) {
      const rejected = await press('/card', { number: '5239290700000101', session });
      expect([rejected.status, rejected.html]).toEqual([409, expect.stringContaining('nothing was done')]);
    }
    await requestSale({ sessionId: 'session-3', terminalId: '16000011' });
    expect((await press('/cancel', { session: 'session-3' })).status).toBe(409);
    await passTime();
    expect(simulator.transactions.list()).toHaveLength(0);
  });

  it('rejects cards other than test cards with a message', async () => {
    await requestSale();
    const rejected = await card('4000000000000002');
    expect(rejected.status).toBe(400);
    expect(rejected.html).toContain('Only the test cards');
    expect(rejected.html).not.toContain('http-equiv="refresh"');
  });

  it('is switched off and on', async () => {
    await press('/power', { offline: 'true' });
    expect(await screen()).toContain('Switched off');
    await requestSale();
    // A request that was never shown does not change the screen.
    await press('/power', { offline: 'false' });
    expect(await screen()).toContain('Ready');
  });

  it('lets customers pay automatically or wait', async () => {
    await press('/customers', { customer: 'pays' });
    await requestSale();
    await passTime();
    expect(await screen()).toContain('Approved');
    await press('/customers', { customer: 'waits' });
    await requestSale({ sessionId: 'session-2' });
    await passTime();
    expect(await screen()).toContain('Please pay');
  });

  it('responds with 404 for an unknown terminal', async () => {
    expect((await get('/terminal/99999999')).status).toBe(404);
    expect((await get(`/terminal/${encodeURIComponent(HOSTILE)}`)).status).toBe(404);
    const response = await fetch(`${simulator.url}/terminal/99999999/minute`, { method: 'POST' });
    expect(response.status).toBe(404);
  });

  it('rejects cross-site forms and blocks other scripts', async () => {
    await requestSale();
    expect((await press('/cancel', {}, { origin: 'https://other.example' })).status).toBe(403);
    const policy = (await get()).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; form-action 'self';/,
    );
    const html = await (await get()).text();
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="3"></noscript>');
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('names a terminal, which keeps its number without a name', async () => {
    await press('/name', { name: ' Till <1> ' });
    expect(simulator.terminals.list()[0]).toMatchObject({ terminalId: TERMINAL, name: 'Till <1>' });
    for (const path of ['/terminal', `/terminal/${TERMINAL}`]) {
      const html = await (await get(path)).text();
      expect(html).toContain('Till &lt;1&gt;');
      expect(html).not.toContain('Counter 1<');
    }
    expect((await press('/name', { name: 'x'.repeat(61) })).html).toContain(
      'name: expected text of at most 60',
    );
    await press('/name', { name: '' });
    expect(await (await get('/terminal')).text()).toContain('<strong>Counter 1</strong>');
  });

  it("keeps a connected merchant's terminals apart, which have the same IDs", async () => {
    const { account, terminals } = simulator.connectedMerchants.connect({ companyName: 'Green Tea' });
    const { merchantId } = account.credentials.merchant;
    const list = await (await get(`/terminal?merchant=${merchantId}`)).text();
    expect(list).toContain(`<option value="${merchantId}" selected>Green Tea (`);
    expect(list).toContain(`href="/terminal/${TERMINAL}?merchant=${merchantId}"`);
    await press(`/power?merchant=${merchantId}`, { offline: 'true' });
    expect(terminals.list()[0]).toMatchObject({ terminalId: TERMINAL, offline: true });
    expect(simulator.terminals.list()[0]).toMatchObject({ offline: false });
    const own = await (await get(`/terminal/${TERMINAL}?merchant=${merchantId}`)).text();
    expect(own).toContain('Switch the terminal on');
    expect(own).toContain(`action="/terminal/${TERMINAL}/minute?merchant=${merchantId}"`);
    expect(await (await get()).text()).toContain('Switch the terminal off');
  });
});

describe('a fiscal sale at the terminal', () => {
  const GREEK =
    'Ά Έ Ή Ί Ό Ύ Ώ Ϊ Ϋ ά έ ή ί ό ύ ώ ϊ ϋ ΐ ΰ ς ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ αβγδεζηθικλμνξοπρστυφχψω Οδυσσεύς';
  const sale = () => signedSale(simulator.clock.now(), { amount: 1170, vat: 170, gross: 1170 });
  beforeEach(() => void simulator.permissions.set({ useAade: true }));

  it('shows what the cashier needs: UID, payment ID and a Greek receipt, right to the letter', async () => {
    await requestSale({ ...sale(), customerTrns: GREEK });
    expect(await screen()).toContain(`Fiscal sale · provider 999 UID ${SALE_UID}`);
    expect(await (await get()).text()).not.toContain('id="receipt-title"');
    await card('5239290700000101');
    await passTime();
    const [{ transactionId = '', aadeTransactionId = '' } = {}] =
      servicesOf(simulator).terminalSessions.list();
    expect(await screen()).toContain(`Payment ID ${aadeTransactionId}`);
    const [, receipt = ''] =
      /<pre class="receipt" lang="el"[^>]*>(.*?)<\/pre>/s.exec(await (await get()).text()) ?? [];
    const lines = receipt.split('\n');
    expect(lines.every((line) => line.length <= 32 || line.includes('&'))).toBe(true);
    expect(lines.map((line) => line.trim()).join(' ')).toContain(GREEK);
    const { authorizationId } = simulator.transactions.get(transactionId ?? '');
    for (const line of [
      'ΑΓΟΡΑ',
      'ΣΥΝΟΛΟ                   11,70\u00a0€',
      'ΗΜΕΡΟΜΗΝΙΑ      03/02/2026 12:00',
      'ΤΕΡΜΑΤΙΚΟ               16000010',
      `ΕΓΚΡΙΣΗ                   ${authorizationId}`,
      SALE_UID.slice(0, 32),
      SALE_UID.slice(32),
      aadeTransactionId,
    ])
      expect(lines).toContain(line);
  });

  it('writes a receipt for each text, also with letters outside the first plane', () => {
    const session = {
      kind: 'sale',
      state: 'approved',
      currencyCode: '978',
      terminalId: TERMINAL,
      tipAmount: 0,
    };
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(10 ** 9), (text, amount) => {
        const sale = { ...session, amount, customerTrns: text, card: null } as unknown as TerminalSession;
        const transaction = { authorizationId: '123456', createdAt: 0 } as unknown as Transaction;
        const lines = receiptLines(sale, transaction, `🏪${text}`);
        expect(lines.filter((line) => [...line].length > 32)).toEqual([]);
        const letters = (value: string): string => value.normalize('NFC').replaceAll(/\s+/g, '');
        expect(letters(lines.join(''))).toContain(letters(text));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('shows why a sale was not taken, with the fix', async () => {
    await requestSale();
    expect(await screen()).toMatch(
      /Not done .*Only AADE transactions are accepted while AADE is on .*aadeProviderId/,
    );
    await requestSale({ ...sale(), sessionId: 'session-2', aadeProviderId: '108' });
    expect(await screen()).toContain('Provider 108 has no public key here.');
  });

  it('lists the preloaded sales, and starts the one that the cashier chooses', async () => {
    await requestSale({ ...sale(), aadePreloaded: true, merchantReference: HOSTILE });
    await requestSale({ ...sale(), aadePreloaded: true, sessionId: 'session-2' });
    expect(await screen()).toContain('Ready');
    const html = await (await get()).text();
    expect(html.match(/class="waiting"[^]*?name="sessionId"/g)).toHaveLength(2);
    expect(html).toContain('Waits until 2026-02-04 12:00 in Athens');
    expect(html).not.toContain(HOSTILE);
    await press('/preloaded', { sessionId: 'session-2' });
    expect(await screen()).toContain('Please pay €11.70');
    expect((await press('/preloaded', { sessionId: 'session-1' })).html).toContain(
      'is busy with another sale',
    );
    await press('/card', { session: 'session-2', number: '5239290700000101' });
    await passTime();
    expect(simulator.transactions.list()).toHaveLength(1);
    expect((await press('/preloaded', { sessionId: 'session-2' })).status).toBe(400);
  });

  it('sells by itself without a connection', async () => {
    expect((await press('/autonomous')).html).toContain('is connected');
    await press('/power', { offline: 'true' });
    expect((await press('/autonomous')).status).toBe(303);
    await passTime();
    expect(simulator.transactions.list()).toMatchObject([{ amount: 1000, status: 'F' }]);
    expect(await screen()).toContain('Sold without connection and signature');
  });
});
