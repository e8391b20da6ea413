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
  detail: [{ loc: ['body'], msg: 'value is not a valid dict', type: 'type_error.dict' }],
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
    expect(merchant.simulator.terminals.session('16000010')).toBeUndefined();
  });

  it('are 422 for invalid JSON', async () => {
    const { status, json } = await call('POST', 'transactions:sale', till, '{"sessionId":');
    expect([status, json]).toEqual([
      422,
      { detail: [{ loc: ['body'], msg: 'expected valid JSON', type: 'value_error.jsondecode' }] },
    ]);
  });

  it('differ from the 403 of checkout for a card terminal token', async () => {
    const { status, json } = await merchant.call('api', 'POST', '/checkout/v2/orders', {
      body: { amount: 1000 },
      authorization: till,
    });
    expect([status, json]).toEqual([403, { status: 403, message: null, eventId: '0' }]);
  });
});
