import { isObject } from '../http.js';
import { membersOf, probesOf } from '../run-probes.js';
import type { ProbeSession } from '../verify.types.js';

/** Not a round number, so that minor and major units cannot be confused. */
const AMOUNT = 1234;
const PART = 517;
/** The demo environment declines a payment of this amount. */
const DECLINED = 9906;
export const DECLINE = {
  says: 'with a test card that is approved; the amount declines it. Then close the page',
  until: 'E',
};
const CHARGE = 'transactions.createTransaction';
const CANCEL = 'transactions.cancelTransaction';
const LIST = 'transactions.getLegacyTransactions:list';

export const PAYMENT = probesOf('payment', {
  // Reads a payment, tries to charge it again and to refund too much, and voids it twice.
  'payment-voided': async (session) => {
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT });
    const path = { transactionId };
    await session.sendAll('transactions.getTransactionById', [['read', { path }]]);
    await session.sendAll('transactions.getLegacyTransactions', [['read-older', { path }]]);
    await session.sendAll(LIST, [['list', { query: { orderCode } }, '', 'query/orderCode']]);
    await checkRows(session, 'paid', orderCode, 'charge-f-type-5', '5 F');
    await session.sendAll(CHARGE, [['charge-again', { path, body: { amount: PART } }, 'not-recurring']]);
    const tooMuch = { path, query: { amount: 2 * AMOUNT } };
    await session.sendAll(CANCEL, [['refund-too-much', tooMuch, 'amount-too-high']]);
    await voidPayment(session, 'void', transactionId, AMOUNT);
    await checkRows(session, 'voided', orderCode, 'void-f-same-day', '5 X, 7 F');
    await session.sendAll(CANCEL, [['void-again', { path, query: { amount: AMOUNT } }, 'already-refunded']]);
  },
  // Refunds a payment in two parts on the day of the payment.
  'payment-refunded-in-parts': async (session) => {
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT });
    await voidPayment(session, 'refund-part', transactionId, PART);
    await voidPayment(session, 'refund-rest', transactionId, AMOUNT - PART);
    await checkRows(session, 'refunded', orderCode, 'refund-f-cleared-any', '4 F, 4 F, 5 R');
  },
  // Captures more than a pre-authorization, a part of it, and then once more.
  'pre-authorization-captured': async (session) => {
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
    await checkRows(session, 'held', orderCode, 'preauth-preauth-order-paid', '1 F');
    const capture = (amount: number) => ({ path: { transactionId }, body: { amount } });
    await session.sendAll(CHARGE, [['capture-too-much', capture(2 * AMOUNT), 'amount-too-high']]);
    const { json } = await session.sendAll(CHARGE, [['capture', capture(AMOUNT), '', 'body/amount']]);
    await checkRows(session, 'captured', orderCode, 'preauth-capture-pre-authorisation', '0 F, 1 C');
    await session.sendAll(CHARGE, [['capture-again', capture(PART), 'nothing-held']]);
    await voidPayment(session, 'void', newTransaction(json), AMOUNT);
  },
  // Cancels a pre-authorization.
  'pre-authorization-canceled': async (session) => {
    const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
    await voidPayment(session, 'cancel', transactionId, AMOUNT);
    await checkRows(session, 'canceled', orderCode, 'preauth-cancel-pre-authorisation', '1 X, 7 F');
  },
  // Charges a recurring payment again, and voids both.
  'payment-charged-again': async (session) => {
    const order = { amount: AMOUNT, allowRecurring: true };
    const { orderCode, transactionId } = await session.payOrder('order', order);
    const shows = 'body/amount payments.createOrder/body/allowRecurring';
    const charge = { path: { transactionId }, body: { amount: PART } };
    const { json } = await session.sendAll(CHARGE, [['charge', charge, '', shows]]);
    await checkRows(session, 'charged', orderCode, 'recurring-new-transaction-type', '5 F, 5 F');
    await voidPayment(session, 'void-charge', newTransaction(json), PART);
    await voidPayment(session, 'void', transactionId, AMOUNT);
  },
  // Declines a payment, and cancels its order.
  'payment-declined': async (session) => {
    const { orderCode } = await session.payOrder('order', { amount: DECLINED }, DECLINE);
    await checkRows(session, 'declined', orderCode, 'charge-e-type-5', '5 E');
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

/** Records type and status of the transactions of an order, such as `5 F`, for a transition of the contract. */
async function checkRows(
  session: ProbeSession,
  step: string,
  orderCode: string,
  transition: string,
  expected: string,
): Promise<void> {
  const { json } = await session.peek({ operation: LIST, query: { orderCode } });
  const rows = membersOf(json, 'Transactions').map(({ StatusId, TransactionType: type }) =>
    [isObject(type) ? type['TransactionTypeId'] : undefined, StatusId].join(' '),
  );
  const status = rows.sort().join(', ');
  session.check(step, `transactions/transition/${transition}`, { status: expected }, { status });
}
