import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GOOD_CARD, Merchant, basic } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { SCOPES } from '../domain/contract.generated.js';

// Requests of clients that others wrote, as facts: method, path, headers and body. Each group names the client and its file.
// What a client then reads of the response is asserted as well.

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe' });
});
afterEach(() => merchant.simulator.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const SITE = 'https://shop.example';
const pair = () => {
  const { merchantId, apikey } = merchant.simulator.credentials.merchant;
  return basic(merchantId, apikey);
};
const transactions = () => merchant.simulator.transactions.list();

/** What a browser sends if a page of the shop posts a form. */
const browse = (path: string, body: string, origin = SITE, redirect: RequestRedirect = 'follow') =>
  fetch(merchant.simulator.endpoints.web + path, {
    method: 'POST',
    headers: { ...FORM, origin },
    body,
    redirect,
  });

/** Sends a body with any method, which `fetch` does not do. */
const sendBody = (
  method: string,
  url: string,
  body: string,
  authorization = pair(),
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) };
    const headers = { authorization, 'content-type': 'application/json', ...length };
    const sent = request(url, { method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end(body);
  });

/** A token that asks for these scopes. */
async function tokenWith(...names: (keyof typeof SCOPES)[]): Promise<string> {
  const { clientId, clientSecret } = merchant.simulator.credentials.merchant;
  const scope = names.map((name) => SCOPES[name]).join(' ');
  const { json } = await merchant.call('accounts', 'POST', '/connect/token', {
    authorization: basic(clientId, clientSecret),
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  return `Bearer ${String(json.access_token)}`;
}

/** A webhook that responds to the verification request with this body. */
async function receiverWith(body: object): Promise<Receiver> {
  const receiver = await Receiver.start('');
  receiver.handshake = { status: 200, body: JSON.stringify(body) };
  return receiver;
}

/** The service's own client of 2016: github.com/VivaPayments/API CreateOrder/Python. */
describe('the client for Python', () => {
  const headers = { 'content-type': 'application/json' };

  it('cancels a transaction in the four steps of its own test', async () => {
    const { transactionId } = await merchant.paid({ amount: 100 });
    merchant.simulator.permissions.set({ sameDayPartialRefunds: false });
    const cancel = (query: string) => merchant.web('DELETE', `/api/transactions/${transactionId}${query}`);
    const read = async (query: string) => {
      const { status, json } = await cancel(query);
      return [status, json.ErrorCode, json.ErrorText, json.TransactionId === null];
    };
    expect(await read('')).toEqual([200, 400, expect.any(String), true]);
    expect(await read('?amount=10')).toEqual([200, 400, expect.any(String), true]);
    expect(transactions()).toHaveLength(1);
    expect(await read('?amount=100')).toEqual([200, 0, null, false]);
    expect(await read('?amount=100')).toEqual([200, 403, 'Non reversible transaction', true]);
    expect(transactions()).toHaveLength(2);
  });

  it('adds a source at /api/Sources, and creates, reads, updates and cancels an order', async () => {
    const source = {
      Name: 'Shop',
      SourceCode: '4711',
      Domain: 'shop.example',
      IsSecure: true,
      PathFail: 'failure',
      PathSuccess: 'success',
    };
    expect((await merchant.web('POST', '/api/Sources', source)).status).toBe(200);
    expect(merchant.simulator.sources.list().map(({ code }) => code)).toContain('4711');
    const call = (method: string, path: string, body?: string) =>
      merchant.call('web', method, path, { authorization: pair(), headers, body });
    const { OrderCode: code } = (await call('POST', '/api/orders', '{"Amount": 100}')).json;
    const update = await call('PATCH', `/api/orders/${String(code)}`, '{"Amount": 40000}');
    expect([update.status, update.text]).toEqual([200, '']);
    expect((await call('GET', `/api/orders/${String(code)}`)).json.RequestAmount).toBe(400);
    expect((await call('DELETE', `/api/orders/${String(code)}`)).json).toMatchObject({
      OrderCode: code,
      ErrorCode: 0,
    });
  });
});

/** github.com/delatbabel/omnipay-vivapayments src/Message/AbstractRestRequest.php, RefundRequest.php. */
describe('omnipay-vivapayments', () => {
  it('creates an order with nulls, and reads the two recorded responses of a refund', async () => {
    const order = {
      Amount: 1000,
      AllowRecurring: null,
      RequestLang: null,
      MerchantTrns: 'TestPurchase1',
      CustomerTrns: 'This is a test purchase transaction.',
      SourceCode: null,
    };
    const created = await merchant.web('POST', '/api/orders', order);
    expect(created.json).toMatchObject({ ErrorCode: 0, Success: true });
    const orderCode = String(created.json.OrderCode);
    const outcome = merchant.simulator.checkout.pay(orderCode, GOOD_CARD);
    const { id } = outcome.kind === 'approved' ? outcome.transaction : { id: outcome.kind };
    const query = 'Amount=1000&ActionUser=Shop&MerchantTrns=TestPurchase1&CustomerTrns=This+is+a+test';
    const refund = () => merchant.web('DELETE', `/api/transactions/${id}?${query}`);
    const first = await refund();
    expect(first.json).toMatchObject({ Amount: 10, StatusId: 'F', CurrencyCode: '978', EventId: 0 });
    expect(first.headers.get('x-viva-eventid')).toBeNull();
    const second = await refund();
    expect(second.json).toMatchObject({
      Amount: null,
      StatusId: 'E',
      TransactionId: null,
      RemainingRefunds: null,
      ErrorCode: 403,
      ErrorText: 'Non reversible transaction',
      EventId: 2055,
    });
    expect(second.headers.get('x-viva-eventid')).toBe('2055');
  });
});

/** github.com/VivaPayments/API issues 1734, 761: shops in PHP. */
describe('a shop with curl', () => {
  it.each(['{\n  "amount": 100,\n}', '{"amount":100}', 'Amount=500&ActionUser=development'])(
    'refunds nothing if the amount is in the body of the DELETE: %j',
    async (body) => {
      const { transactionId } = await merchant.paid();
      const { status, json } = await merchant.web('DELETE', `/api/transactions/${transactionId}`, body);
      expect([status, json.ErrorText]).toEqual([200, 'Negative or zero amount in reversal']);
      expect(transactions()).toHaveLength(1);
    },
  );
});

/** github.com/VivaPayments/API Plugins/opencart: the service's own plugin. */
describe('the plugin for OpenCart', () => {
  const create = async () => {
    const { json } = await merchant.web(
      'POST',
      '/api/orders',
      new URLSearchParams({
        Amount: '1050',
        RequestLang: 'en-US',
        Email: 'buyer@example.com',
        MaxInstallments: '1',
        MerchantTrns: 'REF1',
        SourceCode: 'Default',
        CurrencyCode: '978',
        PaymentTimeOut: '300',
      }),
    );
    return String(json.OrderCode);
  };

  it.each([
    '/web/newtransaction.aspx',
    '/web/newTransaction.aspx',
    '/Web/NewTransaction.aspx',
    '/web/checkout',
  ])('shows the order that a form of the shop posts to %s', async (path) => {
    const code = await create();
    const response = await browse(path, `Ref=${code}`);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(code)]);
    expect(merchant.simulator.orders.get(code).state).toBe(0);
  });

  it('changes nothing, although the form of another site has the fields of a payment', async () => {
    const code = await create();
    const card = new URLSearchParams({ form: 'x', number: GOOD_CARD.number, expiry: '08/40', cvc: '123' });
    const posted = await browse(`/web/checkout?ref=${code}`, card.toString(), SITE, 'manual');
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `/web/web/checkout?ref=${code}`]);
    expect((await browse(`/web/checkout/cancel?ref=${code}`, '')).status).toBe(403);
    expect([merchant.simulator.orders.get(code).state, transactions()]).toEqual([0, []]);
  });
});

