import { SCOPES } from '../../domain/contract.generated.js';
import { isObject } from '../../domain/json-kinds.js';
import { NotProbed, membersOf, probesOf } from '../run-probes.js';
import type { ProbeSession } from '../run-probes.js';
import type { ProbeResponse } from '../verify.types.js';

/** Not a round number, so that minor and major units cannot be confused. */
const AMOUNT = 1234;
const PART = 517;
/** The demo environment declines a payment of this amount. */
export const DECLINED = 9906;
export const DECLINE = {
  how: 'with a test card that is approved; the amount declines it. Then close the page',
  until: 'E',
};
const CHARGE = 'transactions.createTransaction';
const CANCEL = 'transactions.cancelTransaction';
const REFUND_OAUTH = 'transactions.acquiringRefund';
const CHARGE_OAUTH = 'transactions.acquiringCharge';
const TRANSITION = 'transactions/transition';
const LIST = 'transactions.getLegacyTransactions:list';

export const PAYMENT = probesOf('payment', {
  // Reads a payment, tries to charge it again and to refund too much, and voids it twice.
  'payment-voided': async (session) => {
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT });
    const path = { transactionId };
    await session.sendAll('transactions.getTransactionById', [['read', { path }]]);
    await session.sendAll('transactions.getLegacyTransactions', [['read-older', { path }]]);
    await session.sendAll(LIST, [['list', { query: { orderCode } }, '', 'query/orderCode']]);
    await checkRows(session, 'paid', orderCode, `${TRANSITION}/charge-f-type-5`, '5 F');
    await session.sendAll(CHARGE, [['charge-again', { path, body: { amount: PART } }, 'not-recurring']]);
    const tooMuch = { path, query: { amount: 2 * AMOUNT } };
    await session.sendAll(CANCEL, [['refund-too-much', tooMuch, 'amount-too-high']]);
    await voidPayment(session, 'void', transactionId, AMOUNT);
    await checkRows(session, 'voided', orderCode, `${TRANSITION}/void-f-same-day`, '5 X, 7 F');
    await session.sendAll(CANCEL, [['void-again', { path, query: { amount: AMOUNT } }, 'already-refunded']]);
  },
  // Refunds a payment in two parts on the day of the payment.
  'payment-refunded-in-parts': async (session) => {
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT });
    await voidPayment(session, 'refund-part', transactionId, PART);
    await voidPayment(session, 'refund-rest', transactionId, AMOUNT - PART);
    await checkRows(session, 'refunded', orderCode, `${TRANSITION}/refund-f-cleared-any`, '4 F, 4 F, 5 R');
  },
  // Captures more than a pre-authorization, a part of it, and then once more.
  'pre-authorization-captured': async (session) => {
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
    await checkRows(session, 'held', orderCode, `${TRANSITION}/preauth-preauth-order-paid`, '1 F');
    const capture = (amount: number) => ({ path: { transactionId }, body: { amount } });
    await session.sendAll(CHARGE, [['capture-too-much', capture(2 * AMOUNT), 'amount-too-high']]);
    const { json } = await session.sendAll(CHARGE, [['capture', capture(AMOUNT), '', 'body/amount']]);
    await checkRows(
      session,
      'captured',
      orderCode,
      `${TRANSITION}/preauth-capture-pre-authorisation`,
      '0 F, 1 C',
    );
    await session.sendAll(CHARGE, [['capture-again', capture(PART), 'nothing-held']]);
    await voidPayment(session, 'void', newTransaction(json), AMOUNT);
  },
  // Cancels a pre-authorization.
  'pre-authorization-canceled': async (session) => {
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
    await voidPayment(session, 'cancel', transactionId, AMOUNT);
    await checkRows(
      session,
      'canceled',
      orderCode,
      `${TRANSITION}/preauth-cancel-pre-authorisation`,
      '1 X, 7 F',
    );
  },
  // Charges a recurring payment again, and voids both.
  'payment-charged-again': async (session) => {
    const order = { amount: AMOUNT, allowRecurring: true };
    const { orderCode, transactionId } = await session.payOrder('order', order);
    const shows = 'body/amount payments.createOrder/body/allowRecurring';
    const charge = { path: { transactionId }, body: { amount: PART } };
    const { json } = await session.sendAll(CHARGE, [['charge', charge, '', shows]]);
    await checkRows(
      session,
      'charged',
      orderCode,
      `${TRANSITION}/recurring-new-transaction-type`,
      '5 F, 5 F',
    );
    await voidPayment(session, 'void-charge', newTransaction(json), PART);
    await voidPayment(session, 'void', transactionId, AMOUNT);
  },
  // Refunds a payment with OAuth: a part twice with one key, too much, the rest, and once more.
  'payment-refunded-with-a-key': async (session) => {
    await requireAcquiring(session);
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT });
    const path = { transactionId };
    const idempotencyKey = `verify-${transactionId}`;
    const query = { amount: PART, currencyCode: '978', sourceCode: 'Default' };
    const part = { path, query: { ...query, idempotencyKey } };
    const first = await session.sendAll(REFUND_OAUTH, [['part', part, '', 'query/amount']]);
    const again = await session.sendAll(REFUND_OAUTH, [['same-key', part]]);
    const isSame = newId(first) === newId(again);
    session.confirm('one-effect', `${REFUND_OAUTH}/query/idempotencyKey`, 'same transaction', isSame);
    await session.sendAll(REFUND_OAUTH, [
      ['other-amount', { path, query: { amount: PART - 1, idempotencyKey } }, 'key-reused'],
      ['too-much', { path, query: { amount: AMOUNT } }, 'invalid'],
      ['rest', { path, query: { ...query, amount: AMOUNT - PART } }],
      ['nothing-left', { path, query: { amount: 1 } }, 'already-refunded'],
    ]);
    await checkRows(session, 'refunded', orderCode, REFUND_OAUTH, '4 F, 4 F, 5 R');
  },
  // Captures a pre-authorization with OAuth, too much and twice, and voids the capture.
  'pre-authorization-charged': async (session) => {
    await requireAcquiring(session);
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
    const path = { transactionId };
    const captured = await session.sendAll(CHARGE_OAUTH, [
      ['too-much', { path, body: { amount: 2 * AMOUNT } }, 'invalid'],
      [
        'capture',
        { path, body: { amount: AMOUNT, currencyCode: '978' } },
        '',
        'body/amount body/currencyCode',
      ],
    ]);
    await checkRows(session, 'captured', orderCode, CHARGE_OAUTH, '0 F, 1 C');
    await session.sendAll(CHARGE_OAUTH, [
      ['capture-again', { path, body: { amount: PART } }, 'nothing-held'],
    ]);
    await voidWithToken(session, 'void', newId(captured), AMOUNT);
  },
  // Releases a pre-authorization with OAuth.
  'pre-authorization-released-with-oauth': async (session) => {
    await requireAcquiring(session);
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
    await voidWithToken(session, 'release', transactionId, AMOUNT);
    await checkRows(session, 'released', orderCode, REFUND_OAUTH, '1 X, 7 F');
  },
  // Charges a recurring payment again with OAuth, tries it with the charge, and voids both.
  'payment-charged-again-with-oauth': async (session) => {
    await requireAcquiring(session);
    const order = { amount: AMOUNT, allowRecurring: true };
    const { orderCode, transactionId } = await session.payOrder('order', order);
    const texts = { sourceCode: 'Default', merchantTrns: 'verify', customerTrns: 'verify' };
    const charge = { path: { transactionId }, body: { amount: PART, currencyCode: '978', ...texts } };
    const shows = 'body/sourceCode body/merchantTrns body/customerTrns';
    const id = newId(await session.sendAll(CHARGE_OAUTH, [['charge', charge, '', shows]]));
    await checkRows(session, 'charged', orderCode, CHARGE_OAUTH, '5 F, 5 F');
    const chargeAgain = { path: { transactionId: id }, body: { amount: PART } };
    await session.sendAll(CHARGE_OAUTH, [['charge-a-charge', chargeAgain, 'not-recurring']]);
    await voidWithToken(session, 'void-charge', id, PART);
    await voidWithToken(session, 'void', transactionId, AMOUNT);
  },
  // Declines a payment, and cancels its order.
  'payment-declined': async (session) => {
    const { orderCode } = await session.payOrder('order', { amount: DECLINED }, DECLINE);
    await checkRows(session, 'declined', orderCode, `${TRANSITION}/charge-e-type-5`, '5 E');
    await session.sendAll('payments.cancelOrder', [['cancel', { path: { orderCode } }]]);
  },
});

