import { membersOf } from '../run-probes.js';
import type { Probe, ProbeSession } from '../verify.types.js';

/** Not a round number, so that minor and major units cannot be confused. */
const AMOUNT = 1234;
const PART = 517;

export const PAYMENT: readonly Probe[] = [
  {
    id: 'payment-voided',
    class: 'payment',
    about: 'reads a payment, tries to charge it again and to refund too much, and voids it twice',
    async run(session) {
      const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT });
      const path = { transactionId };
      await session.send('read', { operation: 'transactions.getTransactionById', path });
      await session.send('read-older', { operation: 'transactions.getLegacyTransactions', path });
      await session.send('list', {
        operation: 'transactions.getLegacyTransactions:list',
        query: { orderCode },
        shows: ['transactions.getLegacyTransactions:list/query/orderCode'],
      });
      await checkRows(session, 'paid', orderCode, ['transactions/transition/charge-f-type-5'], ['5 F']);
      await session.send('charge-again', {
        operation: 'transactions.createTransaction',
        path,
        body: { amount: PART },
        expects: 'not-recurring',
      });
      await session.send('refund-too-much', {
        operation: 'transactions.cancelTransaction',
        path,
        query: { amount: 2 * AMOUNT },
        expects: 'amount-too-high',
      });
      await voidPayment(session, 'void', transactionId, AMOUNT);
      await checkRows(
        session,
        'voided',
        orderCode,
        ['transactions/transition/void-f-same-day'],
        ['5 X', '7 F'],
      );
      await session.send('void-again', {
        operation: 'transactions.cancelTransaction',
        path,
        query: { amount: AMOUNT },
        expects: 'already-refunded',
      });
    },
  },
  {
    id: 'payment-refunded-in-parts',
    class: 'payment',
    about: 'refunds a payment in two parts on the day of the payment',
    async run(session) {
      const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT });
      await voidPayment(session, 'refund-part', transactionId, PART);
      await voidPayment(session, 'refund-rest', transactionId, AMOUNT - PART);
      const claims = ['transactions/transition/refund-f-cleared-any'];
      await checkRows(session, 'refunded', orderCode, claims, ['4 F', '4 F', '5 R']);
    },
  },
  {
    id: 'pre-authorization-captured',
    class: 'payment',
    about: 'captures more than a pre-authorization, a part of it, and then once more',
    async run(session) {
      const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
      await checkRows(
        session,
        'held',
        orderCode,
        ['transactions/transition/preauth-preauth-order-paid'],
        ['1 F'],
      );
      const capture = { operation: 'transactions.createTransaction', path: { transactionId } };
      await session.send('capture-too-much', {
        ...capture,
        body: { amount: 2 * AMOUNT },
        expects: 'amount-too-high',
      });
      const { json } = await session.send('capture', {
        ...capture,
        body: { amount: AMOUNT },
        shows: ['transactions.createTransaction/body/amount'],
      });
      await checkRows(
        session,
        'captured',
        orderCode,
        ['transactions/transition/preauth-capture-pre-authorisation'],
        ['0 F', '1 C'],
      );
      await session.send('capture-again', {
        ...capture,
        body: { amount: PART },
        expects: 'nothing-held',
      });
      const captured = (json as { TransactionId?: unknown } | undefined)?.TransactionId;
      if (typeof captured === 'string') await voidPayment(session, 'void', captured, AMOUNT);
    },
  },
  {
    id: 'pre-authorization-canceled',
    class: 'payment',
    about: 'cancels a pre-authorization',
    async run(session) {
      const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
      await voidPayment(session, 'cancel', transactionId, AMOUNT);
      await checkRows(
        session,
        'canceled',
        orderCode,
        ['transactions/transition/preauth-cancel-pre-authorisation'],
        ['1 X', '7 F'],
      );
    },
  },
  {
    id: 'payment-charged-again',
    class: 'payment',
    about: 'charges a recurring payment again, and voids both',
    async run(session) {
      const { orderCode, transactionId } = await session.payOrder('order', {
        amount: AMOUNT,
        allowRecurring: true,
      });
      const { json } = await session.send('charge', {
        operation: 'transactions.createTransaction',
        path: { transactionId },
        body: { amount: PART },
        shows: ['payments.createOrder/body/allowRecurring', 'transactions.createTransaction/body/amount'],
      });
      await checkRows(
        session,
        'charged',
        orderCode,
        ['transactions/transition/recurring-new-transaction-type'],
        ['5 F', '5 F'],
      );
      const charged = (json as { TransactionId?: unknown } | undefined)?.TransactionId;
      if (typeof charged === 'string') await voidPayment(session, 'void-charge', charged, PART);
      await voidPayment(session, 'void', transactionId, AMOUNT);
    },
  },
  {
    id: 'payment-declined',
    class: 'payment',
    about: 'declines a payment with an amount that the demo environment declines, and cancels the order',
    async run(session) {
      const { orderCode } = await session.payOrder(
        'order',
        { amount: 9906 },
        {
          says: 'with a test card that is approved; the amount declines it. Then close the page',
          until: 'E',
        },
      );
      await checkRows(session, 'declined', orderCode, ['transactions/transition/charge-e-type-5'], ['5 E']);
      await session.send('cancel', { operation: 'payments.cancelOrder', path: { orderCode } });
    },
  },
];

const voidPayment = (session: ProbeSession, step: string, transactionId: string, amount: number) =>
  session.send(step, {
    operation: 'transactions.cancelTransaction',
    path: { transactionId },
    query: { amount },
    amounts: [amount],
    shows: ['transactions.cancelTransaction/query/amount'],
  });

/** Records type and status of the transactions of an order, such as `5 F`. */
async function checkRows(
  session: ProbeSession,
  step: string,
  orderCode: string,
  claims: readonly string[],
  expected: readonly string[],
): Promise<void> {
  const { json } = await session.peek({
    operation: 'transactions.getLegacyTransactions:list',
    query: { orderCode },
  });
  const actual = membersOf(json, 'Transactions')
    .map(({ StatusId, TransactionType }) => {
      const type = (TransactionType as { TransactionTypeId?: unknown } | null)?.TransactionTypeId;
      return `${String(type)} ${String(StatusId)}`;
    })
    .sort();
  session.check(step, claims, {
    expected: { status: expected.join(', ') },
    actual: { status: actual.join(', ') },
  });
}
