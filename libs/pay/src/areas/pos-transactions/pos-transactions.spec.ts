import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SessionEvent, unwrap } from 'nestjs-pay/client';
import type { PosSession } from 'nestjs-pay/client';
import { SALE, soldAtTill } from '../../../../../test/contract/round-trips/pos.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { tillIn } from '../till.testing.js';

const TERMINAL = SALE.terminalId;
const SECOND = { ...SALE, sessionId: 'session-2', parentSessionId: SALE.sessionId };

let world: World;
beforeAll(async () => {
  world = await World.create('after a sale');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const { advance, ended, shown, transactions } = tillIn(() => world);

describe('after a sale', () => {
  const outcome = async (sessionId: string): Promise<PosSession> => {
    await advance(10_000);
    return ended(sessionId);
  };

  it('refunds are possible in parts until nothing is left, and then end as not reversible', async () => {
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

  it('a refund fails until its sale has ended, and while refunds are not enabled', async () => {
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

  it('a pre-authorisation is captured once, up to the reserved amount', async () => {
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

  it('refunds without an earlier sale are paid from the wallet to the presented card', async () => {
    const before = world.simulator.wallet.balance();
    for (const kind of ['unreferencedRefund', 'fastRefund', 'rebate'] as const) {
      unwrap(await transactions()[kind]({ ...SALE, sessionId: kind }));
      expect(await outcome(kind)).toMatchObject({ success: true, amount: 1170 });
    }
    expect(before - world.simulator.wallet.balance()).toBe(3n * 1170n);
  });
});

describe('terminals', () => {
  it('process an action after it was pending, or fail it if the terminal is offline [pos.2]', async () => {
    const action = {
      terminalId: TERMINAL,
      cashRegisterId: 'till-1',
      actionType: 'aade-fim-control',
      request: { token: 'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3' },
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

  it('receive an int64 receipt code with all its digits; a rounded code is rejected', async () => {
    const receipt = { cbChargeItems: [], cbPayItems: [], cbReceiptReference: 'r-1' };
    const sale = (ftReceiptCase: number | bigint) =>
      transactions().initiateSaleRequest({ ...SALE, fiscalisationData: { ...receipt, ftReceiptCase } });
    expect(await sale(4919338167972134912)).toMatchObject({
      code: 'validationerror',
      error: { fields: [{ field: 'fiscalisationData' }] },
    });
    expect(await sale(4919338167972134913n)).toMatchObject({ success: true });
  });

  it('are fiscal with all three aade fields or none, and preloaded with hours only together', async () => {
    const aade = { aadeProviderId: '999', aadeProviderSignatureData: 'text', aadeProviderSignature: 'MEUC' };
    const sale = (more: object) => transactions().initiateSaleRequest({ ...SALE, ...more });
    for (const [name, more] of [
      ['aadeProviderId', { ...aade, aadeProviderSignature: undefined }],
      ['aadeProviderSignature', { aadeProviderSignature: 'MEUC' }],
      ['aadeProviderId', { ...aade, aadeProviderId: 'ILYDA' }],
      ['aadePreloadedDuration', { ...aade, aadePreloadedDuration: 3 }],
    ] as const)
      expect(await sale(more)).toMatchObject({
        code: 'validationerror',
        error: {
          outcome: 'not-sent',
          fields: expect.arrayContaining([expect.objectContaining({ field: name })]),
        },
      });
    expect(await sale({ ...aade, aadePreloaded: true, aadePreloadedDuration: 3 })).toMatchObject({
      success: true,
    });
  });
});
