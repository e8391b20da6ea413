import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toMajorUnits } from '../core/values/money.js';
import { PayEventType } from './event-types.js';
import { readPayWebhook } from './parse-delivery.js';
import { validatePayPosSessionWebhook, validatePayWebhook } from './validation.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

interface ContractEvent {
  eventTypeId: number;
  samplePayload: Record<string, unknown>;
}
type Validate = (
  payload: unknown,
  expectations?: unknown,
) => { valid: boolean; issues: unknown; warnings: unknown };
const contract = areaOf('webhook-events');
const TYPES = areaOf('transactions').enums.TransactionTypeId;
const events = contract.events as ContractEvent[];

function dataOf(eventTypeId: number): Record<string, unknown> {
  const body = events.find((event) => event.eventTypeId === eventTypeId)?.samplePayload ?? {};
  return { ...((body.EventData ?? body) as Record<string, unknown>) };
}

const validateAs = validatePayWebhook as (
  eventTypeId: number,
  ...args: Parameters<Validate>
) => ReturnType<Validate>;

/** Name in the contract, event types, and the members that the contract requires; `|` means "one of". */
const TABLE: [name: string, eventTypes: number[], required: string[]][] = [
  ['TransactionPaymentCreated', [1796], ['OrderCode', 'TransactionId', 'StatusId', 'Amount']],
  ['TransactionReversalCreated', [1797], ['OrderCode', 'TransactionId', 'StatusId', 'Amount']],
  ['TransactionFailed', [1798], ['OrderCode', 'TransactionId', 'StatusId', 'Amount', 'ResponseEventId']],
  ['OrderUpdated', [4865], ['OrderCode', 'IsCancelled']],
  ['AccountConnection', [8193, 8194], ['ConnectedAccountId']],
  ['TransferCreated', [8448], ['TransferId']],
  ['Obligation', [5632, 5633], ['ObligationId']],
  ['PosSession', [1802, 1803], ['SessionId|TransactionId']],
  ['TransactionPriceCalculated', [1799], []],
  ['AccountTransaction', [2054], ['WalletTransactionId']],
  ['BankTransferCommand', [768, 769], ['CommandId|BankTransferId|TransactionId']],
  ['SaleTransactions', [7936], []],
];

describe('validatePayWebhook', () => {
  it('has rules for every event type and every validator of the contract', () => {
    const types = TABLE.flatMap(([, eventTypes]) => eventTypes);
    expect(types.sort()).toEqual(Object.values<number>(PayEventType).sort());
    const rows = Object.keys(contract.libraryHelpers.validators).flatMap((row) =>
      row.replace(/\s*\(.*\)/, '').split(' / '),
    );
    expect(TABLE.map(([name]) => name)).toEqual(expect.arrayContaining(rows));
  });

  it.each([4711, -1, 'constructor', undefined])('has no rules for the type %p', (eventTypeId) => {
    expect(validateAs(eventTypeId as number, { EventTypeId: 4711, EventData: {} })).toMatchObject({
      valid: false,
      issues: [{ code: 'invalid', field: 'EventTypeId' }],
    });
  });

  describe.each(TABLE)('%s', (_, eventTypes, required) => {
    const [first = 0] = eventTypes;
    const validate: Validate = (...args) => validateAs(first, ...args);

    it.each(eventTypes)(
      'accepts the sample of %d, as a body and as EventData, without a warning',
      (eventTypeId) => {
        const body = events.find((event) => event.eventTypeId === eventTypeId)?.samplePayload;
        const data = dataOf(eventTypeId);
        expect(validateAs(eventTypeId, body)).toEqual({ valid: true, data, issues: [], warnings: [] });
        expect(validateAs(eventTypeId, data)).toEqual({ valid: true, data, issues: [], warnings: [] });
      },
    );

    it('requires the members that the contract requires [webhook-events.21]', () => {
      for (const field of required) {
        for (const missing of [undefined, null, '']) {
          const data = dataOf(eventTypes[0] ?? 0);
          for (const one of field.split('|')) data[one] = missing;
          expect(validate({ EventData: data })).toMatchObject({
            valid: false,
            data,
            issues: [{ code: 'missing', field }],
          });
        }
      }
      expect(validate({}).valid).toBe(required.length === 0);
    });

    it('rejects an event of another type', () => {
      const body = { EventTypeId: 9999, EventData: dataOf(eventTypes[0] ?? 0) };
      expect(validate(body)).toMatchObject({
        valid: false,
        issues: [{ code: 'mismatch', field: 'EventTypeId' }],
      });
    });

    it.each([[null], [undefined], ['text'], [42], [[]]])('rejects the payload %p', (payload) => {
      const message = expect.stringContaining('must be an object');
      expect(validate(payload)).toEqual({
        valid: false,
        data: null,
        issues: [{ code: 'invalid', field: 'EventData', message }],
        warnings: [],
      });
    });

    it('never throws, and fails for an unknown expectation', () => {
      fc.assert(
        fc.property(fc.anything(), fc.anything(), (payload, expectations) => {
          const { valid, issues } = validate(payload, expectations);
          expect(valid).toBe((issues as unknown[]).length === 0);
        }),
      );
      const expectation = fc.constantFrom(
        'expectedAmount',
        'expectedAmountMinor',
        'expectedOrderCode',
        'expectedCurrencyCode',
        'expectedTransactionKind',
      );
      const member = fc.constantFrom('Amount', 'OrderCode', 'CurrencyCode', 'TransactionTypeId');
      const expected = fc.oneof(fc.anything(), fc.constantFrom('sale', 'hold'));
      fc.assert(
        fc.property(
          fc.dictionary(member, fc.anything()),
          fc.dictionary(expectation, expected),
          (data, expectations) => {
            expect(typeof validate({ EventData: data }, expectations).valid).toBe('boolean');
          },
        ),
      );
      expect(validate(dataOf(eventTypes[0] ?? 0), { expectedNothing: 1 }).valid).toBe(false);
      expect(validate(dataOf(eventTypes[0] ?? 0), { OrderCode: 1 }).valid).toBe(false);
    });
  });
});

