import { NotProbed, membersOf } from '../run-probes.js';
import type { Probe, ProbeAnswer, ProbeSession } from '../verify.types.js';

/** Not a round number, so that minor and major units cannot be confused. */
const AMOUNT = 1234;
const PART = 517;
const REFUND = 'transactions.acquiringRefund';
const CHARGE = 'transactions.acquiringCharge';
const ACQUIRING = 'urn:viva:payments:core:api:acquiring';

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
    id: 'payment-refunded-with-a-key',
    class: 'payment',
    about: 'refunds a payment with OAuth: a part twice with one key, too much, the rest, and once more',
    async run(session) {
      await requireAcquiring(session);
      const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT });
      const key = `verify-${transactionId}`;
      const refund = (step: string, amount: number, more: object = {}) =>
        session.send(step, {
          operation: REFUND,
          path: { transactionId },
          query: { amount, currencyCode: '978', sourceCode: 'Default', ...more },
          shows: [`${REFUND}/query/amount`],
        });
      const first = await refund('part', PART, { idempotencyKey: key });
      const again = await refund('same-key', PART, { idempotencyKey: key });
      session.check('one-effect', [`${REFUND}/query/idempotencyKey`], {
        expected: { sameTransaction: true },
        actual: { sameTransaction: newId(first) === newId(again) },
      });
      const refused = { operation: REFUND, path: { transactionId } };
      const other = { amount: PART - 1, idempotencyKey: key };
      await session.send('other-amount', { ...refused, query: other, expects: 'key-reused' });
      await session.send('too-much', { ...refused, query: { amount: AMOUNT }, expects: 'invalid' });
      await refund('rest', AMOUNT - PART);
      await session.send('nothing-left', { ...refused, query: { amount: 1 }, expects: 'already-refunded' });
      await checkRows(session, 'refunded', orderCode, [REFUND], ['4 F', '4 F', '5 R']);
    },
  },
  {
    id: 'pre-authorization-charged',
    class: 'payment',
    about: 'captures a pre-authorization with OAuth, too much and twice, and voids the capture',
    async run(session) {
      await requireAcquiring(session);
      const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
      const charge = { operation: CHARGE, path: { transactionId } };
      await session.send('too-much', { ...charge, body: { amount: 2 * AMOUNT }, expects: 'invalid' });
      const captured = await session.send('capture', {
        ...charge,
        body: { amount: AMOUNT, currencyCode: '978' },
        shows: [`${CHARGE}/body/amount`, `${CHARGE}/body/currencyCode`],
      });
      await checkRows(session, 'captured', orderCode, [CHARGE], ['0 F', '1 C']);
      await session.send('capture-again', { ...charge, body: { amount: PART }, expects: 'nothing-held' });
      await voidWithToken(session, 'void', newId(captured), AMOUNT);
    },
  },
  {
    id: 'pre-authorization-released-with-oauth',
    class: 'payment',
    about: 'releases a pre-authorization with OAuth',
    async run(session) {
      await requireAcquiring(session);
      const { orderCode, transactionId } = await session.payOrder('order', { amount: AMOUNT, preauth: true });
      await voidWithToken(session, 'release', transactionId, AMOUNT);
      await checkRows(session, 'released', orderCode, [REFUND], ['1 X', '7 F']);
    },
  },
  {
    id: 'payment-charged-again-with-oauth',
    class: 'payment',
    about: 'charges a recurring payment again with OAuth, tries it with another payment, and voids all',
    async run(session) {
      await requireAcquiring(session);
      const { orderCode, transactionId } = await session.payOrder('order', {
        amount: AMOUNT,
        allowRecurring: true,
      });
      const texts = { merchantTrns: 'verify', customerTrns: 'verify' };
      const charged = await session.send('charge', {
        operation: CHARGE,
        path: { transactionId },
        body: { amount: PART, currencyCode: '978', sourceCode: 'Default', ...texts },
        shows: ['sourceCode', 'merchantTrns', 'customerTrns'].map((name) => `${CHARGE}/body/${name}`),
      });
      await checkRows(session, 'charged', orderCode, [CHARGE], ['5 F', '5 F']);
      await session.send('charge-a-charge', {
        operation: CHARGE,
        path: { transactionId: newId(charged) },
        body: { amount: PART },
        expects: 'not-recurring',
      });
      await voidWithToken(session, 'void-charge', newId(charged), PART);
      await voidWithToken(session, 'void', transactionId, AMOUNT);
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

const voidWithToken = (session: ProbeSession, step: string, transactionId: string, amount: number) =>
  session.send(step, { operation: REFUND, path: { transactionId }, query: { amount }, amounts: [amount] });

/** The ID of the transaction that a call made. @throws NotProbed if the service did not execute the call */
function newId({ status, json }: ProbeAnswer): string {
  const { transactionId } = (json ?? {}) as { transactionId?: unknown };
  if (typeof transactionId === 'string') return transactionId;
  throw new NotProbed(`the service answered HTTP ${status} without a transactionId`);
}

/** @throws NotProbed if the account has no right to the calls of the service's plugin */
async function requireAcquiring(session: ProbeSession): Promise<void> {
  if ((await session.tokenScopes('checkout')).includes(ACQUIRING)) return;
  throw new NotProbed(`the checkout client of this account lacks the scope ${ACQUIRING}`);
}

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
