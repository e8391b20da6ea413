import { isObject } from '../../domain/json-kinds.js';
import { WRONG_FIELDS } from '../contract.generated.js';
import { membersOf, probesOf } from '../run-probes.js';
import type { ProbeSession } from '../run-probes.js';

/** Not round numbers, so that minor and major units cannot be confused. */
const AMOUNT = 1234;
const TIP = 217;
const NEW_AMOUNT = 1537;
const UNKNOWN_ORDER = '1000000000000009';
const DAY_S = 86_400;
const CREATE = 'payments.createOrder';
const LEGACY = 'payments.createLegacyOrder';
const UPDATE = 'payments.updateOrder';
const CANCEL = 'payments.cancelOrder';
const TEXT = 'pay-simulator verify';
const [FOR_CUSTOMER, FOR_MERCHANT] = [`${TEXT}: customer`, `${TEXT}: merchant`];

type LegacyBody = Readonly<Record<string, unknown>>;
const responseOf = (json: unknown): LegacyBody => (isObject(json) ? json : {});
const lastPart = (claim: string): string => claim.split('/').at(-1) ?? '';
const inDays = (days: number): string => new Date(Date.now() + days * DAY_S * 1000).toISOString();

/** Reads an order. Amounts of the probe show the units of the response. */
async function readOrder(session: ProbeSession, step: string, orderCode: string): Promise<LegacyBody> {
  const request = { path: { orderCode }, amounts: [AMOUNT, TIP, NEW_AMOUNT] };
  return responseOf((await session.sendAll('payments.getOrder', [[step, request]])).json);
}

/** Records whether members of an order have the values that the request gave them: `[field, member, value]`. */
function checkMembers(
  session: ProbeSession,
  operation: string,
  order: LegacyBody,
  fields: readonly (readonly [field: string, member: string, value: unknown])[],
): void {
  for (const [field, member, value] of fields) {
    const step = `${member}-of-${lastPart(field)}`;
    const isSame = JSON.stringify(order[member]) === JSON.stringify(value);
    session.confirm(step, `${operation}/body/${field}`, `${member} as requested`, isSame);
  }
}

/** Records in which unit the service read an amount. It responds in major units. */
function checkUnit(
  session: ProbeSession,
  claims: string,
  order: LegacyBody,
  member: string,
  minor: number,
): void {
  const value = order[member];
  const unit = value === minor / 100 ? 'minor' : value === minor ? 'major' : 'something else';
  const step = `unit-of-${member}-${lastPart(claims.split(' ')[0] ?? '')}`;
  session.check(step, claims, { unit: 'minor' }, { unit });
}

const withUnit = (claim: string): string => `${claim} ${claim}/unit`;

/** Reads an order and records its state. */
async function checkState(
  session: ProbeSession,
  [read, step]: readonly [read: string, step: string],
  claims: string,
  orderCode: string,
  state: number,
): Promise<LegacyBody> {
  const order = await readOrder(session, read, orderCode);
  session.check(step, claims, { StateId: state }, { StateId: order['StateId'] ?? null });
  return order;
}

/** Sends requests that the contract calls invalid, each with one wrong field, and records the status for the field. */
async function sendWrongFields(
  session: ProbeSession,
  operation: string,
  path: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [index, { field, body }] of (WRONG_FIELDS[operation] ?? []).entries()) {
    const { status } = await session.peek({ operation, path, body });
    session.check(`wrong-${field}-${index}`, `${operation}/body/${field}`, { status: 400 }, { status });
  }
}

/** Time of an order's expiry, in seconds. It has no time zone, so only differences mean something. */
const expiryOf = (order: LegacyBody): number => Date.parse(`${String(order['ExpirationDate'])}Z`) / 1000;
const isHalfAnHour = (seconds: number): boolean => seconds > 1740 && seconds < 1860;

