import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';

const SALE = {
  sessionId: 'session-1',
  terminalId: '16000010',
  cashRegisterId: 'till-1',
  amount: 1000,
  currencyCode: '978',
  merchantReference: 'receipt-1',
};
const NO_OBJECT = {
  detail: [{ type: 'dict_type', loc: ['body'], msg: 'Input should be a valid dictionary' }],
};
const NOT_VALIDATED = { detail: 'Could not validate credentials' };

describe('errors of the card terminal API', () => {
  let merchant: Merchant;
  let till: string;
  beforeAll(async () => {
    merchant = await Merchant.start();
    till = await merchant.token(merchant.simulator.credentials.cloudTerminal);
  });
  afterAll(() => merchant.simulator.close());

  const call = (method: string, path: string, authorization: string | undefined, body?: unknown) =>
    merchant.call('api', method, `/ecr/v1/${path}`, { authorization, body });

  it.each([
    ['no token', () => undefined],
    ['a checkout token without the scope', () => merchant.token()],
    ['a token that was never issued', () => 'Bearer nonsense'],
  ])('are 401 with a detail for %s', async (_name, token) => {
    const authorization = await token();
    const responses = [
      await call('POST', 'transactions:sale', authorization, SALE),
      await call('POST', 'devices:search', authorization, {}),
      await call('GET', 'sessions/session-1', authorization),
      await call('DELETE', 'sessions/session-1?cashRegisterId=till-1', authorization),
    ];
    for (const { status, json } of responses) expect([status, json]).toEqual([401, NOT_VALIDATED]);
  });

  it.each([
    ['a form', new URLSearchParams({ sessionId: 'session-1' }), 'application/x-www-form-urlencoded'],
    ['JSON with content type text', JSON.stringify(SALE), 'text/plain'],
    ['a JSON list', '[]', 'application/json'],
    ['an empty body', undefined, 'application/json'],
  ])('are 422 with the location of the body for %s', async (_name, body, contentType) => {
    for (const path of ['transactions:sale', 'devices:search', 'actions']) {
      const { status, json } = await merchant.call('api', 'POST', `/ecr/v1/${path}`, {
        authorization: till,
        body,
        headers: { 'content-type': contentType },
      });
      expect([path, status, json]).toEqual([path, 422, NO_OBJECT]);
    }
    expect(
      merchant.simulator.terminals.list().find(({ terminalId }) => terminalId === '16000010')?.session,
    ).toBeNull();
  });

  it('are 422 for invalid JSON', async () => {
    const { status, json } = await call('POST', 'transactions:sale', till, '{"sessionId":');
    expect([status, json]).toEqual([
      422,
      { detail: [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error: expected valid JSON' }] },
    ]);
  });

  it('list each missing member and each member of the wrong type, with its location', async () => {
    const sale = { ...SALE, terminalId: undefined, amount: '10.50', showReceipt: 'yes', isvDetails: [] };
    const { status, json } = await call('POST', 'transactions:sale', till, sale);
    expect([status, json]).toEqual([
      422,
      {
        detail: [
          { type: 'missing', loc: ['body', 'terminalId'], msg: 'Field required' },
          { type: 'int_type', loc: ['body', 'amount'], msg: 'Input should be a valid integer' },
          { type: 'bool_type', loc: ['body', 'showReceipt'], msg: 'Input should be a valid boolean' },
          { type: 'dict_type', loc: ['body', 'isvDetails'], msg: 'Input should be a valid dictionary' },
        ],
      },
    ]);
  });

  it('name a value that is not allowed in a text, with the event in the header', async () => {
    const response = await call('POST', 'transactions:sale', till, { ...SALE, amount: 0 });
    expect([response.status, response.headers.get('x-viva-eventid')]).toEqual([400, '1200']);
    expect(response.json).toEqual({ detail: expect.stringContaining('amount') });
  });

  it('differ from the 403 of checkout for a card terminal token', async () => {
    const { status, json } = await merchant.call('api', 'POST', '/checkout/v2/orders', {
      body: { amount: 1000 },
      authorization: till,
    });
    expect([status, json]).toEqual([403, { status: 403, message: null, eventId: '0' }]);
  });
});

it('errors of the token endpoint have the form of OAuth only', async () => {
  const merchant = await Merchant.start();
  const body = new URLSearchParams({ grant_type: 'x'.repeat(1_000_001) });
  const { status, json } = await merchant.call('accounts', 'POST', '/connect/token', { body });
  expect([status, json]).toEqual([413, { error: 'invalid_request' }]);
  await merchant.simulator.close();
});

describe('errors of orders', () => {
  let merchant: Merchant;
  beforeAll(async () => {
    merchant = await Merchant.start();
  });
  afterAll(() => merchant.simulator.close());

  it.each([
    ['an amount in quotes', { amount: '1.00' }],
    ['an amount in minor units in quotes', { amount: '1000' }],
    ['a flag in quotes', { amount: 1000, preauth: 'true' }],
    ['an amount with decimals', { amount: 10.5 }],
    ['a customer that is a text', { amount: 1000, customer: 'Max' }],
    ['tags that are a text', { amount: 1000, tags: 'a' }],
    ['a flag that is a word', { amount: 1000, preauth: 'maybe' }],
    ['a list', []],
    ['null', 'null'],
    ['invalid JSON', '{"amount":'],
  ])('do not name the member that the service cannot read: %s', async (_what, body) => {
    const response = await merchant.api('POST', '/checkout/v2/orders', body);
    expect([response.status, response.headers.get('x-viva-eventid'), response.json]).toEqual([
      400,
      '100700',
      {
        status: 400,
        message: 'RedirectCheckoutCreateOrderValidationFailed: Null options',
        eventId: '100700',
      },
    ]);
    expect(merchant.simulator.requests().at(-1)?.refused).toMatch(/expected/);
    expect(merchant.simulator.orders.list()).toEqual([]);
  });

  it('have the same form for an ISV', async () => {
    const authorization = await merchant.token(merchant.simulator.credentials.isv);
    const { merchantId } = merchant.simulator.connectedMerchants.connect().account.credentials.merchant;
    const path = `/checkout/v2/isv/orders?merchantId=${merchantId}`;
    const { json } = await merchant.call('api', 'POST', path, { authorization, body: { amount: '1.00' } });
    expect(json).toMatchObject({ message: expect.stringContaining('Null options'), eventId: '100700' });
  });

  it('name the member whose value is not allowed', async () => {
    const { status, json } = await merchant.api('POST', '/checkout/v2/orders', { amount: 0 });
    expect([status, json.message]).toEqual([400, expect.stringContaining('amount')]);
  });
});