describe('expectations', () => {
  const payment = dataOf(1796);
  type PaymentExpectations = Parameters<typeof validatePayWebhook<1796>>[2];
  const validate = (data: unknown, expectations?: PaymentExpectations) =>
    validatePayWebhook(PayEventType.TransactionPaymentCreated, data, expectations);
  const issuesOf = (data: unknown, expectations: PaymentExpectations) =>
    validate(data, expectations).issues.map(({ code, field }) => `${field} ${code}`);

  it('match the payload in both units and all spellings [webhook-events.1]', () => {
    expect(
      issuesOf(payment, {
        expectedOrderCode: 4271655739472609n,
        expectedTransactionId: '997a0000-e6ce-45c9-970d-4d902f270001',
        expectedStatusId: 'F',
        expectedAmount: '24.50',
        expectedAmountMinor: 2450,
        expectedCurrencyCode: 978,
        expectedMerchantId: 'bdf40000-c26d-4046-b5df-5c443ec30001',
        expectedSourceCode: undefined,
      }),
    ).toEqual([]);
  });

  it.each([
    [{ expectedAmount: 24.51 }, 'Amount mismatch'],
    [{ expectedAmountMinor: 24.5 }, 'Amount invalid'],
    [{ expectedAmountMinor: 24 }, 'Amount mismatch'],
    [{ expectedAmount: 2450 }, 'Amount mismatch'],
    [{ expectedAmount: 24.505 }, 'Amount invalid'],
    [{ expectedOrderCode: 4271655739472610 }, 'OrderCode mismatch'],
    [{ expectedOrderCode: 9271655739472608 }, 'OrderCode invalid'],
    [{ expectedStatusId: 'E' }, 'StatusId mismatch'],
    [{ expectedCurrencyCode: '826' }, 'CurrencyCode mismatch'],
    [{ expectedCurrencyCode: 'EUR' }, 'CurrencyCode invalid'],
    [{ expectedTransactionId: null as unknown as string }, 'TransactionId mismatch'],
    [{ expectedParentId: 'parent' }, 'ParentId missing'],
  ])('%j cause the issue: %s', (expectations, issue) => {
    expect(issuesOf(payment, expectations)).toEqual([issue]);
  });

  it('distinguish a sale, a hold and a capture, which all have StatusId F', () => {
    const kinds = ['sale', 'hold', 'capture'] as const;
    const types = TYPES as Record<string, string>;
    const holds = Object.keys(types).filter((type) => /pre-authorisation/i.test(types[type] ?? ''));
    const captures = Object.keys(types).filter((type) => /capture/i.test(types[type] ?? ''));
    const sales = Object.keys(types).filter((type) => /charge|e-banking|^Cash$/i.test(types[type] ?? ''));
    const kindOf = (type: string) =>
      kinds.find((_, at) => [sales, holds, captures][at]?.includes(type)) ?? 'none';
    expect([holds, captures]).toEqual([
      ['1', '80'],
      ['0', '81'],
    ]);
    for (const type of Object.keys(types)) {
      for (const expectedTransactionKind of kinds) {
        const data = { ...payment, StatusId: 'F', TransactionTypeId: Number(type) };
        expect([type, expectedTransactionKind, issuesOf(data, { expectedTransactionKind })]).toEqual([
          type,
          expectedTransactionKind,
          kindOf(type) === expectedTransactionKind ? [] : ['TransactionTypeId mismatch'],
        ]);
      }
    }
  });

  it.each([
    [1, 'sale', 'mismatch', 'TransactionTypeId 1 is a hold, expected a sale'],
    [7, 'sale', 'mismatch', 'TransactionTypeId 7 is a void, expected a sale'],
    [4711, 'sale', 'mismatch', 'TransactionTypeId 4711 is an unknown type, expected a sale'],
    [true, 'hold', 'invalid', 'TransactionTypeId must be a number'],
    [null, 'sale', 'missing', 'TransactionTypeId is missing from the payload'],
    [5, 'charge', 'invalid', 'expectedTransactionKind must be sale, hold or capture'],
  ])('the type %p is not the kind %s', (TransactionTypeId, kind, code, message) => {
    const expectedTransactionKind = kind as 'sale';
    const { issues } = validate({ ...payment, TransactionTypeId }, { expectedTransactionKind });
    expect(issues).toEqual([{ code, field: 'TransactionTypeId', message }]);
  });

  it('exist for each member of the payload', () => {
    const { valid } = validate({ ...payment, CardCountryCode: 'GR' }, { expectedCardCountryCode: 'GR' });
    expect(valid).toBe(true);
    expect(issuesOf({ ...payment, TotalInstallments: 3 }, { expectedTotalInstallments: 1 })).toEqual([
      'TotalInstallments mismatch',
    ]);
    // @ts-expect-error a list cannot be expected
    expect(validate(payment, { expectedTags: undefined }).valid).toBe(true);
  });

  it('report a member that is both required and expected once', () => {
    expect(issuesOf({ ...payment, TransactionId: null }, { expectedTransactionId: 't' })).toEqual([
      'TransactionId missing',
    ]);
  });

  it('accept null, an empty email address and new members [webhook-events.8]', () => {
    const data = { ...payment, BankId: null, Email: '', CardNumber: null, NewMember: { a: [1] } };
    expect(issuesOf(data, { expectedAmountMinor: 2450 })).toEqual([]);
  });

  it('fail for an amount without a currency', () => {
    expect(issuesOf({ ...payment, CurrencyCode: null }, { expectedAmountMinor: 2450 })).toEqual([
      'Amount invalid',
    ]);
  });

  it('compare an order code above 2^53 exactly, and fail for a rounded one', () => {
    const [{ rawBody, exactOrderCode }] = contract.rawFixtures;
    const reading = readPayWebhook({ rawBody });
    const data = reading.success ? reading.event.data : null;
    expect(issuesOf(data, { expectedOrderCode: exactOrderCode })).toEqual([]);
    expect(issuesOf(data, { expectedOrderCode: BigInt(exactOrderCode) })).toEqual([]);
    expect(issuesOf(data, { expectedOrderCode: '9271655739472608' })).toEqual(['OrderCode mismatch']);
    expect(issuesOf(JSON.parse(rawBody), { expectedOrderCode: '9271655739472608' })).toEqual([
      'OrderCode invalid',
    ]);
    expect(validate(JSON.parse(rawBody))).toMatchObject({ valid: true, warnings: [{ field: 'OrderCode' }] });
  });

  it.each([[36], ['36'], ['036']])(
    'ignore the leading zeros of the currency %p [webhook-events.13]',
    (expectedCurrencyCode) => {
      expect(issuesOf({ ...payment, CurrencyCode: '036' }, { expectedCurrencyCode })).toEqual([]);
    },
  );

  it('compare every amount of every currency exactly [webhook-events.2]', () => {
    const minor = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
    fc.assert(
      fc.property(minor, minor, fc.constantFrom('978', '392', '048'), (sent, wanted, CurrencyCode) => {
        const data = { ...payment, CurrencyCode, Amount: Number(toMajorUnits(sent, CurrencyCode)) };
        expect(issuesOf(data, { expectedAmountMinor: sent })).toEqual([]);
        expect(issuesOf(data, { expectedAmount: toMajorUnits(sent, CurrencyCode) })).toEqual([]);
        expect(issuesOf(data, { expectedAmountMinor: wanted })).toEqual(
          sent === wanted ? [] : ['Amount mismatch'],
        );
      }),
    );
  });

  it('compare POS amounts in minor units, and the outcome in Success and EventId [webhook-events.1]', () => {
    const pos = validatePayPosSessionWebhook;
    const right = {
      expectedAmount: 2450,
      expectedAmountMinor: 2450,
      expectedSuccess: true,
      expectedEventId: 0,
    };
    expect(pos(dataOf(1802), { ...right, expectedOrderCode: 4304117763000001 }).issues).toEqual([]);
    expect(pos(dataOf(1802), { expectedAmount: 24.5 }).issues).toMatchObject([
      { code: 'invalid', field: 'Amount' },
    ]);
    expect(pos(dataOf(1803), right).issues).toMatchObject([
      { code: 'mismatch', field: 'Success' },
      { code: 'mismatch', field: 'EventId' },
    ]);
  });

  it('compare booleans strictly, and numbers with numeric strings', () => {
    const order: Validate = (...args) => validateAs(4865, ...args);
    expect(order(dataOf(4865), { expectedIsCancelled: true }).valid).toBe(true);
    expect(order(dataOf(4865), { expectedIsCancelled: 'true' as unknown as boolean }).valid).toBe(false);
    const transfer: Validate = (...args) => validateAs(8448, ...args);
    expect(transfer(dataOf(8448), { expectedTargetWalletId: '982778780001' }).valid).toBe(true);
    expect(transfer(dataOf(8448), { expectedTargetWalletId: 982778780002 }).valid).toBe(false);
  });

  it('report no payload values except amounts', () => {
    const { issues } = validate(payment, { expectedMerchantTrns: 'mine', expectedAmountMinor: 1 });
    expect(issues.map(({ message }) => message)).toEqual([
      'MerchantTrns is not the expected value',
      'Amount is 2450 minor units, expected 1',
    ]);
  });
});

