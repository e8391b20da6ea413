import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GOOD_CARD, Merchant } from '../../../testing/merchant.js';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe' });
});
afterAll(() => merchant.simulator.close());

describe('createSource', () => {
  it.each([
    [{ domain: '1234567890123456' }, 'domain: expected a domain without scheme and path'],
    [
      { pathSuccess: 'thank you' },
      'pathSuccess, pathFail: expected paths without white space and backslashes',
    ],
    [{ pathFail: 'sorry\\' }, 'pathSuccess, pathFail: expected paths without white space and backslashes'],
  ])('refuses %j, from which no address follows', async (changes, message) => {
    const source = { sourceCode: '7777', name: 'Shop', isSecure: true, pathSuccess: 'ok', pathFail: 'fail' };
    const { status, json } = await merchant.web('POST', '/api/sources', {
      ...{ ...source, domain: 'shop.example' },
      ...changes,
    });
    expect([status, json.ErrorText]).toEqual([400, message]);
  });
});

describe('createOrder', () => {
  it('accepts every documented field, and getOrder returns the values', async () => {
    const code = await merchant.order({
      amount: 4000,
      customerTrns: '2 tickets',
      merchantTrns: 'order-77',
      customer: {
        email: 'john@example.com',
        fullName: 'John Doe',
        phone: '+30999999999',
        countryCode: 'GB',
        requestLang: 'fr-FR',
      },
      dynamicDescriptor: 'Café-77',
      paymentTimeout: 60,
      currencyCode: '826',
      tipAmount: 100,
      maxInstallments: 12,
      tags: ['spring'],
      paymentMethodFees: [{ paymentMethodId: '35', fee: 550 }],
      cardTokens: ['ct_5d0a4e3a7e04469f82da228ca98fd661'],
      disableCash: true,
    });
    const { status, text } = await merchant.web('GET', `/api/orders/${code}`);
    expect(status).toBe(200);
    expect(text).toBe(
      `{"OrderCode":${code},"SourceCode":"Default","Tags":["spring"],"TipAmount":1.00,"RequestLang":"fr-FR",` +
        '"MerchantTrns":"order-77","CustomerTrns":"2 tickets","MaxInstallments":12,"RequestAmount":40.00,' +
        '"ExpirationDate":"2026-02-03T12:01:00","StateId":0}',
    );
    expect(merchant.simulator.orders.get(code).dynamicDescriptor).toBe('Caf  77');
  });

  it('creates order codes that JSON.parse rounds [payments.1]', async () => {
    const { text } = await merchant.api('POST', '/checkout/v2/orders', { amount: 30 });
    const [, digits = ''] = /(\d{16})/.exec(text) ?? [];
    expect(String((JSON.parse(text) as { orderCode: number }).orderCode)).not.toBe(digits);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{}, 'amount'],
    [{ amount: 2 ** 60 }, 'amount'],
    [{ amount: 30, isCardVerification: true }, 'amount'],
    [{ amount: 1000, customerTrns: 'x'.repeat(2049) }, 'customerTrns'],
    [{ amount: 1000, merchantTrns: 'x'.repeat(2049) }, 'merchantTrns'],
    [{ amount: 1000, customer: { email: 'x'.repeat(51) } }, 'customer.email'],
    [{ amount: 1000, customer: { countryCode: 'GBR' } }, 'customer.countryCode'],
    [{ amount: 1000, dynamicDescriptor: 'x'.repeat(14) }, 'dynamicDescriptor'],
    [{ amount: 1000, paymentTimeout: 432_001 }, 'paymentTimeout'],
    [{ amount: 1000, currencyCode: '999' }, 'currencyCode'],
    [{ amount: 1000, maxInstallments: 37 }, 'maxInstallments'],
    [{ amount: 1000, tipAmount: 1001 }, 'tipAmount'],
    [{ amount: 1000, stateId: 1 }, 'stateId, urlFail'],
    ...['http://[', 'https://', 'javascript:alert(1)', '/too-late'].map(
      (urlFail) => [{ amount: 1000, stateId: 1, urlFail }, 'urlFail'] as const,
    ),
    [{ amount: 1000, stateId: 2, urlFail: 'https://shop.example/x' }, 'stateId'],
    [{ amount: 1000, cardTokens: Array.from({ length: 11 }, (_, index) => `ct_${index}`) }, 'cardTokens'],
    [{ amount: 1000, paymentMethods: [5] }, 'paymentMethods'],
    [{ amount: 1000, paymentMethodFees: [{ paymentMethodId: '35' }] }, 'paymentMethodFees[0].fee'],
    [{ amount: 1000, tags: [1] }, 'tags'],
    [
      {
        amount: 1000,
        klarnaOrderOptions: { orderLines: [{ name: 'Product', quantity: -1, unitPrice: 1, totalAmount: 1 }] },
      },
      'klarnaOrderOptions.orderLines[0].quantity',
    ],
  ])('rejects %j and names the field', async (body, field) => {
    const { status, json } = await merchant.api('POST', '/checkout/v2/orders', body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ status: 400, eventId: '0' });
    expect(String(json.message)).toContain(`${field}: expected`);
  });

  it('takes an order that asks for several kinds, and pre-authorization wins over recurring charges and installments', async () => {
    const kinds = { preauth: true, allowRecurring: true, maxInstallments: 3 };
    const { json } = await merchant.api('POST', '/checkout/v2/orders', { amount: 1000, ...kinds });
    expect(merchant.simulator.orders.get(String(json.orderCode))).toMatchObject({
      preauth: true,
      allowRecurring: false,
      maxInstallments: 0,
    });
  });

  it('accepts a pre-authorization with a tip, but fails every payment of it [payments.15]', async () => {
    const code = await merchant.order({ amount: 1000, preauth: true, tipAmount: 10 });
    expect(merchant.simulator.checkout.pay(code, GOOD_CARD).kind).toBe('declined');
    expect(merchant.simulator.transactions.list({ orderCode: code })).toMatchObject([
      { status: 'E', eventId: 10_012 },
    ]);
  });

  it('reads names case-insensitively, null as absent, and a currency as a number [auth.5]', async () => {
    const code = await merchant.api('POST', '/checkout/v2/orders', {
      AMOUNT: 500,
      Customer: { FULLNAME: 'Jo' },
      currencyCode: 36,
      merchantTrns: null,
    });
    const order = merchant.simulator.orders.get(String(code.json.orderCode));
    expect(order).toMatchObject({
      amount: 500,
      currencyCode: '036',
      merchantTrns: '',
      customer: { fullName: 'Jo' },
    });
  });

  it('rejects a source that does not exist, has another case, lacks a leading zero or is disabled [fees-sources.2]', async () => {
    merchant.simulator.sources.save({ code: '7000', active: false });
    merchant.simulator.sources.save({ code: '0042' });
    for (const sourceCode of ['default', '7000', '9999', '42', 42]) {
      const { status, json } = await merchant.api('POST', '/checkout/v2/orders', {
        amount: 1000,
        sourceCode,
      });
      expect([status, json.status]).toEqual([403, 403]);
    }
  });

  it('has a source Default from the beginning, and takes a source code as a number [fees-sources.3] [fees-sources.7]', async () => {
    expect(merchant.simulator.sources.list().find(({ code }) => code === 'Default')).toBeDefined();
    merchant.simulator.sources.save({ code: '1234' });
    for (const sourceCode of ['Default', 1234, '1234'])
      expect((await merchant.api('POST', '/checkout/v2/orders', { amount: 1000, sourceCode })).status).toBe(
        200,
      );
  });

  it.each([
    ['en', 'el-GR'],
    ['EN-US', 'en-US'],
    ['fren-US', 'el-GR'],
    ['xx-XX', 'el-GR'],
    ['', 'el-GR'],
  ])(
    'takes the language %j as %s: an unknown one falls back to that of the source',
    async (sent, language) => {
      merchant.simulator.sources.save({ code: 'Default', language: 'el-GR' });
      const codes = [
        await merchant.order({ customer: { requestLang: sent } }),
        String(
          (await merchant.web('POST', '/api/orders', { Amount: 1000, RequestLang: sent })).json.OrderCode,
        ),
      ];
      for (const code of codes)
        expect((await merchant.web('GET', `/api/orders/${code}`)).json.RequestLang).toBe(language);
    },
  );

  it('rejects another content type', async () => {
    const authorization = await merchant.token();
    const form = await merchant.call('api', 'POST', '/checkout/v2/orders', {
      body: new URLSearchParams({ amount: '1000' }),
      authorization,
    });
    expect(form.status).toBe(415);
  });

  it('ignores an idempotency key', async () => {
    const authorization = await merchant.token();
    const create = () =>
      merchant.call('api', 'POST', '/checkout/v2/orders', {
        body: { amount: 1000 },
        authorization,
        headers: { 'idempotency-key': 'one' },
      });
    expect((await create()).text).not.toBe((await create()).text);
  });
});