/** github.com/supersonic2k22/vivawallet-payment-gateway-drupal-commerce src/PluginForm/VivaRedirect/VivaOffsiteForm.php. */
describe('the gateway for Drupal Commerce', () => {
  it('creates an order in the language of the site, and posts an empty form to its page', async () => {
    const code = await merchant.order({
      amount: 1999,
      customerTrns: 'Customer: anonymous',
      customer: { email: 'buyer@example.com', fullName: 'Alex Buyer', requestLang: 'en' },
      sourceCode: 'Default',
      merchantTrns: '17',
    });
    const response = await browse(`/web/checkout?ref=${code}&color=0a7a99`, '');
    expect(response.url).toMatch(new RegExp(`/web/checkout\\?ref=${code}&color=0a7a99$`));
    expect(await response.text()).toContain('19.99');
  });
});

/** github.com/WordPressBugBounty/plugins-viva-com-smart-for-woocommerce: the service's own plugin. */
describe('the plugin for WooCommerce', () => {
  const CHANNEL = 'F173274B-3EFD-4AC1-BCFA-A795D2266777';
  const URLS = {
    pathSuccess: 'wc-api/wc_vivacom_smart_success',
    pathFail: 'wc-api/wc_vivacom_smart_fail',
  };
  let authorization: string;
  beforeEach(async () => {
    authorization = await tokenWith(
      'payments:core:api:acquiring',
      'payments:core:api:acquiring:transactions',
      'payments:core:api:redirectcheckout',
      'payments:core:api:plugins',
      'payments:core:api:nativecheckoutv2',
      'payments:core:api:plugins:woocommerce',
    );
  });
  const call = (method: string, path: string, body?: unknown) =>
    merchant.call('api', method, path, {
      authorization,
      body,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });

  it('reads the currencies, and finds no source of its domain', async () => {
    expect((await call('GET', '/plugins/v1/merchants')).json).toEqual({ currencies: ['978'] });
    const sources = (await call('GET', '/plugins/v1/sources')).json as unknown as object[];
    expect(sources).toMatchObject([{ sourceCode: 'Default', name: 'Default', state: 1 }]);
    expect((await call('GET', '/plugins/v1/sources?sourceCode=WC-0101')).status).toBe(404);
  });

  it('creates a source, which has the paths as they were sent, and a code only once', async () => {
    const source = {
      domain: 'shop.example',
      sourceCode: 'WC-0101',
      name: 'Viva Wallet For WC - shop.example',
      state: 0,
      ...URLS,
      paramCancelOrder: 'canceled',
    };
    expect((await call('POST', '/plugins/v1/sources', source)).status).toBe(200);
    const listed = (await call('GET', '/plugins/v1/sources?sourceCode=WC-0101')).json;
    expect(listed).toEqual([
      { sourceCode: 'WC-0101', name: source.name, domain: 'shop.example', state: 1, ...URLS },
    ]);
    const again = await call('POST', '/plugins/v1/sources', source);
    expect([again.status, again.json.message]).toEqual([409, expect.stringContaining('already exists')]);
    expect(merchant.simulator.sources.list().at(-1)).toMatchObject({
      successUrl: 'https://shop.example/wc-api/wc_vivacom_smart_success',
      cancelParameter: 'canceled',
    });
  });

  it('registers its webhook once, verifies it with the member key, and gets events of its channel', async () => {
    const { key } = (await call('GET', '/plugins/v1/webhooks/token')).json;
    const receiver = await receiverWith({ key });
    try {
      const save = () => call('POST', '/plugins/v1/webhooks', { url: receiver.url });
      expect([(await save()).status, (await save()).text]).toEqual([200, expect.stringMatching(/./)]);
      expect(merchant.simulator.webhooks.list().map(({ eventTypeId }) => eventTypeId)).toEqual([1796, 1798]);
      const order = { amount: 2500, currencyCode: '978', sourceCode: 'Default', customer: {} };
      const created = await call('POST', '/checkout/v2/orders', order);
      const orderCode = String(created.json.orderCode);
      merchant.simulator.checkout.pay(orderCode, GOOD_CARD);
      await merchant.simulator.deliveries.settled();
      const [event] = receiver.dataOf(1796);
      expect(String(event?.ChannelId).toUpperCase()).toBe(CHANNEL);
      const rows = (await merchant.web('GET', `/api/transactions/?ordercode=${orderCode}`)).json.Transactions;
      expect(rows).toMatchObject([
        {
          ChannelId: event?.ChannelId,
          Order: { ChannelId: event?.ChannelId },
          Payment: { ChannelId: event?.ChannelId },
        },
      ]);
      const read = await call('GET', `/checkout/v2/transactions/${String(event?.TransactionId)}`);
      expect(read.json).toMatchObject({ statusId: 'F', orderCode });
      const refund = `amount=2500&currencyCode=978&sourceCode=Default`;
      const { json } = await call(
        'DELETE',
        `/acquiring/v1/transactions/${String(event?.TransactionId)}?${refund}`,
      );
      expect(json).toEqual({ transactionId: expect.any(String) });
      expect((await call('GET', `/plugins/v1/orders/${orderCode}`)).json).toMatchObject({ stateId: 3 });
    } finally {
      await receiver.close();
    }
  });

  it('is refused a webhook that responds with another key, and all calls without the scope', async () => {
    const receiver = await receiverWith({ key: 'other' });
    expect((await call('POST', '/plugins/v1/webhooks', { url: receiver.url })).status).toBe(400);
    await receiver.close();
    authorization = await tokenWith('payments:core:api:redirectcheckout');
    for (const path of ['merchants', 'sources', 'webhooks/token', 'orders/1'])
      expect((await call('GET', `/plugins/v1/${path}`)).status).toBe(403);
  });
});