export const UNPAID_ORDERS = probesOf('unpaid-orders', {
  // Creates an order, reads it, and cancels it twice.
  'order-created-and-read': async (session) => {
    const orderCode = await session.createOrder('create', {
      amount: AMOUNT,
      tipAmount: TIP,
      customerTrns: FOR_CUSTOMER,
      merchantTrns: FOR_MERCHANT,
      tags: ['verify', 'pay-simulator'],
      customer: { requestLang: 'fr-FR', email: 'verify@example.com', fullName: TEXT, countryCode: 'GR' },
    });
    session.confirm('order-code', 'payments.1', '16 digits', /^\d{16}$/.test(orderCode));
    const order = await checkState(session, ['read', 'pending'], 'payments/transition/created', orderCode, 0);
    checkMembers(session, CREATE, order, [
      ['customerTrns', 'CustomerTrns', FOR_CUSTOMER],
      ['merchantTrns', 'MerchantTrns', FOR_MERCHANT],
      ['tags', 'Tags', ['verify', 'pay-simulator']],
      ['customer.requestLang', 'RequestLang', 'fr-FR'],
    ]);
    checkUnit(session, `${withUnit(`${CREATE}/body/amount`)} payments.3`, order, 'RequestAmount', AMOUNT);
    checkUnit(session, withUnit(`${CREATE}/body/tipAmount`), order, 'TipAmount', TIP);
    const hasCurrency = Object.keys(order).some((name) => /currency/i.test(name));
    session.confirm('no-currency', 'payments.4', 'no currency', !hasCurrency);
    const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(String(order['ExpirationDate']));
    session.confirm('no-offset', 'payments.5', 'no offset', !hasOffset);
    const list = 'transactions.getLegacyTransactions:list';
    const { json } = await session.sendAll(list, [['transactions', { query: { orderCode } }]]);
    const isEmpty = membersOf(json, 'Transactions').length === 0;
    session.confirm('no-transaction', 'payments.16', 'no transaction', isEmpty);
    const path = { orderCode };
    await session.sendAll(CANCEL, [['cancel', { path }, '', 'path/orderCode']]);
    await checkState(session, ['read-canceled', 'canceled'], 'payments/transition/canceled', orderCode, 2);
    await session.sendAll(CANCEL, [['cancel-again', { path }, '', 'path/orderCode payments.7']]);
  },
  // Compares when orders with and without a timeout expire.
  'order-expiry': async (session) => {
    const times: number[] = [];
    for (const [step, timeout] of Object.entries({
      default: {},
      hour: { paymentTimeout: 3600 },
      never: { paymentTimeout: 65_535 },
    })) {
      const orderCode = await session.createOrder(step, { amount: AMOUNT, ...timeout });
      times.push(expiryOf(await readOrder(session, `read-${step}`, orderCode)));
    }
    const [normal = 0, hour = 0, never = 0] = times;
    session.confirm(
      'timeout',
      `${CREATE}/body/paymentTimeout`,
      '30 minutes later',
      isHalfAnHour(hour - normal),
    );
    session.confirm('never', 'payments.10', 'later than its seconds', never - normal > 65_535);
  },
  // Creates orders with the options that need no permission.
  'order-with-options': async (session) => {
    const { json } = await session.peek({ operation: 'wallets.retrieveWallet' });
    const currencyCode = String(membersOf(json, '')[0]?.['CurrencyCode']).padStart(3, '0');
    await session.createOrder('create', {
      amount: AMOUNT,
      dynamicDescriptor: 'verify',
      currencyCode,
      paymentNotification: false,
      disableCash: true,
      disableWallet: true,
      disableExactAmount: false,
      allowRecurring: true,
    });
    const body = { amount: AMOUNT, currencyCode: Number(currencyCode) };
    const { status } = await session.sendAll(CREATE, [['currency-as-number', { body }]]);
    session.check('currency-forms', 'transactions/rule/currency-code-forms', { status: 200 }, { status });
    const late = { stateId: 1, urlFail: 'https://shop.example/late' };
    await session.createOrder('expired-page', { amount: AMOUNT, ...late });
    await session.createOrder('pre-authorization', { amount: AMOUNT, preauth: true });
    const kinds = { amount: AMOUNT, preauth: true, allowRecurring: true };
    const both = await session.sendAll(CREATE, [['two-kinds', { body: kinds }]]);
    session.check('two-kinds', 'payments/rule/exclusive-kinds', { status: 200 }, { status: both.status });
  },
  // Creates a pre-authorization with a tip, which the service refuses to charge.
  'pre-authorization-with-tip': (session) => {
    const body = { amount: AMOUNT, tipAmount: TIP, preauth: true };
    return session.sendAll(CREATE, [['create', { body }, '', 'payments.15']]);
  },
  // Creates an order below the lowest amount.
  'order-amount-too-low': async (session) => {
    await session.sendAll(CREATE, [['create', { body: { amount: 29 } }, 'invalid', 'body/amount']]);
    await session.createOrder('lowest', { amount: 30 });
  },
  // Creates orders with one wrong field each.
  'order-with-wrong-field': async (session) => {
    await session.sendAll(CREATE, [['unreadable', { body: { amount: '1.00' } }, 'unreadable']]);
    await sendWrongFields(session, CREATE);
  },
  // Creates orders of a payment source that does not exist.
  'order-with-wrong-source': async (session) => {
    const withSource = (sourceCode: unknown) => ({ body: { amount: AMOUNT, sourceCode } });
    const { status } = await session.sendAll(CREATE, [
      ['create', withSource('none'), 'unusable-source', 'body/sourceCode'],
      // A number is read as a code: the source is unknown, but the field is valid.
      ['number', withSource(1), 'unusable-source', 'fees-sources.3'],
      ['default', withSource('Default')],
    ]);
    session.check('default-exists', 'fees-sources.7', { status: 200 }, { status });
    const { json } = await session.sendAll(LEGACY, [
      ['create-older', withSource('none'), 'unusable-source', 'body/sourceCode payments.6'],
    ]);
    const OrderCode = responseOf(json)['OrderCode'] ?? null;
    session.check('no-order-code', `${LEGACY}/response/OrderCode`, { OrderCode: null }, { OrderCode });
  },
  // Changes an order, cancels it, and reopens it.
  'order-changed': async (session) => {
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    const path = { orderCode };
    const before = await readOrder(session, 'read-before', orderCode);
    const update = (step: string, field: string, value: unknown) =>
      session.sendAll(UPDATE, [[step, { path, body: { [field]: value } }, '', `body/${field}`]]);
    const { text } = await update('amount', 'amount', NEW_AMOUNT);
    session.confirm('empty-response', 'payments.8', 'empty', text === '');
    const changed = await readOrder(session, 'read-amount', orderCode);
    checkUnit(session, withUnit(`${UPDATE}/body/amount`), changed, 'RequestAmount', NEW_AMOUNT);
    await update('expiry', 'expirationDate', inDays(2));
    const later = expiryOf(await readOrder(session, 'read-expiry', orderCode)) - expiryOf(before);
    // The time zone of the response is not documented.
    const isTwoDays = later > 1.3 * DAY_S && later < 2.7 * DAY_S;
    session.confirm('later', `${UPDATE}/body/expirationDate`, 'two days later', isTwoDays);
    const [canceled, reopened] = ['canceled', 'reopened'].map(
      (state) => `${UPDATE}/body/isCanceled payments/transition/${state}`,
    ) as [string, string];
    await update('cancel', 'isCanceled', true);
    await checkState(session, ['read-canceled', 'canceled'], canceled, orderCode, 2);
    await update('reopen', 'isCanceled', false);
    await checkState(session, ['read-reopened', 'reopened'], reopened, orderCode, 0);
    await session.sendAll(UPDATE, [['zero', { path, body: { amount: 0 } }, 'invalid', 'body/amount']]);
    await sendWrongFields(session, UPDATE, path);
  },
  // Moves the expiry of an order into the past.
  'order-expired': async (session) => {
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    await session.peek({ operation: UPDATE, path: { orderCode }, body: { expirationDate: inDays(-1) } });
    await checkState(session, ['read', 'expired'], 'payments/transition/expired', orderCode, 1);
  },
  // Creates orders through the older endpoint, and reads them.
  'older-order': async (session) => {
    const { sourceCode } = session.target;
    const created = async (step: string, given: LegacyBody): Promise<LegacyBody> => {
      const body = { ...(sourceCode !== undefined && { sourceCode }), ...given };
      const { json } = await session.sendAll(LEGACY, [[step, { body }]]);
      return readOrder(session, `read-${step}`, String(responseOf(json)['OrderCode']));
    };
    const order = await created('create', {
      amount: AMOUNT,
      tipAmount: TIP,
      customerTrns: FOR_CUSTOMER,
      merchantTrns: FOR_MERCHANT,
      tags: ['verify'],
      requestLang: 'fr-FR',
      paymentTimeOut: 3600,
      email: 'verify@example.com',
      fullName: TEXT,
    });
    checkMembers(session, LEGACY, order, [
      ['customerTrns', 'CustomerTrns', FOR_CUSTOMER],
      ['merchantTrns', 'MerchantTrns', FOR_MERCHANT],
      ['tags', 'Tags', ['verify']],
      ['requestLang', 'RequestLang', 'fr-FR'],
    ]);
    checkUnit(session, withUnit(`${LEGACY}/body/amount`), order, 'RequestAmount', AMOUNT);
    checkUnit(session, withUnit(`${LEGACY}/body/tipAmount`), order, 'TipAmount', TIP);
    const later = expiryOf(order) - expiryOf(await created('default', { amount: AMOUNT }));
    session.confirm('timeout', `${LEGACY}/body/paymentTimeOut`, '30 minutes later', isHalfAnHour(later));
    // The keys can begin with a capital letter, and a boolean can be a string.
    const capital = { Amount: AMOUNT, AllowRecurring: 'true', DisableExactAmount: 'false' };
    checkUnit(session, 'auth.5', await created('capital', capital), 'RequestAmount', AMOUNT);
    // A number can be a string, and the page need not have the language.
    const loose = await created('loose', { amount: String(AMOUNT), requestLang: 'en' });
    const claims = 'auth/rule/numbers-as-text payments/rule/unknown-language';
    session.confirm('loose-order', claims, 'an order', loose['OrderCode'] !== undefined);
  },
  // Creates orders with one wrong field each at the older endpoint.
  'older-order-with-wrong-field': async (session) => {
    await session.sendAll(LEGACY, [['amount', { body: { amount: 29 } }, 'invalid']]);
    await sendWrongFields(session, LEGACY);
  },
  // Opens the checkout page of an order.
  'checkout-page': async (session) => {
    const ref = await session.createOrder('create', { amount: AMOUNT });
    await session.sendAll('getSmartCheckout', [['open', { auth: 'none', query: { ref } }, '', 'query/ref']]);
  },
  // Reads the code for a bank transfer to an order.
  'rf-code': async (session) => {
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    const operation = 'rfCodePayments.generateRfCodes';
    const auth = 'none';
    const shows = 'body/orderCode legacy-misc.2';
    const { json } = await session.sendAll(operation, [['read', { auth, body: { orderCode } }, '', shows]]);
    const isCode = /^RF\w{23}$/.test(String(responseOf(json)['rfPaymentCode']));
    session.confirm('length', 'legacy-misc.3', '25 characters', isCode);
    const wrong = { auth, body: { orderCode: 'one' } } as const;
    await session.sendAll(operation, [['wrong', wrong, 'invalid', 'body/orderCode']]);
  },
  // Reads the fees of an order.
  fees: async (session) => {
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    const unknown = { orderCode: UNKNOWN_ORDER, amount: AMOUNT };
    await session.sendAll('fees.retrieveFees', [
      ['read', { query: { orderCode, amount: AMOUNT } }, '', 'query/orderCode query/amount'],
      ['unknown-order', { query: unknown }, 'unknown-order', 'query/orderCode'],
      ['no-amount', { query: { orderCode } }, 'invalid', 'query/amount'],
    ]);
  },
  // Tries to create a payment source that exists, and an incomplete one.
  'payment-source': (session) => {
    const { sourceCode = 'Default' } = session.target;
    const paths = { pathSuccess: 'success', pathFail: 'failure' };
    const existing = { name: TEXT, domain: 'shop.example', isSecure: true, ...paths, sourceCode };
    return session.sendAll('source.createSource', [
      ['existing', { body: existing }, 'code-exists', 'body/sourceCode'],
      ['incomplete', { body: { sourceCode } }, 'invalid'],
    ]);
  },
});
