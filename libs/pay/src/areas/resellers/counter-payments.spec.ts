import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OrderState, TransactionStatus, TransactionType, unwrap } from 'nestjs-pay/client';
import type { PayResellers } from 'nestjs-pay/client';
import { dataClient } from '../../../../../test/contract/round-trips/data-client.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

const CUSTOMER = { phone: '+302101234567', countryCode: 'GR' };
/** Clients of the world never retry, so a call needs it to show that it is not repeated. */
const RETRIES = { maxRetries: 2 };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let world: World;
beforeAll(async () => {
  world = await World.create('counter payments');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

/** Returns the password that the customer received last. */
const newestPassword = (): string => world.simulator.resellerDesk.passwords().at(-1)?.password ?? '';
const balance = (account: 'counter' | 'pending' | 'pendingCash' | 'wallet') =>
  world.simulator.ledger().balances['978']?.[account] ?? 0n;

/** Checks that the customer can pay the order, and returns the options for the payment. */
type CashPaymentOptions = Parameters<PayResellers['cashPayment']>[0];
async function checked(orderCode: string, customer = CUSTOMER): Promise<CashPaymentOptions> {
  unwrap(await world.wallet.resellers.checkCashPaymentEligibility({ ...customer, orderCode, amount: 2450 }));
  return { ...customer, orderCode, amount: 2450, oneTimePassword: newestPassword() };
}

/** Pays an order in cash and returns its transaction ID. */
async function paidInCash(): Promise<string> {
  const payment = await world.wallet.resellers.cashPayment(await checked(await world.order()));
  return unwrap(payment).transactionId;
}

const stateOf = async (orderCode: string) => unwrap(await world.wallet.payments.getOrder(orderCode)).StateId;

describe('cashPayment', () => {
  it('pays an order once, in minor units, as a transaction without a card [resellers.6]', async () => {
    const orderCode = await world.order();
    const options = await checked(orderCode);
    const payment = unwrap(
      await world.wallet.resellers.cashPayment({ ...options, resellerSourceCode: 'till-7', tags: ['x'] }),
    );
    expect(payment).toMatchObject({ orderCodeText: orderCode, amount: 2450, tags: ['x'], totalFee: 0 });
    expect(await stateOf(orderCode)).toBe(OrderState.Paid);
    expect(unwrap(await world.wallet.transactions.getTransactionById(payment.transactionId))).toMatchObject({
      amount: 24.5,
      statusId: TransactionStatus.Finished,
      transactionTypeId: TransactionType.Cash,
      cardNumber: null,
      cardTypeId: null,
      bankId: null,
      recurringSupport: false,
    });
    const [legacy] = unwrap(
      await world.wallet.transactions.getLegacyTransactions(payment.transactionId),
    ).Transactions;
    expect(legacy).toMatchObject({
      TransactionType: { TransactionTypeId: TransactionType.Cash, Name: 'Cash' },
      BankId: null,
      PanEntryMode: null,
      CreditCard: { Number: null, Token: null, CardType: { CardTypeId: 5 } },
      AuthorizationId: null,
      ResellerSourceCode: 'till-7',
    });
    const again = await checked(await world.order());
    expect(await world.wallet.resellers.cashPayment({ ...again, orderCode })).toMatchObject({
      code: 'rejected',
      error: { outcome: 'rejected', retryable: false },
    });
  });

  it('creates a transaction that searchTransactions finds by type and store', async () => {
    const options = await checked(await world.order());
    await world.payment();
    const { transactionId } = unwrap(
      await world.wallet.resellers.cashPayment({ ...options, resellerSourceCode: 'till-7' }),
    );
    const sales = dataClient(world);
    for (const filter of [{ TransactionTypeIds: [TransactionType.Cash] }, { ResellerSourceCode: 'till-7' }]) {
      const found = unwrap(await sales.dataServices.searchTransactions(filter));
      expect(found.data.map((row) => row.transactionId)).toEqual([transactionId]);
    }
    await sales.close();
  });

  it('adds the order’s fee for cash, and fails if the order does not allow cash', async () => {
    const withFee = await world.order({ paymentMethodFees: [{ paymentMethodId: '3', fee: 50 }] });
    const paid = unwrap(await world.wallet.resellers.cashPayment(await checked(withFee)));
    expect(paid).toMatchObject({ amount: 2500, amountWithoutFee: 2450, totalFee: 50 });
    for (const closed of [{ paymentMethods: [0] }, { preauth: true }, { disableCash: true }]) {
      const orderCode = await world.order(closed);
      const check = await world.wallet.resellers.checkCashPaymentEligibility({ ...CUSTOMER, orderCode });
      expect(check).toMatchObject({ code: 'rejected' });
    }
  });

  it('accepts an RF code, which must belong to the order', async () => {
    const { orderCodeText, rfPaymentCode } = unwrap(
      await world.wallet.resellers.createOrder({ amount: 2450 }),
    );
    const options = { ...(await checked(orderCodeText)), rfPaymentCode };
    const mixed = { ...options, orderCode: await world.order() };
    expect(await world.wallet.resellers.cashPayment(mixed)).toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('rfPaymentCode'),
    });
    expect(await world.wallet.resellers.cashPayment({ ...options, orderCode: null })).toMatchObject({
      success: true,
      data: { orderCodeText },
    });
  });

  it.each([
    ['of an unknown order', { orderCode: '9999999999999999' }, 'notfound'],
    ['for another merchant', { merchantId: UNKNOWN_ID }, 'notfound'],
    ['of another amount', { amount: 2449 }, 'rejected'],
    ['without an amount', { amount: undefined }, 'rejected'],
    ['without an order', { orderCode: undefined }, 'rejected'],
  ])('rejects a payment %s, and the password stays valid', async (_name, wrong, code) => {
    const options = await checked(await world.order());
    expect(await world.wallet.resellers.cashPayment({ ...options, ...wrong })).toMatchObject({
      success: false,
      code,
      error: { outcome: 'rejected' },
    });
    expect(balance('counter')).toBe(0n);
    expect(await world.wallet.resellers.cashPayment(options)).toMatchObject({ success: true });
  });
});

