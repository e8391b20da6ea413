import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MethodReturn, PosSession } from 'nestjs-pay';
import {
  asRunning,
  isOpen,
  newSession,
  refundable,
  tillState,
  withAbort,
  withResponse,
  withEnding,
  withUnknownReason,
  type TillSession,
} from './till-session.js';

const META = { operation: 'x', httpStatus: 200, correlationId: null, attempts: 1, durationMs: 1 };
const sale = newSession({
  id: 'session-1',
  submission: 's',
  kind: 'sale',
  saleId: null,
  terminalId: '16000010',
  cashRegisterId: 'r',
  amount: 1170,
  currency: '978',
  reference: 'receipt-1',
  createdAt: 0,
});
const ok: MethodReturn<null> = { success: true, data: null, message: '', meta: META };
const failed = (outcome: 'not-sent' | 'rejected' | 'unknown'): MethodReturn<null> => ({
  success: false,
  data: null,
  code: 'rejected',
  message: 'no',
  error: {
    httpStatus: 400,
    serviceCode: null,
    serviceText: null,
    eventId: null,
    fields: [],
    outcome,
    outcomeLookup: null,
    retryable: false,
  },
  meta: META,
});
const ended = (more: Partial<PosSession> = {}): PosSession => ({
  sessionId: 'session-1',
  success: true,
  eventId: 0,
  terminalId: '16000010',
  cashRegisterId: 'r',
  amount: 1170,
  currencyCode: '978',
  ...more,
});
const paid = withEnding(sale, ended());

describe('tillState', () => {
  it('distinguishes a request that was not sent from an unknown outcome', () => {
    expect(tillState(withResponse(sale, failed('rejected')))).toBe('not-sent');
    expect(tillState(withResponse(sale, failed('not-sent')))).toBe('not-sent');
    expect(tillState(withResponse(sale, failed('unknown')))).toBe('unknown');
    expect(tillState(withResponse(asRunning(sale), failed('rejected')))).toBe('waiting');
  });

  it.each<[string, Partial<PosSession>]>([
    ['amount', { amount: 1171 }],
    ['currency', { currencyCode: '826' }],
    ['terminal', { terminalId: '16000011' }],
  ])('asks for a check if money moved with another %s', (_name, other) => {
    const wrong = withEnding(sale, ended(other));
    expect([tillState(wrong), refundable(wrong, [])]).toEqual(['under-review', 0]);
  });

  it('keeps the first end, whatever else arrives in any order', () => {
    const news: readonly ((session: TillSession) => TillSession)[] = [
      (session) => withResponse(session, ok),
      (session) => withResponse(session, failed('unknown')),
      asRunning,
      (session) => withUnknownReason(session, 'notfound'),
      (session) => withUnknownReason(session, 'timeout'),
      (session) => withAbort(session, ok),
      (session) => withAbort(session, failed('unknown')),
    ];
    const some = fc.array(fc.constantFrom(...news), { maxLength: 12 });
    const end = fc.constantFrom(ended(), ended({ success: false, eventId: 1016 }));
    fc.assert(
      fc.property(some, end, some, (before, last, after) => {
        const open = before.reduce((session, note) => note(session), sale);
        expect(isOpen(open)).toBe(true);
        const closed = [...after, (session: TillSession) => withEnding(session, ended({ amount: 1 }))].reduce(
          (session, note) => note(session),
          withEnding(open, last),
        );
        expect(tillState(closed)).toBe(last.success ? 'approved' : 'aborted');
        expect(isOpen(closed)).toBe(false);
      }),
    );
  });
});

describe('refundable', () => {
  it('subtracts every refund that may have happened', () => {
    const refund = (amount: number): TillSession => ({ ...sale, kind: 'refund', saleId: sale.id, amount });
    const refunds = [
      withEnding(refund(100), ended({ amount: 100 })),
      withEnding(refund(200), ended({ amount: 200, success: false, eventId: 1008 })),
      withResponse(refund(300), failed('rejected')),
      withResponse(refund(400), failed('unknown')),
      refund(70),
    ];
    expect(refundable(paid, refunds)).toBe(1170 - 100 - 400 - 70);
    expect(refundable(sale, [])).toBe(0);
  });
});
