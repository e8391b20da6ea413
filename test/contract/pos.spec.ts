import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DeviceStatus, IssuerDecline, SessionEvent, TransactionType, unwrap } from 'nestjs-pay/client';
import type { PosSession } from 'nestjs-pay/client';
import { SALE, soldAtTill } from './round-trips/pos.js';
import { World } from './round-trips/world.js';

const TERMINAL = SALE.terminalId;
const SECOND = { ...SALE, sessionId: 'session-2', parentSessionId: SALE.sessionId };

let world: World;
beforeAll(async () => {
  world = await World.create('at the till');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const advance = (ms: number): Promise<void> => world.simulator.clock.advance(ms);
const transactions = () => world.pos.pos.transactions;

/** The session as it ended. */
async function ended(sessionId = SALE.sessionId): Promise<PosSession> {
  const session = unwrap(await world.pos.pos.session.waitForSession({ sessionId }, { timeoutMs: 900 }));
  return session;
}

/** Until the terminal shows the sale. */
async function shown(): Promise<void> {
  world.simulator.terminals.configure({ customer: 'waits' });
  unwrap(await transactions().initiateSaleRequest(SALE));
  await advance(1_000);
}

describe('a sale at a terminal', () => {
  it('is queued, then pending, then paid; its amounts are minor units with the tip in them, the transaction’s MAJOR ones', async () => {
    const sale = await transactions().initiateSaleRequest({ ...SALE, tipAmount: 130 });
    expect(sale).toMatchObject({ success: true, data: null });
    expect(await world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId })).toMatchObject({
      success: true,
      pending: true,
      data: null,
      meta: { httpStatus: 202 },
    });
    await advance(10_000);
    const session = await ended();
    expect(session).toMatchObject({
      success: true,
      eventId: SessionEvent.Approved,
      amount: 1300,
      tipAmount: 130,
      merchantReference: 'receipt-1',
      primaryAccountNumberMasked: '414746XXXXXX0133',
      abortOperation: false,
    });
    expect(session.orderCodeText).toMatch(/^\d{16}$/);
    const paid = await world.wallet.transactions.getTransactionById(session.transactionId ?? '');
    expect(unwrap(paid)).toMatchObject({
      amount: 13,
      orderCodeText: session.orderCodeText,
      merchantTrns: 'receipt-1',
      transactionTypeId: TransactionType.CardCharge,
    });
  });

  it.each([
    ['an amount of the test list', { amount: 9951 }, IssuerDecline.InsufficientFunds],
    ['another one of it', { amount: 9957 }, IssuerDecline.NotPermittedToCardholder],
  ])('is declined for %s, with the issuer’s reason and no transaction', async (_name, more, reason) => {
    await soldAtTill(world, more);
    expect(await ended()).toMatchObject({
      success: false,
      eventId: SessionEvent.DeclinedByServer,
      transactionEventId: reason,
      transactionId: null,
      orderCode: '0',
    });
  });

  it('may be declined first and paid with the next card, in one session', async () => {
    await shown();
    world.simulator.terminals.decline(TERMINAL, { tryAgain: true });
    await advance(2_000);
    expect(await world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId })).toMatchObject({
      pending: true,
    });
    world.simulator.terminals.insertCard(TERMINAL);
    await advance(2_000);
    expect(await ended()).toMatchObject({ success: true });
    const attempts = world.simulator.transactions.list();
    expect(attempts.map(({ status }) => status)).toEqual(['E', 'F']);
  });

  it('is cancelled by the customer', async () => {
    await shown();
    world.simulator.terminals.cancel(TERMINAL);
    expect(await ended()).toMatchObject({ success: false, eventId: SessionEvent.CancelledByUser });
  });

  it('times out about a minute after the customer has left', async () => {
    unwrap(await transactions().initiateSaleRequest(SALE));
    await advance(1_000);
    world.simulator.terminals.walkAway(TERMINAL);
    await advance(59_000);
    expect(world.simulator.terminals.session(TERMINAL)?.state).toBe('on-terminal');
    await advance(2_000);
    expect(await ended()).toMatchObject({ success: false, eventId: SessionEvent.TimedOut });
  });

  it('finds its terminal busy, unknown, switched off or broken', async () => {
    await shown();
    const others = [
      { ...SALE, sessionId: 'busy' },
      { ...SALE, sessionId: 'stranger', terminalId: '99999999' },
      { ...SALE, sessionId: 'broken', terminalId: '16000013' },
      { ...SALE, sessionId: 'off', terminalId: '16000011' },
    ];
    world.simulator.terminals.save({ terminalId: '16000011', offline: true });
    for (const other of others) unwrap(await transactions().initiateSaleRequest(other));
    await advance(2_000);
    const events = [];
    for (const { sessionId } of others) {
      const read = await world.pos.pos.session.retrieveSessionById({ sessionId });
      events.push(read.success ? read.data?.eventId : read.code);
    }
    expect(events).toEqual([
      SessionEvent.TerminalBusy,
      SessionEvent.TerminalNotConnected,
      SessionEvent.TerminalNotConnected,
      SessionEvent.TerminalNotConnected,
    ]);
  });

  it('may never end where the terminal is silent: the wait says that it does not know', async () => {
    world.simulator.terminals.configure({ unreachable: 'silent' });
    unwrap(await transactions().initiateSaleRequest({ ...SALE, terminalId: '99999999' }));
    await advance(3_600_000);
    expect(
      await world.pos.pos.session.waitForSession({ sessionId: SALE.sessionId }, { timeoutMs: 900 }),
    ).toMatchObject({
      success: false,
      code: 'timeout',
      error: { outcome: 'unknown' },
    });
  });

  it('is not found for a moment where the service saves it late', async () => {
    world.simulator.terminals.configure({ saveDelayMs: 2_000 });
    unwrap(await transactions().initiateSaleRequest(SALE));
    const read = () => world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId });
    expect(await read()).toMatchObject({ code: 'notfound', error: { eventId: 1205 } });
    await advance(2_000);
    expect(await read()).toMatchObject({ pending: true });
  });

  it('says by 409 that a lost answer’s request had arrived, and pays once', async () => {
    world.simulator.faults.add({
      operation: 'pos.transactions.initiateSaleRequest',
      kind: 'executed-but-lost',
      times: 1,
    });
    expect(await transactions().initiateSaleRequest(SALE)).toMatchObject({
      success: false,
      error: { outcome: 'unknown', retryable: true },
    });
    expect(await transactions().initiateSaleRequest(SALE)).toMatchObject({
      success: false,
      error: { httpStatus: 409, eventId: 1201, outcome: 'rejected' },
    });
    await advance(10_000);
    expect(await ended()).toMatchObject({ success: true });
    expect(world.simulator.transactions.list()).toHaveLength(1);
  });
});