/** github.com/stadem/viva-payments src/Request/Transaction.php, github.com/VivaPayments/API issue 2442: two merchants. */
describe('shops with orders of the checkout API', () => {
  it('get one constant as the channel of orders and transactions', async () => {
    const channel = '245a790d-c98d-4d80-ad97-a9b1efb5771e';
    const { transactionId } = await merchant.paid();
    const { json } = await merchant.web('GET', `/api/transactions/${transactionId}`);
    expect(json.Transactions).toMatchObject([
      { ChannelId: channel, Order: { ChannelId: channel }, Payment: { ChannelId: channel } },
    ]);
  });
});

/** github.com/VivaPayments/API Plugins/magento_vivawallet, github.com/OpenMageModuleFostering/nd_vivapayments, github.com/Tun2U/M2-Module-VivaPayments. */
describe('the modules for Magento', () => {
  it.each(['/api/orders', '/api/orders/', '/api/Orders'])(
    'post a form with numbers as text to %s, and read the transactions of the order',
    async (path) => {
      const form =
        'Amount=1234&RequestLang=fren-US&Email=buyer%40example.com&MaxInstallments=1&MerchantTrns=17&SourceCode=Default&CurrencyCode=978&PaymentTimeOut=300';
      const { json } = await merchant.call('web', 'POST', path, {
        authorization: pair(),
        headers: FORM,
        body: form,
      });
      expect(json).toMatchObject({ ErrorCode: 0, Success: true });
      const read = await merchant.web('GET', `/API/Transactions/?ordercode=${String(json.OrderCode)}`);
      expect(read.json).toMatchObject({ Transactions: [], ErrorCode: 0 });
    },
  );

  it('post the same values as JSON', async () => {
    const order = {
      Amount: '1234',
      MaxInstallments: '1',
      PaymentTimeOut: '300',
      DisableCash: 'true',
      MerchantTrns: 17,
      RequestLang: 'EN-US',
    };
    const { json } = await merchant.web('POST', '/api/orders', order);
    expect(json).toMatchObject({ ErrorCode: 0, Success: true });
    expect(merchant.simulator.orders.get(String(json.OrderCode))).toMatchObject({
      amount: 1234,
      merchantTrns: '17',
      language: 'en-US',
    });
  });
});