/** ID of the transaction that a charge or a capture made; undefined if it failed. */
const newTransaction = (json: unknown): unknown => (isObject(json) ? json['TransactionId'] : undefined);

async function voidPayment(session: ProbeSession, step: string, id: unknown, amount: number): Promise<void> {
  if (typeof id !== 'string') return;
  const request = { path: { transactionId: id }, query: { amount }, amounts: [amount] };
  await session.sendAll(CANCEL, [[step, request, '', 'query/amount']]);
}

/** @throws NotProbed if the account has no right to charge and refund with OAuth. */
export async function requireAcquiring(session: ProbeSession): Promise<void> {
  const scope = SCOPES['payments:core:api:acquiring'];
  if ((await session.tokenScopes('checkout')).includes(scope)) return;
  throw new NotProbed(`the checkout client of this account lacks the scope ${scope}`);
}

/** ID of the transaction that a call with OAuth made. @throws NotProbed if the service did not make one */
function newId({ status, json }: ProbeResponse): string {
  const id = isObject(json) ? json['transactionId'] : undefined;
  if (typeof id === 'string') return id;
  throw new NotProbed(`the service responded with HTTP ${status} without a transactionId`);
}

const voidWithToken = (session: ProbeSession, step: string, transactionId: string, amount: number) =>
  session.sendAll(REFUND_OAUTH, [[step, { path: { transactionId }, query: { amount }, amounts: [amount] }]]);

/** Records type and status of the transactions of an order, such as `5 F`, for a transition of the contract. */
async function checkRows(
  session: ProbeSession,
  step: string,
  orderCode: string,
  claim: string,
  expected: string,
): Promise<void> {
  const { json } = await session.peek({ operation: LIST, query: { orderCode } });
  const rows = membersOf(json, 'Transactions').map(({ StatusId, TransactionType: type }) =>
    [isObject(type) ? type['TransactionTypeId'] : undefined, StatusId].join(' '),
  );
  const status = rows.sort().join(', ');
  session.check(step, claim, { status: expected }, { status });
}