describe('an abort', () => {
  const abort = () =>
    world.pos.pos.session.abortSession({ sessionId: SALE.sessionId, cashRegisterId: SALE.cashRegisterId });

  it('is accepted first and done later; a second one is refused without harm', async () => {
    await shown();
    unwrap(await abort());
    expect(await abort()).toMatchObject({ success: false, error: { httpStatus: 409, eventId: 1208 } });
    expect(world.simulator.terminals.session(TERMINAL)?.state).toBe('on-terminal');
    await advance(2_000);
    expect(await ended()).toMatchObject({
      success: false,
      eventId: SessionEvent.Aborted,
      abortSuccess: true,
      abortOperation: true,
      transactionId: null,
    });
    expect(await transactions().refundTransaction(SECOND)).toMatchObject({ code: 'notfound' });
  });

  it('comes too late once the card was read: the payment stands', async () => {
    await shown();
    unwrap(await abort());
    world.simulator.terminals.insertCard(TERMINAL);
    await advance(5_000);
    expect(await ended()).toMatchObject({ success: true, abortOperation: true, abortSuccess: false });
  });
});

describe('after a sale', () => {
  const outcome = async (sessionId: string): Promise<PosSession> => {
    await advance(10_000);
    return ended(sessionId);
  };

  it('a refund gives back a part, then what is left, then ends as not reversible', async () => {
    await soldAtTill(world);
    await advance(48 * 3_600_000);
    const events = [];
    for (const [index, amount] of [1000, 171, 170, 1].entries()) {
      const sessionId = `refund-${index}`;
      unwrap(await transactions().refundTransaction({ ...SECOND, sessionId, amount }));
      events.push((await outcome(sessionId)).eventId);
    }
    expect(events).toEqual([
      SessionEvent.Approved,
      SessionEvent.WrongCancellationAmount,
      SessionEvent.Approved,
      SessionEvent.NotReversible,
    ]);
  });

  it('a refund ends with 1014 while refunds are switched off, and waits for the end of its parent', async () => {
    await shown();
    expect(await transactions().refundTransaction(SECOND)).toMatchObject({
      error: { httpStatus: 409, eventId: 1204 },
    });
    world.simulator.terminals.insertCard(TERMINAL);
    await advance(5_000);
    world.simulator.permissions.set({ allowRefunds: false });
    unwrap(await transactions().refundTransaction(SECOND));
    expect(await outcome('session-2')).toMatchObject({
      success: false,
      eventId: SessionEvent.RefundsDisabled,
    });
  });

  it('a pre-authorisation is captured in part, once, and never above what is held', async () => {
    await soldAtTill(world, { preauth: true });
    expect(await ended()).toMatchObject({ success: true, preauth: true });
    const events = [];
    for (const [index, amount] of [1171, 900, 100].entries()) {
      const sessionId = `capture-${index}`;
      unwrap(await transactions().capturePreAuthRequest({ ...SECOND, sessionId, amount }));
      events.push((await outcome(sessionId)).eventId);
    }
    expect(events).toEqual([
      SessionEvent.WrongCaptureAmount,
      SessionEvent.Approved,
      SessionEvent.NoTransactionFound,
    ]);
  });

  it('money goes to a presented card without an earlier sale, out of the wallet', async () => {
    const before = world.simulator.wallet.balance();
    for (const kind of ['unreferencedRefund', 'fastRefund', 'rebate'] as const) {
      unwrap(await transactions()[kind]({ ...SALE, sessionId: kind }));
      expect(await outcome(kind)).toMatchObject({ success: true, amount: 1170 });
    }
    expect(before - world.simulator.wallet.balance()).toBe(3n * 1170n);
  });

  it('the day’s sessions are listed by the UTC day', async () => {
    await soldAtTill(world);
    const today = new Date(world.simulator.clock.now()).toISOString().slice(0, 10);
    const list = async (date?: string) =>
      unwrap(await world.pos.pos.session.retrieveSessionInfoByDate(date === undefined ? {} : { date }));
    expect((await list(today)).map(({ sessionId }) => sessionId)).toEqual([SALE.sessionId]);
    expect(await list('2001-01-01')).toEqual([]);
  });
});