/** github.com/nmethenitis/nopcommerce_viva_payments VivaPaymentsDefaults.cs, and clients that send a body with each request. */
describe('clients that send a body with each GET and DELETE', () => {
  it.each(['null', '[]', '""', '{}', '{"amount":1}', 'x=1'])('are not refused for %s', async (body) => {
    const { orderCode, transactionId } = await merchant.paid();
    const { web, api } = merchant.simulator.endpoints;
    const send = (method: string, path: string) => sendBody(method, web + path, body);
    expect(await send('GET', `/api/orders/${orderCode}`)).toBe(200);
    expect(await send('GET', `/api/transactions/${transactionId}`)).toBe(200);
    const read = `${api}/checkout/v2/transactions/${transactionId}`;
    expect(await sendBody('GET', read, body, await merchant.token())).toBe(200);
    expect(await send('DELETE', `/api/transactions/${transactionId}?amount=1000&sourcecode=Default`)).toBe(
      200,
    );
    expect(transactions().map(({ status }) => status)).toEqual(['X', 'F']);
  });
});

/** github.com/odoo/odoo addons/pos_viva_com/models/pos_payment_method.py, and its issues 170531 and 184048. */
describe('Odoo', () => {
  it('asks for a new token after the detail of the old one, and shows the list of a missing terminal', async () => {
    const sale = {
      sessionId: '00007-001-0001 - c9a31bfb-b517-4e65-a1ee-b00a1d86731b',
      cashRegisterId: 'Mitchell Admin',
      amount: 2068,
      currencyCode: 978,
      merchantReference: '00007-001-0001 - c9a31bfb-b517-4e65-a1ee-b00a1d86731b/7',
      customerTrns: ' ',
      preauth: false,
      maxInstalments: 0,
      tipAmount: 0,
    };
    const send = (authorization: string, body: object) =>
      merchant.call('api', 'POST', '/ecr/v1/transactions:sale', { authorization, body });
    expect((await send('Bearer Bearer Token', sale)).json.detail).toBe('Could not validate credentials');
    const token = await merchant.token(merchant.simulator.credentials.cloudTerminal);
    expect(await send(token, sale)).toMatchObject({
      status: 422,
      json: { detail: [{ type: 'missing', loc: ['body', 'terminalId'], msg: 'Field required' }] },
    });
    const accepted = await send(token, { ...sale, terminalId: '16000010' });
    expect([accepted.status, accepted.text]).toEqual([200, '']);
    const path = `/ecr/v1/sessions/${encodeURIComponent(sale.sessionId)}`;
    // It sends `null` as the JSON of each GET.
    expect(await sendBody('GET', merchant.simulator.endpoints.api + path, 'null', token)).toBe(202);
  });
});