describe('validatePayPosSessionWebhook', () => {
  it.each([1802, 1803])('accepts the sample of %d, and no other event', (EventTypeId) => {
    const body = { EventTypeId, EventData: dataOf(EventTypeId) };
    expect(validatePayPosSessionWebhook(body)).toMatchObject({ valid: true, warnings: [] });
    expect(validatePayPosSessionWebhook({ ...body, EventTypeId: 1796 }).issues).toMatchObject([
      { code: 'mismatch', field: 'EventTypeId' },
    ]);
  });
});

describe('warnings', () => {
  it.each([
    [1796, { StatusId: 'E' }, ['StatusId']],
    [1796, { Amount: -1 }, ['Amount']],
    [1797, { StatusId: 'R', Amount: 24.5, ParentId: null }, ['StatusId', 'Amount', 'ParentId']],
    [1798, { StatusId: 'F' }, ['StatusId']],
    [1802, { Success: false }, ['Success']],
    [1803, { Success: true }, ['Success']],
    [1803, { Success: null }, ['Success']],
  ])('of %d with %j name %j', (EventTypeId, change, fields) => {
    const body = { EventTypeId, EventData: { ...dataOf(EventTypeId), ...change } };
    const { valid, warnings } = validateAs(EventTypeId, body);
    expect(valid).toBe(true);
    expect((warnings as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  });

  it('are not caused by ResponseEventId 0, which is a value', () => {
    const data = { ...dataOf(1798), ResponseEventId: 0 };
    expect(validateAs(1798, data, { expectedResponseEventId: 0 }).valid).toBe(true);
  });

  it('do not make a payload invalid, and a valid payload has the types of its required members', () => {
    const result = validatePayWebhook(PayEventType.TransactionPaymentCreated, dataOf(1796));
    const amount = result.valid ? (result.data.Amount satisfies number) : null;
    expect(amount).toBe(24.5);
  });
});
