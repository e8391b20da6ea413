import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SessionEvent, unwrap } from 'nestjs-pay/client';
import { SALE, soldAtTill } from '../../../../../test/contract/round-trips/pos.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { tillIn } from '../till.testing.js';

const TERMINAL = SALE.terminalId;
const SECOND = { ...SALE, sessionId: 'session-2', parentSessionId: SALE.sessionId };

let world: World;
beforeAll(async () => {
  world = await World.create('sessions');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const { advance, ended, shown, transactions } = tillIn(() => world);

it('lists sessions by UTC day [pos.16]', async () => {
  await soldAtTill(world);
  const today = new Date(world.simulator.clock.now()).toISOString().slice(0, 10);
  const list = async (date?: string) =>
    unwrap(await world.pos.pos.session.retrieveSessionInfoByDate(date === undefined ? {} : { date }));
  expect((await list(today)).map(({ sessionId }) => sessionId)).toEqual([SALE.sessionId]);
  expect(await list('2001-01-01')).toEqual([]);
});

describe('an abort', () => {
  const abort = () =>
    world.pos.pos.session.abortSession({ sessionId: SALE.sessionId, cashRegisterId: SALE.cashRegisterId });

  it('is accepted first and takes effect later, and a second one fails with status 409', async () => {
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

  it('has no effect after the card was read [pos.17]', async () => {
    await shown();
    unwrap(await abort());
    world.simulator.terminals.insertCard(TERMINAL);
    await advance(5_000);
    expect(await ended()).toMatchObject({ success: true, abortOperation: true, abortSuccess: false });
  });
});
