import { isObject } from '../../core/values/plain-data.js';
import { membersOf } from '../run-probes.js';
import type { Probe, ProbeSession } from '../verify.types.js';
import { BROKEN_LEGACY_ORDERS, BROKEN_ORDERS } from './broken-orders.js';

/** Not round numbers, so that minor and major units cannot be confused. */
const AMOUNT = 1234;
const TIP = 217;
const NEW_AMOUNT = 1537;
const UNKNOWN_ORDER = '1000000000000009';
const DAY_MS = 86_400_000;
const CREATE = 'payments.createOrder';
const LEGACY = 'payments.createLegacyOrder';
const UPDATE = 'payments.updateOrder';
const READ = 'payments.getOrder';
const CANCEL = 'payments.cancelOrder';
const TEXT = 'nestjs-pay verify';

const probe = (id: string, about: string, run: Probe['run']): Probe => ({
  id,
  class: 'unpaid-orders',
  about,
  run,
});

type Answer = Readonly<Record<string, unknown>>;
const answerOf = (json: unknown): Answer => (isObject(json) ? json : {});

/** Reads an order. Amounts of the probe show the units of the answer. */
async function readOrder(session: ProbeSession, step: string, orderCode: string): Promise<Answer> {
  const amounts = [AMOUNT, TIP, NEW_AMOUNT];
  const { json } = await session.send(step, { operation: READ, path: { orderCode }, amounts });
  return answerOf(json);
}

/** Records whether a member of an order has the value that the request gave it. */
function checkMember(
  session: ProbeSession,
  claim: string,
  order: Answer,
  { member, value }: { member: string; value: unknown },
): void {
  session.check(`${member}-of-${claim.split('/').at(-1)}`, [claim], {
    expected: { [member]: 'as requested' },
    actual: {
      [member]: JSON.stringify(order[member]) === JSON.stringify(value) ? 'as requested' : 'something else',
    },
  });
}

/** Records in which unit the service read an amount. It answers in major units. */
function checkUnit(
  session: ProbeSession,
  claims: readonly string[],
  order: Answer,
  { member, minor }: { member: string; minor: number },
): void {
  const value = order[member];
  const unit = value === minor / 100 ? 'minor' : value === minor ? 'major' : 'something else';
  session.check(`unit-of-${member}-${claims[0]?.split('/').at(-1)}`, claims, {
    expected: { unit: 'minor' },
    actual: { unit },
  });
}

function checkState(
  session: ProbeSession,
  step: string,
  claims: readonly string[],
  order: Answer,
  state: number,
) {
  session.check(step, claims, {
    expected: { StateId: state },
    actual: { StateId: order['StateId'] ?? null },
  });
}

/** Sends requests that the contract calls invalid, each with one wrong field, and records the status for the field. */
async function sendBroken(
  session: ProbeSession,
  operation: string,
  broken: readonly (readonly [field: string, body: Answer])[],
): Promise<void> {
  for (const [index, [field, body]] of broken.entries()) {
    const { status } = await session.peek({ operation, body: { amount: AMOUNT, ...body } });
    session.check(`wrong-${field}-${index}`, [`${operation}/body/${field}`], {
      expected: { status: 400 },
      actual: { status },
    });
  }
}

/** Time of an order's expiry, in seconds. It has no time zone, so only differences mean something. */
const expiryOf = (order: Answer): number => Date.parse(`${String(order['ExpirationDate'])}Z`) / 1000;