describe('an order', () => {
  const stateOf = async (code: string): Promise<unknown> =>
    (await merchant.web('GET', `/api/orders/${code}`)).json.StateId;

  it.each([
    ['392', 'RequestAmount":1000,'],
    ['414', 'RequestAmount":1.000,'],
    ['978', 'RequestAmount":10.00,'],
  ])(
    'has amounts in major units of currency %s, without the currency [payments.4]',
    async (currencyCode, expected) => {
      const { text } = await merchant.web('GET', `/api/orders/${await merchant.order({ currencyCode })}`);
      expect(text).toContain(expected);
      expect(text).not.toMatch(/currency/i);
    },
  );

  it('expires after its timeout, by default 1800 s, without a webhook', async () => {
    const code = await merchant.order();
    await merchant.simulator.clock.advance(1_799_999);
    expect(await stateOf(code)).toBe(0);
    await merchant.simulator.clock.advance(1);
    expect(await stateOf(code)).toBe(1);
  });

  it('never expires with the timeout 65535', async () => {
    const code = await merchant.order({ paymentTimeout: 65_535 });
    await merchant.simulator.clock.advance(365 * 86_400_000);
    expect(await stateOf(code)).toBe(0);
  });

  it('can be canceled repeatedly, and stays paid if it is paid', async () => {
    const code = await merchant.order();
    for (let time = 0; time < 2; time++) {
      const { status, json } = await merchant.web('DELETE', `/api/orders/${code}`);
      expect([status, json.Success, json.ErrorCode, json.OrderCode]).toEqual([200, true, 0, code]);
    }
    expect(await stateOf(code)).toBe(2);
    const paid = await merchant.paid();
    expect((await merchant.web('DELETE', `/api/orders/${paid.orderCode}`)).json.Success).toBe(true);
    expect(await stateOf(paid.orderCode)).toBe(3);
  });

  it('is updated with an empty 200, which can revoke a cancellation [auth.5] [payments.8]', async () => {
    const code = await merchant.order();
    const { status, text } = await merchant.web('PATCH', `/api/orders/${code}`, {
      Amount: 1500,
      expirationDate: '2027-12-01T08:00:00+00:00',
      isCanceled: true,
    });
    expect([status, text]).toEqual([200, '']);
    const { json } = await merchant.web('GET', `/api/orders/${code}`);
    expect(json).toMatchObject({ RequestAmount: 15, ExpirationDate: '2027-12-01T10:00:00', StateId: 2 });
    await merchant.web('PATCH', `/api/orders/${code}`, { isCanceled: false });
    expect(await stateOf(code)).toBe(0);
    expect((await merchant.web('PATCH', `/api/orders/${code}`, { amount: 0 })).status).toBe(400);
  });

  it('that is unknown gets 404 by each operation', async () => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, json } = await merchant.web(
        method,
        '/api/orders/1272214778972604',
        method === 'PATCH' ? {} : undefined,
      );
      expect([status, json.Success, json.ErrorCode]).toEqual([404, false, 404]);
    }
  });
});

describe('createLegacyOrder', () => {
  it('accepts older names in any case and booleans as strings, and returns an envelope', async () => {
    const { status, json } = await merchant.web('POST', '/api/orders', {
      Amount: 1000,
      FullName: 'John Doe',
      IsPreAuth: 'true',
      PaymentTimeOut: 86_400,
      MaxInstallments: 1,
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ErrorCode: 0,
      ErrorText: null,
      Success: true,
      EventId: 0,
      CorrelationId: null,
    });
    expect(json.TimeStamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}\+0[23]:00$/);
    expect(merchant.simulator.orders.get(String(json.OrderCode))).toMatchObject({
      preauth: true,
      customer: { fullName: 'John Doe' },
    });
  });

  it('rejects an unknown source with HTTP 200 and Success false [payments.6]', async () => {
    const { status, json } = await merchant.web('POST', '/api/orders', { amount: 1000, sourceCode: 'none' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ OrderCode: null, ErrorCode: 403, Success: false });
  });
});
