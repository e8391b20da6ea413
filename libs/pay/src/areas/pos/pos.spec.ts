import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IssuerDecline, SessionEvent, TransactionType, unwrap } from 'nestjs-pay/client';
import { SALE, soldAtTill } from '../../../../../test/contract/round-trips/pos.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { tillIn } from '../till.testing.js';

const TERMINAL = SALE.terminalId;

let world: World;
beforeAll(async () => {
  world = await World.create('at the till');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const { advance, ended, shown, transactions } = tillIn(() => world);

describe('a sale at a terminal', () => {
  it('is queued, pending and then paid, with the tip included in minor units', async () => {
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
    ['a test amount without sufficient funds', { amount: 9951 }, IssuerDecline.InsufficientFunds],
    ['a test amount that is not permitted', { amount: 9957 }, IssuerDecline.NotPermittedToCardholder],
  ])('is declined for %s with the issuer’s reason and no transaction', async (_name, more, reason) => {
    await soldAtTill(world, more);
    expect(await ended()).toMatchObject({
      success: false,
      eventId: SessionEvent.DeclinedByServer,
      transactionEventId: reason,
      transactionId: null,
      orderCode: '0',
    });
  });

  it('can be declined first and paid with another card in the same session', async () => {
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

  it('can be cancelled by the customer', async () => {
    await shown();
    world.simulator.terminals.cancel(TERMINAL);
    expect(await ended()).toMatchObject({ success: false, eventId: SessionEvent.CancelledByUser });
  });

  it('times out about a minute after the customer leaves', async () => {
    unwrap(await transactions().initiateSaleRequest(SALE));
    await advance(1_000);
    world.simulator.terminals.walkAway(TERMINAL);
    await advance(59_000);
    expect(world.simulator.terminals.session(TERMINAL)?.state).toBe('on-terminal');
    await advance(2_000);
    expect(await ended()).toMatchObject({ success: false, eventId: SessionEvent.TimedOut });
  });

  it('fails if the terminal is busy, unknown, offline or broken', async () => {
    await shown();
    const others = [
      { ...SALE, sessionId: 'busy' },
      { ...SALE, sessionId: 'unknown', terminalId: '99999999' },
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

  it('that never ends makes waitForSession time out with an unknown outcome', async () => {
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

  it('is not found until the service has saved the session', async () => {
    world.simulator.terminals.configure({ saveDelayMs: 2_000 });
    unwrap(await transactions().initiateSaleRequest(SALE));
    const read = () => world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId });
    expect(await read()).toMatchObject({ code: 'notfound', error: { eventId: 1205 } });
    await advance(2_000);
    expect(await read()).toMatchObject({ pending: true });
  });

  it('fails with status 409 and pays once if it is repeated after a lost response', async () => {
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

describe('credentials', () => {
  it('of the checkout fail with status 401 and a message that names the right credentials', async () => {
    expect(await world.wallet.pos.devices.searchDevices()).toMatchObject({
      code: 'unauthorized',
      error: { httpStatus: 401, serviceText: 'Could not validate credentials', outcome: 'rejected' },
      message: expect.stringMatching(/POS APIs credentials/),
    });
  });
});