/** github.com/VivaPayments/API issues 2570 and 1479. */
describe('a shop in Ruby', () => {
  it('sends the amount in quotes, and learns nothing about the member', async () => {
    const order = {
      amount: '1.00',
      sourceCode: '4995',
      customerTrns: 'B-12',
      currencyCode: 'EUR',
      merchantTrns: 'B-12',
      customer: {
        fullName: 'Max Muster',
        email: 'test@example.com',
        requestLang: 'de-DE',
        countryCode: 'DE',
      },
    };
    expect((await merchant.api('POST', '/checkout/v2/orders', order)).json).toEqual({
      status: 400,
      message: 'RedirectCheckoutCreateOrderValidationFailed: Null options',
      eventId: '100700',
    });
  });
});

/** github.com/techpals-eu/viva-wallet-go wallet.go. It ran unchanged: what follows is the only request that was refused. */
describe('the client for Go', () => {
  it('transfers between wallets with an empty text for the sale that it has not', async () => {
    const [from, to] = merchant.simulator.wallets.list();
    const path = `/api/wallets/${from?.id}/balancetransfer/${to?.id}`;
    const transfer = { amount: 10, description: 'Savings', saleTransactionId: '' };
    expect((await merchant.web('POST', path, transfer)).json).toEqual({
      DebitTransactionId: expect.any(String),
      CreditTransactionId: expect.any(String),
    });
    expect(await merchant.web('POST', path, { ...transfer, saleTransactionId: 'x' })).toMatchObject({
      status: 400,
    });
  });
});

/** github.com/sakee-tech/vivawallet-npm-public packages/viva-payments-core/src/webhooks/event-types.ts. */
describe('the plugins for Vendure and Medusa', () => {
  it('register the events of an ISV, and are refused 4865 with its own message', async () => {
    const authorization = await merchant.token(merchant.simulator.credentials.isv);
    const { key } = (await merchant.call('api', 'GET', '/isv/v1/webhooks/token', { authorization })).json;
    const receiver = await receiverWith({ key });
    const register = (eventTypeId: number) =>
      merchant.call('api', 'POST', '/isv/v1/webhooks', {
        authorization,
        body: { url: receiver.url, eventTypeId },
      });
    for (const id of [1796, 1797, 1798, 8193, 8194]) expect((await register(id)).status).toBe(204);
    for (const id of [4865, 7936, 1])
      expect(await register(id)).toMatchObject({
        status: 400,
        json: { status: 400, message: 'IsvCreateWebhookFailedInvalidEventTypeId' },
      });
    await receiver.close();
  });
});

