import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MethodReturn, PosSession } from 'nestjs-pay';
import { noteAbort, noteDoubt, noteEnding, noteRunning, noteSent } from './till-news.js';
import { newSession, type TillSession } from './till-session.js';
import { isOpen, refundable, tillState } from './till-state.js';

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
const failed = (
  outcome: 'not-sent' | 'rejected' | 'unknown',
  eventId: number | null = null,
): MethodReturn<null> => ({
  success: false,
  data: null,
  code: 'rejected',
  message: 'no',
  error: {
    httpStatus: 400,
    serviceCode: null,
    serviceText: null,
    eventId,
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
const paid = noteEnding(sale, ended());

describe('what is known of a session', () => {
  it('counts a refusal at the first try only: it says nothing of a try before', () => {
    expect(tillState(noteSent(sale, failed('rejected'), true))).toBe('not-sent');
    expect(tillState(noteSent(sale, failed('not-sent'), true))).toBe('not-sent');
    const lost = noteSent(sale, failed('unknown'), true);
    expect(tillState(lost)).toBe('unknown');
    expect(tillState(noteSent(lost, failed('rejected'), false))).toBe('unknown');
    expect(tillState(noteSent(lost, failed('not-sent'), false))).toBe('unknown');
  });

  it('takes a session id that is used for proof that the request arrived', () => {
    const lost = noteSent(sale, failed('unknown'), true);
    expect(tillState(noteSent(lost, failed('rejected', 1201), false))).toBe('waiting');
  });

  it.each<[string, Partial<PosSession>]>([
    ['amount', { amount: 1171 }],
    ['currency', { currencyCode: '826' }],
    ['terminal', { terminalId: '16000011' }],
  ])('has a person look when money moved with another %s', (_name, other) => {
    const strange = noteEnding(sale, ended(other));
    expect([tillState(strange), refundable(strange, [])]).toEqual(['under-review', 0]);
  });

  it('never leaves its end, and ends in the same state whatever else is heard, in whatever order', () => {
    const news: readonly ((session: TillSession) => TillSession)[] = [
      (session) => noteSent(session, ok, true),
      (session) => noteSent(session, failed('unknown'), false),
      (session) => noteSent(session, failed('rejected'), false),
      noteRunning,
      (session) => noteDoubt(session, 'notfound'),
      (session) => noteDoubt(session, 'timeout'),
      (session) => noteAbort(session, ok),
      (session) => noteAbort(session, failed('unknown')),
    ];
    const some = fc.array(fc.constantFrom(...news), { maxLength: 12 });
    const end = fc.constantFrom(ended(), ended({ success: false, eventId: 1016 }));
    fc.assert(
      fc.property(some, end, some, (before, last, after) => {
        const open = before.reduce((session, note) => note(session), sale);
        expect(isOpen(open)).toBe(true);
        const closed = [...after, (session: TillSession) => noteEnding(session, ended({ amount: 1 }))].reduce(
          (session, note) => note(session),
          noteEnding(open, last),
        );
        expect(tillState(closed)).toBe(last.success ? 'approved' : 'aborted');
        expect(isOpen(closed)).toBe(false);
      }),
    );
  });
});

describe('what can still be given back', () => {
  it('is what is left when every refund that may have happened has happened', () => {
    const refund = (amount: number): TillSession => ({ ...sale, kind: 'refund', saleId: sale.id, amount });
    const refunds = [
      noteEnding(refund(100), ended({ amount: 100 })),
      noteEnding(refund(200), ended({ amount: 200, success: false, eventId: 1008 })),
      noteSent(refund(300), failed('rejected'), true),
      noteSent(refund(400), failed('unknown'), true),
      refund(70),
    ];
    expect(refundable(paid, refunds)).toBe(1170 - 100 - 400 - 70);
    expect(refundable(sale, [])).toBe(0);
  });
});