export const UNPAID_ORDERS: readonly Probe[] = [
  probe('order-created-and-read', 'creates an order, reads it, and cancels it twice', async (session) => {
    const orderCode = await session.createOrder('create', {
      amount: AMOUNT,
      tipAmount: TIP,
      customerTrns: `${TEXT}: customer`,
      merchantTrns: `${TEXT}: merchant`,
      tags: ['verify', 'nestjs-pay'],
      customer: { requestLang: 'fr-FR', email: 'verify@example.com', fullName: TEXT, countryCode: 'GR' },
    });
    session.check('order-code', ['payments.1'], {
      expected: '16 digits',
      actual: /^\d{16}$/.test(orderCode) ? '16 digits' : 'something else',
    });
    const order = await readOrder(session, 'read', orderCode);
    const values = {
      customerTrns: { member: 'CustomerTrns', value: `${TEXT}: customer` },
      merchantTrns: { member: 'MerchantTrns', value: `${TEXT}: merchant` },
      tags: { member: 'Tags', value: ['verify', 'nestjs-pay'] },
      'customer.requestLang': { member: 'RequestLang', value: 'fr-FR' },
    };
    for (const [field, expected] of Object.entries(values))
      checkMember(session, `${CREATE}/body/${field}`, order, expected);
    const unit = (field: string): string[] => [`${CREATE}/body/${field}`, `${CREATE}/body/${field}/unit`];
    checkUnit(session, [...unit('amount'), 'payments.3'], order, { member: 'RequestAmount', minor: AMOUNT });
    checkUnit(session, unit('tipAmount'), order, { member: 'TipAmount', minor: TIP });
    session.check('no-currency', ['payments.4'], {
      expected: { currency: false },
      actual: { currency: Object.keys(order).some((name) => /currency/i.test(name)) },
    });
    session.check('no-offset', ['payments.5'], {
      expected: { offset: false },
      actual: { offset: /(Z|[+-]\d\d:\d\d)$/.test(String(order['ExpirationDate'])) },
    });
    checkState(session, 'pending', ['payments/transition/created'], order, 0);
    const list = { operation: 'transactions.getLegacyTransactions:list', query: { orderCode } };
    const { json } = await session.send('transactions', list);
    session.check('no-transaction', ['payments.16'], {
      expected: { transactions: 'none' },
      actual: { transactions: membersOf(json, 'Transactions').length === 0 ? 'none' : 'some' },
    });
    const cancel = { operation: CANCEL, path: { orderCode }, shows: [`${CANCEL}/path/orderCode`] };
    await session.send('cancel', cancel);
    const canceled = await readOrder(session, 'read-canceled', orderCode);
    checkState(session, 'canceled', ['payments/transition/canceled'], canceled, 2);
    await session.send('cancel-again', { ...cancel, shows: ['payments.7'] });
  }),
  probe('order-expiry', 'compares when orders with and without a timeout expire', async (session) => {
    const codes = [
      await session.createOrder('default', { amount: AMOUNT }),
      await session.createOrder('one-hour', { amount: AMOUNT, paymentTimeout: 3600 }),
      await session.createOrder('never', { amount: AMOUNT, paymentTimeout: 65_535 }),
    ];
    const times: number[] = [];
    for (const [index, orderCode] of codes.entries())
      times.push(expiryOf(await readOrder(session, `read-${index}`, orderCode)));
    const [normal = 0, hour = 0, never = 0] = times;
    const later = hour - normal;
    session.check('timeout', [`${CREATE}/body/paymentTimeout`], {
      expected: { later: '30 minutes' },
      actual: { later: later > 1740 && later < 1860 ? '30 minutes' : 'something else' },
    });
    session.check('never', ['payments.10'], {
      expected: { expires: 'later than its seconds' },
      actual: { expires: never - normal > 65_535 ? 'later than its seconds' : 'after its seconds' },
    });
  }),
  probe(
    'order-with-options',
    'creates an order with the options that need no permission',
    async (session) => {
      const { json } = await session.peek({ operation: 'wallets.retrieveWallet' });
      const [wallet = {}] = membersOf(json, '');
      const currencyCode = String(wallet['CurrencyCode']).padStart(3, '0');
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
      const { status } = await session.send('currency-as-number', {
        operation: CREATE,
        body: { amount: AMOUNT, currencyCode: Number(currencyCode) },
      });
      session.check('currency-forms', ['transactions/rule/currency-code-forms'], {
        expected: { status: 200 },
        actual: { status },
      });
      await session.createOrder('expired-page', {
        amount: AMOUNT,
        stateId: 1,
        urlFail: 'https://shop.example/late',
      });
      await session.createOrder('pre-authorization', { amount: AMOUNT, preauth: true });
    },
  ),
  probe(
    'pre-authorization-with-tip',
    'creates a pre-authorization with a tip, which the service refuses to charge',
    async (session) => {
      const body = { amount: AMOUNT, tipAmount: TIP, preauth: true };
      await session.send('create', { operation: CREATE, body, shows: ['payments.15'] });
    },
  ),
  probe('order-amount-too-low', 'creates an order below the lowest amount', async (session) => {
    await session.send('create', {
      operation: CREATE,
      body: { amount: 29 },
      expects: 'invalid',
      shows: [`${CREATE}/body/amount`],
    });
    await session.createOrder('lowest', { amount: 30 });
  }),
  probe('order-with-wrong-field', 'creates orders with one wrong field each', (session) =>
    sendBroken(session, CREATE, BROKEN_ORDERS),
  ),
  probe(
    'order-with-wrong-source',
    'creates an order of a payment source that does not exist',
    async (session) => {
      await session.send('create', {
        operation: CREATE,
        body: { amount: AMOUNT, sourceCode: 'none' },
        expects: 'unusable-source',
        shows: [`${CREATE}/body/sourceCode`],
      });
      // A number is read as a code: the source is unknown, but the field is valid.
      await session.send('number', {
        operation: CREATE,
        body: { amount: AMOUNT, sourceCode: 1 },
        expects: 'unusable-source',
        shows: ['fees-sources.3'],
      });
      const { status } = await session.send('default', {
        operation: CREATE,
        body: { amount: AMOUNT, sourceCode: 'Default' },
      });
      session.check('default-exists', ['fees-sources.7'], { expected: { status: 200 }, actual: { status } });
      const { json } = await session.send('create-older', {
        operation: LEGACY,
        body: { amount: AMOUNT, sourceCode: 'none' },
        expects: 'unusable-source',
        shows: [`${LEGACY}/body/sourceCode`, 'payments.6'],
      });
      session.check('no-order-code', [`${LEGACY}/response/OrderCode`], {
        expected: { OrderCode: null },
        actual: { OrderCode: answerOf(json)['OrderCode'] ?? null },
      });
    },
  ),
  probe('order-changed', 'changes an order, cancels it, and reopens it', async (session) => {
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    const path = { orderCode };
    const before = await readOrder(session, 'read-before', orderCode);
    const update = (step: string, body: Answer, ...fields: readonly string[]) =>
      session.send(step, {
        operation: UPDATE,
        path,
        body,
        shows: fields.map((field) => `${UPDATE}/body/${field}`),
      });
    const { text } = await update('amount', { amount: NEW_AMOUNT });
    session.check('empty-answer', ['payments.8'], {
      expected: { empty: true },
      actual: { empty: text === '' },
    });
    const changed = await readOrder(session, 'read-amount', orderCode);
    checkUnit(session, [`${UPDATE}/body/amount`, `${UPDATE}/body/amount/unit`], changed, {
      member: 'RequestAmount',
      minor: NEW_AMOUNT,
    });
    const inTwoDays = new Date(Date.now() + 2 * DAY_MS).toISOString();
    await update('expiry', { expirationDate: inTwoDays });
    const later = expiryOf(await readOrder(session, 'read-expiry', orderCode)) - expiryOf(before);
    session.check('later', [`${UPDATE}/body/expirationDate`], {
      expected: { expires: 'two days later' },
      // The time zone of the answer is not documented.
      actual: { expires: later > 1.3 * 86_400 && later < 2.7 * 86_400 ? 'two days later' : 'something else' },
    });
    await update('cancel', { isCanceled: true });
    const canceled = await readOrder(session, 'read-canceled', orderCode);
    const states = [`${UPDATE}/body/isCanceled`];
    checkState(session, 'canceled', [...states, 'payments/transition/canceled'], canceled, 2);
    await update('reopen', { isCanceled: false });
    const open = await readOrder(session, 'read-reopened', orderCode);
    checkState(session, 'reopened', [...states, 'payments/transition/reopened'], open, 0);
    await session.send('zero', {
      operation: UPDATE,
      path,
      body: { amount: 0 },
      expects: 'invalid',
      shows: [`${UPDATE}/body/amount`],
    });
    await sendBrokenUpdates(session, path);
  }),
  probe('order-expired', 'moves the expiry of an order into the past', async (session) => {
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    const yesterday = new Date(Date.now() - DAY_MS).toISOString();
    await session.peek({ operation: UPDATE, path: { orderCode }, body: { expirationDate: yesterday } });
    const order = await readOrder(session, 'read', orderCode);
    checkState(session, 'expired', ['payments/transition/expired'], order, 1);
  }),
  probe('older-order', 'creates an order through the older endpoint, and reads it', async (session) => {
    const { sourceCode } = session.target.credentials;
    const create = async (step: string, body: Answer): Promise<string> => {
      const withSource = { ...(sourceCode !== undefined && { sourceCode }), ...body };
      const { json } = await session.send(step, { operation: LEGACY, body: withSource });
      return String(answerOf(json)['OrderCode']);
    };
    const orderCode = await create('create', {
      amount: AMOUNT,
      tipAmount: TIP,
      customerTrns: `${TEXT}: customer`,
      merchantTrns: `${TEXT}: merchant`,
      tags: ['verify'],
      requestLang: 'fr-FR',
      paymentTimeOut: 3600,
      email: 'verify@example.com',
      fullName: TEXT,
    });
    const order = await readOrder(session, 'read', orderCode);
    const values = {
      customerTrns: { member: 'CustomerTrns', value: `${TEXT}: customer` },
      merchantTrns: { member: 'MerchantTrns', value: `${TEXT}: merchant` },
      tags: { member: 'Tags', value: ['verify'] },
      requestLang: { member: 'RequestLang', value: 'fr-FR' },
    };
    for (const [field, expected] of Object.entries(values))
      checkMember(session, `${LEGACY}/body/${field}`, order, expected);
    const unit = (field: string): string[] => [`${LEGACY}/body/${field}`, `${LEGACY}/body/${field}/unit`];
    checkUnit(session, unit('amount'), order, { member: 'RequestAmount', minor: AMOUNT });
    checkUnit(session, unit('tipAmount'), order, { member: 'TipAmount', minor: TIP });
    const normal = await readOrder(session, 'read-default', await create('default', { amount: AMOUNT }));
    const later = expiryOf(order) - expiryOf(normal);
    session.check('timeout', [`${LEGACY}/body/paymentTimeOut`], {
      expected: { later: '30 minutes' },
      actual: { later: later > 1740 && later < 1860 ? '30 minutes' : 'something else' },
    });
    // The keys can begin with a capital letter, and a boolean can be a string.
    const capital = await create('capital', {
      Amount: AMOUNT,
      AllowRecurring: 'true',
      DisableExactAmount: 'false',
    });
    checkUnit(session, ['auth.5'], await readOrder(session, 'read-capital', capital), {
      member: 'RequestAmount',
      minor: AMOUNT,
    });
  }),
  probe(
    'older-order-with-wrong-field',
    'creates orders with one wrong field each at the older endpoint',
    async (session) => {
      await session.send('amount', { operation: LEGACY, body: { amount: 29 }, expects: 'invalid' });
      await sendBroken(session, LEGACY, BROKEN_LEGACY_ORDERS);
    },
  ),
  probe('checkout-page', 'opens the checkout page of an order', async (session) => {
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    await session.send('open', {
      operation: 'getSmartCheckout',
      auth: 'none',
      query: { ref: orderCode },
      shows: ['getSmartCheckout/query/ref'],
    });
  }),
  probe('rf-code', 'reads the code for a bank transfer to an order', async (session) => {
    const operation = 'rfCodePayments.generateRfCodes';
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    const { json } = await session.send('read', {
      operation,
      auth: 'none',
      body: { orderCode },
      shows: [`${operation}/body/orderCode`, 'legacy-misc.2'],
    });
    session.check('length', ['legacy-misc.3'], {
      expected: '25 characters',
      actual: /^RF\w{23}$/.test(String(answerOf(json)['rfPaymentCode'])) ? '25 characters' : 'something else',
    });
    await session.send('wrong', {
      operation,
      auth: 'none',
      body: { orderCode: 'one' },
      expects: 'invalid',
      shows: [`${operation}/body/orderCode`],
    });
  }),
  probe('fees', 'reads the fees of an order', async (session) => {
    const operation = 'fees.retrieveFees';
    const orderCode = await session.createOrder('create', { amount: AMOUNT });
    await session.send('read', {
      operation,
      query: { orderCode, amount: AMOUNT },
      shows: [`${operation}/query/orderCode`, `${operation}/query/amount`],
    });
    await session.send('unknown-order', {
      operation,
      query: { orderCode: UNKNOWN_ORDER, amount: AMOUNT },
      expects: 'unknown-order',
      shows: [`${operation}/query/orderCode`],
    });
    await session.send('no-amount', {
      operation,
      query: { orderCode },
      expects: 'invalid',
      shows: [`${operation}/query/amount`],
    });
  }),
  probe(
    'payment-source',
    'tries to create a payment source that exists, and an incomplete one',
    async (session) => {
      const operation = 'source.createSource';
      const { sourceCode = 'Default' } = session.target.credentials;
      const site = {
        name: TEXT,
        domain: 'shop.example',
        isSecure: true,
        pathSuccess: 'success',
        pathFail: 'failure',
      };
      await session.send('existing', {
        operation,
        body: { ...site, sourceCode },
        expects: 'code-exists',
        shows: [`${operation}/body/sourceCode`],
      });
      await session.send('incomplete', { operation, body: { sourceCode }, expects: 'invalid' });
    },
  ),
];

async function sendBrokenUpdates(
  session: ProbeSession,
  path: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [field, value] of Object.entries({
    amount: 'ten',
    expirationDate: 'tomorrow',
    disablePaidState: 'maybe',
    isCanceled: 'maybe',
  })) {
    const { status } = await session.peek({ operation: UPDATE, path, body: { [field]: value } });
    session.check(`wrong-${field}`, [`${UPDATE}/body/${field}`], {
      expected: { status: 400 },
      actual: { status },
    });
  }
}