/** github.com/vgspedro/vivawallet-redirect src/VivaWalletRedirectCheckout.php, github.com/VivaPayments/API issue 232. */
describe('clients of the older calls that send other values for nothing and for true', () => {
  it.each([
    ['MaxInstallments 0 and flags as text', { MaxInstallments: 0, AllowRecurring: 'true' }, false],
    ['flags of PHP', { MaxInstallments: 0, AllowRecurring: 1, IsPreAuth: 1, PaymentTimeOut: 86400 }, true],
    ['a flag that is 0', { AllowRecurring: 1, IsPreAuth: 0 }, false],
  ])('create an order with %s', async (_, options, preauth) => {
    const { json } = await merchant.web('POST', '/api/orders', { Amount: 675, ...options });
    expect(json).toMatchObject({ ErrorCode: 0, Success: true });
    expect(merchant.simulator.orders.get(String(json.OrderCode))).toMatchObject({
      preauth,
      allowRecurring: !preauth,
      maxInstallments: 0,
    });
  });
});

/** github.com/VivaPayments/API issue 2412: github.com/AmityTek/laravel-viva-payments, a fork of sebdesign/laravel-viva-payments. */
describe('a shop that lists the transactions of its source', () => {
  const list = (query: string) => merchant.web('GET', `/api/transactions/?${query}`);

  it('is refused without a day, and gets a list with one', async () => {
    expect(await list('sourceCode=Default')).toMatchObject({
      status: 400,
      json: { ErrorCode: 400, ErrorText: 'Empty options' },
    });
    expect((await list('sourceCode=Default&date=2018-08-27')).json).toMatchObject({
      Transactions: [],
      ErrorCode: 0,
    });
  });
});

/** github.com/ProgrammerNomad/Viva-Wallet-Payment-Gateway woocommerce-gateway-viva/includes/class-wc-gateway-viva.php. */
describe('a plugin of others for WooCommerce', () => {
  it('creates an order with the number of the shop’s order as both references, and with members of its own', async () => {
    const order = {
      amount: 1234,
      customerTrns: 17,
      currencyCode: '978',
      customerName: 'Alex Buyer',
      sourceCode: 'Default',
      paymentTimeOut: 600,
      merchantTrns: 17,
      successUrl: `${SITE}/wc-api/success`,
      failUrl: `${SITE}/wc-api/fail`,
      customer: { email: 'buyer@example.com', fullName: 'Alex Buyer', phone: '', countryCode: 'GR' },
    };
    const created = merchant.simulator.orders.get(await merchant.order(order));
    expect(created).toMatchObject({ customerTrns: '17', merchantTrns: '17' });
    expect(Number(new Date(created.expiresAt ?? 0)) - merchant.simulator.clock.now()).toBe(600_000);
  });
});

/** github.com/Electrofonic/lgb-viva-expenses api/cron-sync.js: purchases with the cards of a company. */
describe('the client for expenses', () => {
  it('searches movements with an empty body, and gets those of all days, newest first', async () => {
    await merchant.paid();
    await merchant.nextDay();
    const { clientId, clientSecret } = merchant.simulator.credentials.dataServices;
    const { json } = await merchant.call('accounts', 'POST', '/connect/token', {
      authorization: basic(clientId, clientSecret),
      headers: FORM,
      body: 'grant_type=client_credentials',
    });
    const query = 'dateFrom=2029-01-01T00:00:00&dateTo=2030-01-01T00:00:00&page=1&pageSize=500';
    const found = await merchant.call('api', 'POST', `/dataservices/v2/accounttransactions/Search?${query}`, {
      authorization: `Bearer ${String(json.access_token)}`,
      body: {},
    });
    const times = (found.json.data as { created: string }[]).map(({ created }) => created);
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual([...times].sort().reverse());
    expect(found.json.data).toMatchObject([
      { walletId: expect.any(Number), subTypeId: 13, amount: expect.any(Number), isAuthorization: false },
      ...times.slice(1).map(() => ({ accountTransactionId: expect.any(String) })),
    ]);
  });
});

