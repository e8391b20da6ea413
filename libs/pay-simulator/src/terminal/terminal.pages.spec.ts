import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from '../index.js';

const TERMINAL = '16000010';
const HOSTILE = `</p><script>alert(1)</script>`;

let simulator: PaySimulator;
let token: string;
beforeEach(async () => {
  simulator = await createPaySimulator({ clock: 'manual', merchant: { companyTitle: HOSTILE } });
  simulator.terminals.configure({ customer: 'waits' });
  const { clientId, clientSecret } = simulator.credentials.cloudTerminal;
  const answer = await fetch(`${simulator.endpoints.accounts}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
afterEach(() => simulator.close());

/** Requests a payment of 11.70 EUR at the terminal. */
async function ask(more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const answer = await fetch(`${simulator.endpoints.api}/ecr/v1/transactions:sale`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      sessionId: 'session-1',
      terminalId: TERMINAL,
      cashRegisterId: 'till-1',
      amount: 1170,
      currencyCode: '978',
      merchantReference: 'receipt-1',
      customerTrns: HOSTILE,
      ...more,
    }),
  });
  if (!answer.ok) throw new Error(`no sale: HTTP ${answer.status}`);
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
  const answer = await fetch(`${simulator.url}/terminal/${TERMINAL}${key}`, {
    method: 'POST',
    body: new URLSearchParams({ session: 'session-1', ...fields }),
    headers,
    redirect: 'manual',
  });
  return { status: answer.status, html: await answer.text() };
}
const card = (number: string): Promise<{ status: number; html: string }> => press('/card', { number });
const pass = (): Promise<void> => simulator.clock.advance(5_000);

describe('the list of terminals', () => {
  it('is linked from the console, and shows each terminal with its screen', async () => {
    expect(await (await get('/console')).text()).toContain('href="/terminal"');
    await ask();
    const html = await (await get('/terminal')).text();
    expect(html).toContain(`href="/terminal/${TERMINAL}"`);
    expect(html).toContain('Waits for a card: €11.70');
    expect(html).toContain('Out of service');
    expect(html).toContain('>Live (1)<');
    expect(html).toContain('>Broken (6)<');
  });

  it('changes the behaviour of customers and terminals, and names an invalid field', async () => {
    const fields = {
      customer: 'waits',
      customerDelayMs: '500',
      unreachable: 'silent',
      saveDelayMs: '2000',
    };
    const save = (more: object): Promise<Response> =>
      fetch(`${simulator.url}/terminal`, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, ...more }),
        redirect: 'manual',
      });
    expect((await save({})).status).toBe(303);
    expect(simulator.terminals.behaviour).toEqual({
      customer: 'waits',
      customerDelayMs: 500,
      unreachable: 'silent',
      saveDelayMs: 2000,
    });
    for (const [name, value] of [
      ['customer', 'runs'],
      ['customerDelayMs', '-1'],
      ['unreachable', ''],
      ['saveDelayMs', 'long'],
    ] as const) {
      const refused = await save({ [name]: value });
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining(`${name}: expected`),
      ]);
    }
  });
});

describe('a terminal', () => {
  it('waits for a request, then shows amount, currency and the text for the customer, never as markup', async () => {
    expect(await screen()).toBe('Ready Waiting for a request from the cash register.');
    await ask({ currencyCode: '392', amount: 500, tipAmount: 100 });
    expect(await screen()).toContain('Please pay JP¥600 with a tip of JP¥100');
    expect(await (await get()).text()).not.toContain('<script>alert');
    expect(await screen()).toContain('&lt;script&gt;alert(1)');
  });

  it('accepts a card, authorises the payment, and shows the result', async () => {
    await ask();
    expect((await card('5239290700000101')).status).toBe(303);
    expect(await screen()).toContain('Please wait €11.70');
    await pass();
    expect(await screen()).toMatch(/^Approved €11\.70 .* Mastercard 523929XXXXXX0101$/);
    expect(simulator.transactions.list()).toMatchObject([{ amount: 1170, status: 'F' }]);
  });

  it('has a key for every test card that a terminal can read', async () => {
    await ask();
    const numbers = [...(await (await get()).text()).matchAll(/name="number" value="(\d+)"/g)].map(
      ([, number]) => number ?? '',
    );
    expect(numbers.length).toBeGreaterThan(10);
    for (const [index, number] of numbers.entries()) {
      if (index > 0) await ask({ sessionId: `session-${index + 1}` });
      expect(await press('/card', { number, session: `session-${index + 1}` })).toMatchObject({
        status: 303,
      });
      await pass();
      expect(await screen()).toMatch(/^(Approved|Declined) /);
    }
  });

  it('declines because of the card, for a reason, and with a request for another card', async () => {
    await ask();
    await card('4147463011110141');
    await pass();
    expect(await screen()).toContain('Declined €11.70');
    await ask({ sessionId: 'session-2' });
    await press('/decline', { session: 'session-2', reason: '10051' });
    await pass();
    expect(await screen()).toMatch(/Declined .*insufficient/i);
    await ask({ sessionId: 'session-3' });
    await press('/decline', { session: 'session-3', again: 'yes' });
    await pass();
    expect(await screen()).toContain('Please pay');
  });

  it('is cancelled with the red key', async () => {
    await ask();
    await press('/cancel');
    expect(await screen()).toContain('Cancelled €11.70');
  });

  it('times out after the customer leaves, and shows that the customer has left', async () => {
    await ask();
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
    await ask();
    await card('5239290700000101');
    expect((await card('5239290700000101')).status).toBe(303);
    await pass();
    expect((await card('5239290700000101')).status).toBe(303);
    expect(simulator.transactions.list()).toHaveLength(1);
  });

  it('only pays the request that the page showed', async () => {
    await ask();
    await press('/cancel');
    await ask({ sessionId: 'session-2' });
    for (const session of ['session-1', 'nothing', '']) {
      const refused = await press('/card', { number: '5239290700000101', session });
      expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('nothing was done')]);
    }
    await ask({ sessionId: 'session-3', terminalId: '16000011' });
    expect((await press('/cancel', { session: 'session-3' })).status).toBe(409);
    await pass();
    expect(simulator.transactions.list()).toHaveLength(0);
  });

  it('rejects cards other than test cards with a message', async () => {
    await ask();
    const refused = await card('4000000000000002');
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Only the test cards');
    expect(refused.html).not.toContain('http-equiv="refresh"');
  });

  it('is switched off and on', async () => {
    await press('/power', { offline: 'yes' });
    expect(await screen()).toContain('Switched off');
    await ask();
    // A request that was never shown does not change the screen.
    await press('/power', { offline: 'no' });
    expect(await screen()).toContain('Ready');
  });

  it('lets customers pay automatically or wait', async () => {
    await press('/customers', { customer: 'pays' });
    await ask();
    await pass();
    expect(await screen()).toContain('Approved');
    await press('/customers', { customer: 'waits' });
    await ask({ sessionId: 'session-2' });
    await pass();
    expect(await screen()).toContain('Please pay');
  });

  it('answers 404 for an unknown terminal', async () => {
    expect((await get('/terminal/99999999')).status).toBe(404);
    expect((await get(`/terminal/${encodeURIComponent(HOSTILE)}`)).status).toBe(404);
    const answer = await fetch(`${simulator.url}/terminal/99999999/minute`, { method: 'POST' });
    expect(answer.status).toBe(404);
  });

  it('rejects cross-site forms and blocks other scripts', async () => {
    await ask();
    expect((await press('/cancel', {}, { origin: 'https://elsewhere.example' })).status).toBe(403);
    const policy = (await get()).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; form-action 'self';/,
    );
    const html = await (await get()).text();
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="3"></noscript>');
    expect(html.match(/<script/g)).toHaveLength(1);
  });
});
