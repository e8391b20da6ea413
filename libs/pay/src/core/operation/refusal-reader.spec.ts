import { describe, expect, it } from '@jest/globals';
import { PayWallet } from '../../client.js';
import { TestingTransport } from '../../client.testing.js';

const SESSION = { sessionId: 'session-1' };

/** Returns the error of a call that the service rejects with this status and body. */
async function errorOf(status: number, body: unknown) {
  const transport = new TestingTransport([
    { status, body: typeof body === 'string' ? body : JSON.stringify(body) },
  ]);
  const credentials = {
    clientId: 'client-id',
    clientSecret: 'secret-of-client',
    merchantId: 'm',
    apikey: 'k',
  };
  const wallet = new PayWallet({ ...credentials, dev: true, maxRetries: 0, transport });
  const result = await wallet.pos.session.retrieveSessionById(SESSION);
  if (result.success) throw new Error('expected a rejection');
  return result.error;
}

const NOT_A_NUMBER = {
  loc: ['body', 'amount'],
  msg: 'value is not a valid integer',
  type: 'type_error.integer',
};

describe('the error of a rejection', () => {
  it.each<[string, number, unknown, object]>([
    [
      'detail as a string',
      401,
      { detail: 'Could not validate credentials' },
      { serviceText: 'Could not validate credentials', fields: [] },
    ],
    [
      'detail as a list',
      422,
      { detail: [NOT_A_NUMBER, { loc: ['body', 'isvDetails', 'amount'], msg: 'field required' }] },
      {
        serviceText: 'amount value is not a valid integer; isvDetails.amount field required',
        fields: [
          { field: 'amount', problem: 'value is not a valid integer' },
          { field: 'isvDetails.amount', problem: 'field required' },
        ],
      },
    ],
    [
      'detail about the whole body, an item of a list and the query',
      422,
      {
        detail: [
          { loc: ['body'], msg: 'no dict' },
          { loc: ['body', 'items', 0, 'id'], msg: 'a' },
          { loc: ['query', 'date'], msg: 'b' },
        ],
      },
      {
        fields: [
          { field: 'body', problem: 'no dict' },
          { field: 'items.0.id', problem: 'a' },
          { field: 'date', problem: 'b' },
        ],
      },
    ],
    [
      'a field that is called body',
      422,
      { detail: [{ loc: ['body', 'body'], msg: 'x' }] },
      { fields: [{ field: 'body', problem: 'x' }] },
    ],
    ['detail without a location', 422, { detail: [{ msg: 'x' }] }, { serviceText: 'x', fields: [] }],
    [
      'detail as a list of other values',
      422,
      { detail: [null, 1, 'x', { loc: 'body', msg: {} }, { loc: [{}, null], msg: 'y' }] },
      { serviceText: 'y', fields: [] },
    ],
    ['detail as an empty list', 422, { detail: [] }, { serviceText: null, fields: [] }],
    ['Message', 400, { Message: 'The request is invalid.' }, { serviceText: 'The request is invalid.' }],
    ['Message and Eventid', 400, { Message: 'no', Eventid: 1201 }, { serviceText: 'no', eventId: 1201 }],
    [
      'an empty message with a detail',
      400,
      { message: ' ', Message: null, detail: 'why' },
      { serviceText: 'why' },
    ],
    ['a message that is not a string', 400, { message: { a: 1 }, detail: 'why' }, { serviceText: 'why' }],
    [
      'the form of the api host',
      403,
      { status: 403, message: 'why', eventId: '12' },
      { serviceText: 'why', eventId: 12 },
    ],
    [
      'the form of the web host',
      403,
      { ErrorCode: 403, ErrorText: 'why', EventId: 12 },
      { serviceCode: '403', serviceText: 'why', eventId: 12 },
    ],
    ['HTML', 502, '<html>', { serviceText: null, fields: [] }],
    ['a list', 422, [NOT_A_NUMBER], { serviceText: null, fields: [] }],
  ])(
    'contains the service’s words and fields: %s [auth.6] [pos.18]',
    async (_form, status, body, expected) => {
      expect(await errorOf(status, body)).toMatchObject({ httpStatus: status, ...expected });
    },
  );

  it('contains no secret and no card number', async () => {
    const error = await errorOf(422, {
      detail: [{ loc: ['body', '4147463011110133'], msg: 'secret-of-client is no amount' }],
    });
    expect(error.fields).toHaveLength(1);
    expect(JSON.stringify(error)).not.toMatch(/4147463011110133|secret-of-client/);
  });

  it('contains at most 50 fields', async () => {
    const detail = Array.from({ length: 500 }, (_, index) => ({ loc: ['body', `f${index}`], msg: 'wrong' }));
    const { fields, serviceText } = await errorOf(422, { detail });
    expect(fields.length).toBeLessThanOrEqual(50);
    expect(serviceText?.length).toBeLessThanOrEqual(501);
  });
});

/** Moves the cursor, adds a line, and reverses the text direction. */
const FORGED = 'declined\u001b[2K\r\npay refund succeeded\u2028\u202e\u009b';
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

describe('control characters in a response', () => {
  it.each<[string, number, object]>([
    ['an error description', 400, { error: FORGED, error_description: FORGED }],
    ['a message', 400, { message: FORGED }],
    ['a legacy envelope', 200, { Success: false, ErrorCode: FORGED, ErrorText: FORGED }],
    ['a list of fields', 422, { detail: [{ loc: ['body', FORGED], msg: FORGED }] }],
  ])('are escaped in the result and in the log line: %s', async (_where, status, body) => {
    const lines: string[] = [];
    const transport = new TestingTransport([{ status, body: JSON.stringify(body) }]);
    const wallet = new PayWallet({
      clientId: 'client-id',
      clientSecret: 'secret-of-client',
      merchantId: 'm',
      apikey: 'k',
      dev: true,
      logs: true,
      logger: { error: (line) => lines.push(line) },
      maxRetries: 0,
      transport,
    });
    const result = await wallet.pos.session.retrieveSessionById(SESSION);
    if (result.success) throw new Error('expected a rejection');
    const { serviceCode, serviceText, fields } = result.error;
    const shown = [result.message, serviceCode, serviceText, ...fields.flatMap(Object.values), ...lines];
    expect(result.message).toContain('declined\\u001b[2K\\u000d\\u000apay refund');
    for (const text of shown) if (text !== null) expect(text).not.toMatch(CONTROLS);
  });

  it('do not prevent the redaction of a card number', async () => {
    const error = await errorOf(400, { message: 'card 4111\u200e1111\n1111\u00001111 declined' });
    expect(error.serviceText).toBe('card [hidden] declined');
  });
});