/** github.com/VivaPayments/API issue 2426. */
describe('a client with Account Transactions credentials', () => {
  it('gets a token with three scopes', async () => {
    const { clientId, clientSecret } = merchant.simulator.credentials.accountTransactions;
    const { json } = await merchant.call('accounts', 'POST', '/connect/token', {
      authorization: basic(clientId, clientSecret),
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const api = 'urn:viva:payments:core:api:';
    expect(json.scope).toBe(`${api}banktransfers ${api}merchants ${api}merchants:wallets`);
  });
});

/** github.com/daviesevan-svg/channex-booking-page app/lib/viva.server.ts. It ran unchanged, with the credentials of a merchant. */
describe('the booking page with the credentials of an ISV', () => {
  it('gets 500 without a body at the address of merchants, and an order at its own', async () => {
    const authorization = await merchant.token(merchant.simulator.credentials.isv);
    const { merchantId } = merchant.simulator.connectedMerchants.connect().account.credentials.merchant;
    const order = { amount: 100, sourceCode: 'Default', paymentTimeout: 3600, isvAmount: 0, customer: {} };
    const create = (path: string) => merchant.call('api', 'POST', path, { authorization, body: order });
    expect(await create('/checkout/v2/orders')).toMatchObject({ status: 500, text: '' });
    expect(await create(`/checkout/v2/isv/orders?merchantId=${merchantId}`)).toMatchObject({ status: 200 });
  });
});

/** The sample in PHP of developer.viva.com/smart-checkout/smart-checkout-integration, and shops with optional phone numbers. */
describe('the service’s own sample of an order', () => {
  const nothing = { email: '', fullName: '', phone: '', countryCode: '', requestLang: '' };

  it('has empty texts for the customer and a timeout of 0, which count as absent', async () => {
    const sample = {
      amount: 1000,
      customer: nothing,
      paymentTimeout: 0,
      merchantTrns: '',
      dynamicDescriptor: '',
    };
    const order = merchant.simulator.orders.get(await merchant.order(sample));
    const usual = merchant.simulator.orders.get(await merchant.order({ amount: 1000 }));
    expect(order.customer).toEqual(usual.customer);
    expect([order.language, order.expiresAt]).toEqual([usual.language, usual.expiresAt]);
  });
});

/** github.com/VivaPayments/API issues 2277, 1150, 488 and 461. */
describe('a shop that tries a payment of a cent', () => {
  it('gets an order, and its customer the failure URL without a transaction or a webhook', async () => {
    const receiver = await receiverWith((await merchant.web('GET', '/api/messages/config/token')).json);
    await merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1798] });
    const code = await merchant.order({ amount: 1 });
    const outcome = merchant.simulator.checkout.pay(code, GOOD_CARD);
    expect(outcome).toMatchObject({ kind: 'declined', eventId: 1 });
    const { searchParams } = new URL(outcome.kind === 'declined' ? outcome.redirectUrl : 'x:');
    expect([searchParams.get('s'), searchParams.get('eventId'), searchParams.has('t')]).toEqual([
      code,
      '1',
      false,
    ]);
    await merchant.simulator.deliveries.settled();
    expect(receiver.dataOf(1798)).toEqual([]);
    expect(merchant.simulator.orders.get(code).state).toBe(0);
    await receiver.close();
  });
});

/** github.com/QrCommunication/sdk-php-viva-merchant src/Resources/Sources.php. It ran unchanged, with its calls of a merchant. */
describe('the client for PHP of a marketplace', () => {
  it('verifies its webhook with a second member beside the key, and reads these members of an event', async () => {
    const { Key } = (await merchant.web('GET', '/api/messages/config/token')).json;
    const receiver = await receiverWith({ StatusCode: 0, Key });
    await merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    merchant.simulator.checkout.pay(await merchant.order({ amount: 2450 }), GOOD_CARD);
    await merchant.simulator.deliveries.settled();
    expect(receiver.dataOf(1796)).toMatchObject([
      { OrderCode: expect.any(Number), TransactionId: expect.any(String), Amount: 24.5, StatusId: 'F' },
    ]);
    await receiver.close();
  });

  it('creates a source without saying that its site is secure, and with letters as the code', async () => {
    const source = {
      Name: 'Subscriptions',
      SourceCode: 'pcsb',
      Domain: 'shop.example',
      PathSuccess: '/payment/success',
      PathFail: '/payment/failure',
    };
    expect(await merchant.web('POST', '/api/sources', source)).toMatchObject({ status: 200, text: '' });
    expect(merchant.simulator.sources.list().at(-1)).toMatchObject({
      code: 'pcsb',
      successUrl: 'https://shop.example/payment/success',
    });
    const { Domain, ...withoutDomain } = source;
    expect([Domain, (await merchant.web('POST', '/api/sources', withoutDomain)).status]).toEqual([
      'shop.example',
      400,
    ]);
  });
});
