import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toMajorUnits } from '../../core/values/money.js';
import { isSameAmount } from './comparisons.js';
import { orderValues, sessionValues, transactionValues } from './confirmed-values.js';
import type { Resource } from './confirmed-values.js';
import { READINGS } from './readings.js';
import type { Order, PosSession, Transaction } from '../../areas/results.generated.js';

const denialOf = (eventTypeId: number, data: object, resource: Resource) =>
  READINGS[eventTypeId]?.denialBy({ ...data }, resource);

const TRANSACTION: Transaction = {
  amount: 24.5,
  orderCode: 4271655739472609,
  orderCodeText: '4271655739472609',
  statusId: 'F',
  insDate: '2026-02-03T12:15:28.73+02:00',
  currencyCode: '978',
  transactionTypeId: 5,
  merchantTrns: 'cart-1',
};
const EVENT = {
  OrderCode: 4271655739472609,
  OrderCodeText: '4271655739472609',
  Amount: 24.5,
  StatusId: 'F',
  CurrencyCode: '978',
  TransactionTypeId: 5,
  MerchantTrns: 'cart-1',
};

describe('the comparison with a transaction', () => {
  const rows: [string, number, object, Partial<Transaction>, string | null][] = [
    ['a payment', 1796, {}, {}, null],
    ['a payment that was refunded later', 1796, {}, { statusId: 'R' }, null],
    ['a payment that was voided later', 1796, {}, { statusId: 'X' }, null],
    ['a payment that was disputed later', 1796, {}, { statusId: 'MA' }, null],
    ['a payment that failed', 1796, {}, { statusId: 'E' }, 'denied'],
    ['a payment in progress', 1796, {}, { statusId: 'A' }, 'not-yet'],
    [
      'a held pre-authorisation',
      1796,
      { TransactionTypeId: 1 },
      { statusId: 'A', transactionTypeId: 1 },
      null,
    ],
    ['a payment with an unlisted type', 1796, { TransactionTypeId: 901 }, { transactionTypeId: 901 }, null],
    ['a payment event without a type', 1796, { TransactionTypeId: null }, {}, null],
    ['a payment of another type', 1796, { TransactionTypeId: 6 }, {}, 'denied'],
    [
      'a payment event that names a refund',
      1796,
      { TransactionTypeId: 4 },
      { transactionTypeId: 4 },
      'denied',
    ],
    [
      'a payment event without a type that names a refund',
      1796,
      { TransactionTypeId: null },
      { transactionTypeId: 4 },
      'denied',
    ],
    [
      'a payment event that names a void',
      1796,
      { TransactionTypeId: null },
      { transactionTypeId: 7 },
      'denied',
    ],
    [
      'a payment event that names a refund of an unlisted type',
      1796,
      { Amount: -24.5, TransactionTypeId: 901 },
      { transactionTypeId: 901, amount: -24.5 },
      'denied',
    ],
    ['a refund', 1797, { Amount: -24.5, TransactionTypeId: 4 }, { transactionTypeId: 4 }, null],
    [
      'a refund that reads back negative',
      1797,
      { Amount: -24.5, TransactionTypeId: 4 },
      { transactionTypeId: 4, amount: -24.5 },
      null,
    ],
    ['a refund event that names a payment', 1797, { Amount: -24.5 }, {}, 'denied'],
    ['a failed attempt', 1798, { StatusId: 'E' }, { statusId: 'E' }, null],
    ['a failure event that names a payment', 1798, {}, {}, 'denied'],
    ['an unknown status', 1796, { StatusId: 'zzz' }, {}, 'denied'],
    ['no status', 1796, { StatusId: undefined }, {}, 'denied'],
    [
      'a failure event that names an attempt in progress',
      1798,
      { StatusId: 'E' },
      { statusId: 'A' },
      'not-yet',
    ],
    ['a payment event with the status of a failure', 1796, { StatusId: 'E' }, {}, 'denied'],
    ['a failure event with the status of a payment', 1798, { StatusId: 'F' }, { statusId: 'E' }, 'denied'],
    ['a payment that was captured later', 1796, { StatusId: 'F' }, { statusId: 'C' }, null],
    ['a terminal session', 1802, { Amount: 2450 }, {}, 'denied'],
    ['no currency', 1796, { CurrencyCode: null }, {}, 'denied'],
    ['a currency as a number', 1796, { CurrencyCode: 36 }, { currencyCode: '036' }, null],
    ['a currency without its leading zero', 1796, { CurrencyCode: '36' }, { currencyCode: '036' }, null],
    ['another currency', 1796, { CurrencyCode: '826' }, {}, 'denied'],
    [
      'no reference, and an empty one at the service',
      1796,
      { MerchantTrns: null },
      { merchantTrns: '' },
      null,
    ],
    ['another reference', 1796, { MerchantTrns: 'cart-2' }, {}, 'denied'],
    [
      'a reference that the service leaves out',
      1796,
      { MerchantTrns: 'cart-2' },
      { merchantTrns: undefined },
      null,
    ],
    ['an order code that differs from its text', 1796, { OrderCode: 1 }, {}, 'denied'],
    ['an order code in a list', 1796, { OrderCode: ['4271655739472609'] }, {}, 'denied'],
    ['an unlisted currency', 1796, { CurrencyCode: '123' }, { currencyCode: '123' }, null],
  ];
  it.each(rows)('%s', (_, eventTypeId, event, transaction, kind) => {
    const denial = denialOf(eventTypeId, { ...EVENT, ...event }, { ...TRANSACTION, ...transaction });
    expect(denial?.kind ?? null).toBe(kind);
  });

  it('does not exist for an event about a commission, which cannot be read back', () => {
    expect(READINGS).not.toHaveProperty('1799');
  });

  it('rejects random event data without throwing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1796, 1797, 1798, 1802, 1803),
        fc.dictionary(fc.string(), fc.anything()),
        (type, data) => {
          expect(denialOf(type, { ...data, OrderCode: null }, TRANSACTION)).not.toBeNull();
        },
      ),
    );
  });

  it('rejects every amount but the right one', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (Amount) => {
        fc.pre(Amount !== TRANSACTION.amount);
        expect(denialOf(1796, { ...EVENT, Amount }, TRANSACTION)).toMatchObject({
          reason: 'Amount',
        });
      }),
    );
  });
});