describe('around the till', () => {
  it('terminals are found by state and store', async () => {
    const devices = unwrap(await world.pos.pos.devices.searchDevices({ statusId: DeviceStatus.Live }));
    expect(devices.map(({ terminalId }) => terminalId)).toEqual(['16000010', '16000011', '16000012']);
    expect(await world.pos.pos.devices.searchDevices({ sourceCode: 'none' })).toMatchObject({ data: [] });
  });

  it('an action is pending, then done; one for a terminal that is off fails for good', async () => {
    const action = {
      terminalId: TERMINAL,
      cashRegisterId: 'till-1',
      actionType: 'aade-fim-control',
      request: { token: 't' },
    };
    const details = async (terminalId: string) => {
      const { actionId } = unwrap(await transactions().createAction({ ...action, terminalId }));
      expect(await transactions().getActionDetails({ actionId })).toMatchObject({
        pending: true,
        data: null,
      });
      await advance(2_000);
      return unwrap(await transactions().getActionDetails({ actionId }));
    };
    expect(await details(TERMINAL)).toMatchObject({
      successfullyProcessed: true,
      response: { status: 'success' },
    });
    expect(await details('16000013')).toMatchObject({ successfullyProcessed: false });
    expect(await transactions().createAction({ ...action, request: {} })).toMatchObject({
      code: 'validationerror',
    });
  });

  it('an int64 receipt code is sent with all its digits, and refused where it was rounded', async () => {
    const receipt = { cbChargeItems: [], cbPayItems: [], cbReceiptReference: 'r-1' };
    const sale = (ftReceiptCase: number | bigint) =>
      transactions().initiateSaleRequest({ ...SALE, fiscalisationData: { ...receipt, ftReceiptCase } });
    expect(await sale(4919338167972134912)).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'fiscalisationData' }] },
    });
    expect(await sale(4919338167972134913n)).toMatchObject({ success: true });
  });
});

describe('any sequence at the tills', () => {
  it('keeps the books at zero, and each session ends by itself', async () => {
    const step = fc.record({
      what: fc.constantFrom(
        'sale',
        'preauth',
        'capture',
        'refund',
        'rebate',
        'insert',
        'decline',
        'cancel',
        'abort',
      ),
      terminal: fc.constantFrom('16000010', '16000011'),
      parent: fc.nat(20),
      amount: fc.integer({ min: 30, max: 3000 }),
      wait: fc.integer({ min: 0, max: 70_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        const { simulator } = world;
        simulator.reset();
        const ids: string[] = [];
        for (const { what, terminal, parent, amount, wait } of steps) {
          const sessionId = `s-${ids.length}`;
          const base = { ...SALE, sessionId, terminalId: terminal, amount };
          const referring = { ...base, parentSessionId: ids[parent % Math.max(1, ids.length)] ?? 'none' };
          const waits = simulator.terminals.session(terminal)?.state === 'on-terminal';
          if (what === 'sale' || what === 'preauth')
            await transactions().initiateSaleRequest({ ...base, preauth: what === 'preauth' });
          else if (what === 'capture') await transactions().capturePreAuthRequest(referring);
          else if (what === 'refund') await transactions().refundTransaction(referring);
          else if (what === 'rebate') await transactions().rebate(base);
          else if (what === 'abort')
            await world.pos.pos.session.abortSession({
              sessionId: referring.parentSessionId,
              cashRegisterId: SALE.cashRegisterId,
            });
          else if (waits && what === 'insert') simulator.terminals.insertCard(terminal);
          else if (waits && what === 'decline')
            simulator.terminals.decline(terminal, { tryAgain: amount % 2 === 0 });
          else if (waits) simulator.terminals.cancel(terminal);
          ids.push(sessionId);
          await advance(wait);
          expect(Object.values(simulator.ledger.totals()).every((total) => total === 0n)).toBe(true);
        }
        await advance(120_000);
        const busy = ['16000010', '16000011'].map((id) => simulator.terminals.session(id));
        expect(busy).toEqual([undefined, undefined]);
        for (const { amount, refunded } of simulator.transactions.list().filter((one) => one.amount > 0))
          expect(refunded).toBeLessThanOrEqual(amount);
      }),
      { numRuns: 15 },
    );
  });
});