describe('one-time password', () => {
  it('expires, and a new one replaces it [resellers.1]', async () => {
    const orderCode = await world.order();
    const options = await checked(orderCode);
    await world.simulator.clock.advance(5 * MINUTE);
    expect(await world.wallet.resellers.cashPayment(options)).toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/expired/),
    });
    unwrap(await world.wallet.resellers.resendCashPaymentOtp(CUSTOMER));
    expect(await world.wallet.resellers.cashPayment(options)).toMatchObject({ code: 'rejected' });
    expect(await stateOf(orderCode)).toBe(OrderState.Pending);
    const fresh = { ...options, oneTimePassword: newestPassword() };
    expect(await world.wallet.resellers.cashPayment(fresh)).toMatchObject({ success: true });
  });

  it('is valid for one payment and ends the check', async () => {
    const paid = await checked(await world.order());
    unwrap(await world.wallet.resellers.cashPayment(paid));
    const second = { ...paid, orderCode: await world.order() };
    expect(await world.wallet.resellers.cashPayment(second)).toMatchObject({ code: 'rejected' });
    expect(await world.wallet.resellers.resendCashPaymentOtp(CUSTOMER)).toMatchObject({ code: 'rejected' });
    expect(balance('counter')).toBe(-2450n);
  });

  it.each([
    ['for another phone', { phone: '+302100000000' }],
    ['for another country', { countryCode: 'CY' }],
    ['if it is wrong', { oneTimePassword: 'nonsense' }],
    ['if it is missing', { oneTimePassword: undefined }],
  ])('is rejected %s [resellers.1]', async (_name, wrong) => {
    const orderCode = await world.order();
    const options = await checked(orderCode);
    // Open checks of other customers, whose passwords must not be accepted.
    await checked(await world.order(), { ...CUSTOMER, phone: '+302100000000' });
    await checked(await world.order(), { ...CUSTOMER, countryCode: 'CY' });
    expect(await world.wallet.resellers.cashPayment({ ...options, ...wrong })).toMatchObject({
      code: 'rejected',
    });
    expect(await stateOf(orderCode)).toBe(OrderState.Pending);
    expect(await world.wallet.resellers.cashPayment(options)).toMatchObject({ success: true });
  });

  it('of a cash check is rejected for a bill', async () => {
    const options = await checked(await world.order());
    expect(await world.wallet.resellers.billPayment({ ...options, billId: 1 })).toMatchObject({
      code: 'rejected',
    });
  });

  it('needs tags if the check required them, also after a new password was sent [resellers.5]', async () => {
    world.simulator.resellerDesk.configure({ tagsNeeded: true });
    const options = await checked(await world.order());
    world.simulator.resellerDesk.configure({ tagsNeeded: false });
    unwrap(await world.wallet.resellers.resendCashPaymentOtp(CUSTOMER));
    const fresh = { ...options, oneTimePassword: newestPassword() };
    expect(await world.wallet.resellers.cashPayment(fresh)).toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/tags/),
    });
    expect(await world.wallet.resellers.cashPayment({ ...fresh, tags: ['id'] })).toMatchObject({
      success: true,
    });
  });
});