describe('the comparison with an order', () => {
  const ORDER = {
    OrderCodeText: '4271655739472609',
    RequestAmount: 24.5,
    StateId: 2,
    MerchantTrns: 'cart-1',
  } as Order;
  const rows: [string, object, Partial<Order>, string | null][] = [
    ['a canceled order', {}, {}, null],
    ['a cancellation of a paid order', {}, { StateId: 3 }, 'IsCancelled'],
    ['a cancellation that was lifted', {}, { StateId: 0 }, 'IsCancelled'],
    ['another update of an order', { IsCancelled: false }, { StateId: 0 }, null],
    ['a flag as text', { IsCancelled: 'true' }, {}, 'IsCancelled'],
    ['another amount', { Amount: 24.51 }, {}, 'Amount'],
    ['another order', { OrderCode: 5, OrderCodeText: '5' }, {}, 'OrderCode'],
    ['another reference', { MerchantTrns: 'cart-2' }, {}, 'MerchantTrns'],
    ['no reference', { MerchantTrns: null }, { MerchantTrns: '' }, null],
  ];
  it.each(rows)('%s', (_, event, order, reason) => {
    const denial = denialOf(4865, { ...EVENT, IsCancelled: true, ...event }, { ...ORDER, ...order });
    expect(denial?.reason ?? null).toBe(reason);
  });
});

describe('orderValues', () => {
  it('has the values that the order has', () => {
    const order = { OrderCode: 1, OrderCodeText: '1', StateId: 1, MerchantTrns: null } as unknown as Order;
    expect(orderValues(order)).toStrictEqual({ OrderCode: 1, OrderCodeText: '1', MerchantTrns: null });
    expect(orderValues({ ...order, RequestAmount: 2 })).toMatchObject({ Amount: 2 });
  });
});

describe('the comparison with a session', () => {
  it('rejects random event data without throwing', () => {
    const session = { sessionId: 's', terminalId: '1', success: true, eventId: 0, amount: 100 } as PosSession;
    fc.assert(
      fc.property(
        fc.constantFrom(1802, 1803, 1796),
        fc.dictionary(fc.constantFrom('SessionId', 'TransactionId', 'OrderCode', 'Amount'), fc.anything()),
        (type, data) => {
          expect(denialOf(type, data, session)).not.toBeNull();
        },
      ),
    );
  });
});

describe('isSameAmount', () => {
  it('compares exactly in currencies with two, zero and three decimals', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 10 ** 12 }),
        fc.nat({ max: 10 ** 12 }),
        fc.constantFrom('978', '392', '414'),
        (a, b, currency) => {
          const [first, second] = [a, b].map((minor) => toMajorUnits(minor, currency));
          expect(isSameAmount(first, Number(second), currency)).toBe(a === b);
          expect(isSameAmount(`-${first}`, first, currency, { ignoreSign: true })).toBe(true);
        },
      ),
    );
  });

  it.each([
    [10, '10.00', true],
    [0.1 + 0.2, 0.3, false],
    [24.505, 24.505, true],
    [-5, 5, false],
    [null, null, false],
    ['0x10', 16, false],
    [Number.NaN, Number.NaN, false],
    [1e21, 1e21, false],
  ])('%p and %p: %p', (a, b, same) => {
    expect(isSameAmount(a, b, '978')).toBe(same);
  });
});

describe('sessionValues', () => {
  const session = { sessionId: 's', success: true, eventId: 0, amount: 5 } as PosSession;
  const posted = { SessionId: 's', MerchantId: 'M-1', OrderCode: '0', CardType: 'forged', Forged: 1 };

  it('returns the values of the session, and drops posted members that the session does not have', () => {
    expect(sessionValues(posted, session, 'm-1')).toEqual({
      SessionId: 's',
      Success: true,
      EventId: 0,
      Amount: 5,
      OrderCode: '0',
      MerchantId: 'M-1',
    });
  });

  it.each(['another', null])(
    'drops the posted merchant if the merchant of the client is %p',
    (merchantId) => {
      expect(sessionValues(posted, session, merchantId)).not.toHaveProperty('MerchantId');
    },
  );
});

describe('transactionValues', () => {
  it('has the amounts of the read, without a negative zero', () => {
    const values = (more: Partial<Transaction>) => transactionValues(1797, { ...TRANSACTION, ...more });
    expect(values({ amount: 0, originalAmount: null })).toMatchObject({ Amount: 0, OriginalAmount: null });
    expect(values({ amount: 5, originalAmount: 0 })).toMatchObject({ Amount: -5, OriginalAmount: 0 });
    expect(values({})).not.toHaveProperty('OriginalAmount');
  });
});