describe('cash transactions', () => {
  it('clear separately from cards and are credited less the commission', async () => {
    const before = balance('wallet');
    await paidInCash();
    expect([balance('counter'), balance('pendingCash'), balance('pending')]).toEqual([-2450n, 2426n, 0n]);
    await world.simulator.clock.advance(DAY);
    expect([balance('pendingCash'), balance('wallet') - before]).toEqual([0n, 2426n]);
    expect(world.simulator.ledger().totals).toEqual({ '978': 0n });
  });

  it('are voided by a full refund on the same day, with the commission', async () => {
    const paid = await paidInCash();
    const refund = unwrap(await world.wallet.transactions.cancelTransaction(paid, { amount: 2450 }));
    expect(refund).toMatchObject({ TransactionTypeId: TransactionType.CashRefund, StatusId: 'F' });
    expect([balance('counter'), balance('pendingCash')]).toEqual([0n, 0n]);
    expect(unwrap(await world.wallet.transactions.getTransactionById(paid)).statusId).toBe(
      TransactionStatus.Canceled,
    );
  });

  it('are refunded later from the wallet, in parts until nothing is left', async () => {
    const paid = await paidInCash();
    await world.simulator.clock.advance(2 * DAY);
    const cleared = balance('wallet');
    unwrap(await world.wallet.transactions.cancelTransaction(paid, { amount: 1000 }));
    expect(unwrap(await world.wallet.transactions.getRemainingAmounts(paid)).refundable).toBe(1450);
    unwrap(await world.wallet.transactions.cancelTransaction(paid, { amount: 1450 }));
    expect(await world.wallet.transactions.cancelTransaction(paid, { amount: 1 })).toMatchObject({
      code: 'alreadycanceled',
    });
    expect([balance('counter'), balance('wallet') - cleared]).toEqual([0n, -2450n]);
  });

  it('reject operations that need a card', async () => {
    const paid = await paidInCash();
    const { transactions } = world.wallet;
    const refund = { amount: 100, sourceCode: 'Default', merchantTrns: 'r-1' };
    const results = [
      await transactions.fastRefund(paid, refund, { idempotencyKey: 'k-1' }),
      await transactions.rebate(paid, { amount: 100 }),
      await transactions.createCardToken({ transactionId: paid }),
      await transactions.createTransaction({ id: paid, amount: 100 }),
    ];
    for (const result of results)
      expect(result).toMatchObject({ success: false, error: { outcome: 'rejected' } });
    expect(balance('counter')).toBe(-2450n);
  });
});

describe('billPayment', () => {
  const check = async () => {
    unwrap(await world.wallet.resellers.checkBillPaymentEligibility({ ...CUSTOMER, amount: 1000 }));
    return { ...CUSTOMER, amount: 1000, billId: 7, oneTimePassword: newestPassword() };
  };

  it('creates an order that is paid in cash, with the payer’s name and the reference', async () => {
    const named = { firstName: 'Jo', lastName: 'Doe', merchantTrns: 'bill-7', vat: '012345678' };
    const bill = unwrap(await world.wallet.resellers.billPayment({ ...(await check()), ...named }));
    expect(bill).toMatchObject({ amount: 1000, billFee: 0, sourceCode: 'Default', currencyCode: '978' });
    expect(await stateOf(bill.orderCodeText ?? '')).toBe(OrderState.Paid);
    expect(unwrap(await world.wallet.transactions.getTransactionById(bill.transactionId))).toMatchObject({
      amount: 10,
      transactionTypeId: TransactionType.Cash,
      fullName: 'Jo Doe',
      merchantTrns: 'bill-7',
    });
  });

  it('pays an existing order with the same amount', async () => {
    const orderCode = await world.order({ amount: 1000 });
    const options = await check();
    expect(await world.wallet.resellers.billPayment({ ...options, orderCode, amount: 999 })).toMatchObject({
      code: 'rejected',
    });
    unwrap(await world.wallet.resellers.billPayment({ ...options, orderCode }));
    expect(await stateOf(orderCode)).toBe(OrderState.Paid);
  });

  it('needs a bill or an order, and creates no order if the password is wrong', async () => {
    const options = await check();
    const orders = world.simulator.orders.list().length;
    for (const wrong of [{ billId: undefined }, { oneTimePassword: '1' }])
      expect(await world.wallet.resellers.billPayment({ ...options, ...wrong })).toMatchObject({
        code: 'rejected',
      });
    expect(world.simulator.orders.list()).toHaveLength(orders);
  });
});

describe('requests', () => {
  it.each([
    [{ amount: 10.5 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ tags: 'id' as never }, 'tags'],
    [{ merchantId: 'me' }, 'merchantId'],
    [{ rfPaymentCode: 'RF19539007547034' }, 'rfPaymentCode'],
    [{ orderCode: 2 ** 53 }, 'orderCode'],
  ])('are not sent with %j', async (wrong, field) => {
    const before = world.simulator.requests().length;
    const result = await world.wallet.resellers.cashPayment({ ...CUSTOMER, ...wrong });
    expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field }] } });
    expect(world.simulator.requests()).toHaveLength(before);
  });

  it('of a payment are not repeated after a lost response, and the order shows that it was paid [resellers.7]', async () => {
    const { resellers } = world.wallet;
    const orderCode = await world.order();
    const cash = await checked(orderCode);
    const bill = { ...CUSTOMER, orderCode: await world.order(), amount: 2450 };
    unwrap(await resellers.checkBillPaymentEligibility({ ...CUSTOMER, amount: 2450 }));
    const calls = {
      cashPayment: () => resellers.cashPayment(cash, RETRIES),
      billPayment: () => resellers.billPayment({ ...bill, oneTimePassword: newestPassword() }, RETRIES),
    };
    for (const [name, pay] of Object.entries(calls)) {
      const operation = `resellers.${name}`;
      world.simulator.faults.add({ operation, kind: 'executed-but-lost', times: 1 });
      expect(await pay()).toMatchObject({
        success: false,
        error: { outcome: 'unknown', retryable: false },
      });
      const sent = world.simulator.requests().filter((request) => request.operation === operation);
      expect(sent).toHaveLength(1);
    }
    expect(await stateOf(orderCode)).toBe(OrderState.Paid);
    expect(await stateOf(bill.orderCode)).toBe(OrderState.Paid);
  });

  it('are forbidden if the account is not a reseller', async () => {
    const options = await checked(await world.order());
    world.simulator.permissions.set({ actAsReseller: false });
    expect(await world.wallet.resellers.cashPayment(options)).toMatchObject({ code: 'forbidden' });
    expect(await world.wallet.resellers.billPayment({ ...options, billId: 1 })).toMatchObject({
      code: 'forbidden',
    });
  });
});
