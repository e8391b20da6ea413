import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SessionEvent, unwrap } from 'nestjs-pay/client';
import { SALE, soldAtTill } from '../../../../../test/contract/round-trips/pos.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { tillIn } from '../till.testing.js';

const TERMINAL = SALE.terminalId;
const DAY_MS = 24 * 3_600_000;
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

it('lists sessions by UTC day, also when the next day has begun in Athens [pos.16]', async () => {
  const now = () => world.simulator.clock.now();
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  // 22:30 UTC is after midnight in Athens.
  await advance((DAY_MS + 22.5 * 3_600_000 - (now() % DAY_MS)) % DAY_MS);
  const [today, tomorrow] = [dayOf(now()), dayOf(now() + DAY_MS)];
  await soldAtTill(world);
  const list = async (date?: string) =>
    unwrap(await world.pos.pos.session.retrieveSessionInfoByDate(date === undefined ? {} : { date }));
  expect(await list(today)).toMatchObject([
    {
      sessionId: SALE.sessionId,
      transactionDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+0[23]:00$/),
    },
  ]);
  expect(await list(tomorrow)).toEqual([]);
  expect(await list()).toHaveLength(1);
});

it('returns the retrieval reference with its leading zero, which a number of the service lacks [webhook-events.6]', async () => {
  const read = async (sessionId: string) =>
    unwrap(await world.pos.pos.session.retrieveSessionById({ sessionId }));
  await soldAtTill(world);
  let session = await read(SALE.sessionId);
  for (let sale = 1; sale < 100 && session?.retrievalReferenceNumber?.startsWith('0') !== true; sale++) {
    await soldAtTill(world, { sessionId: `sale-${sale}` });
    session = await read(`sale-${sale}`);
  }
  const { sessionId = '', transactionId, retrievalReferenceNumber: reference } = session ?? {};
  expect(reference).toMatch(/^0\d{11}$/);
  const listed = unwrap(await world.pos.pos.session.retrieveSessionInfoByDate({}));
  expect(listed.find((one) => one.sessionId === sessionId)?.retrievalReferenceNumber).toBe(reference);
  const legacy = await world.wallet.transactions.getLegacyTransactions(transactionId ?? '');
  expect(unwrap(legacy).Transactions[0]?.RetrievalReferenceNumber).toBe(reference);
  // On the wire, the read has a number.
  const token = unwrap(await world.pos.getCloudTerminalAccessToken())?.access_token;
  const response = await fetch(`${world.simulator.endpoints.api}/ecr/v1/sessions/${sessionId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await response.text()).toContain(`"retrievalReferenceNumber":${Number(reference)},`);
});

describe('an abort', () => {
  const abort = () =>
    world.pos.pos.session.abortSession({ sessionId: SALE.sessionId, cashRegisterId: SALE.cashRegisterId });

  it('is accepted first and takes effect later, and a second one fails with status 409', async () => {
    await shown();
    unwrap(await abort());
    expect(await abort()).toMatchObject({ success: false, error: { httpStatus: 409, eventId: 1208 } });
    expect(
      world.simulator.terminals.list().find(({ terminalId }) => terminalId === TERMINAL)?.session?.state,
    ).toBe('on-terminal');
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

  it('is accepted, and has no effect while the terminal shows a QR code [pos.26]', async () => {
    await shown();
    world.simulator.terminals.chooseQrCode(TERMINAL);
    unwrap(await abort());
    await advance(10_000);
    expect(unwrap(await world.pos.pos.session.retrieveSessionById({ sessionId: SALE.sessionId }))).toBeNull();
    world.simulator.terminals.insertCard(TERMINAL);
    await advance(5_000);
    expect(await ended()).toMatchObject({ success: true, abortOperation: true, abortSuccess: false });
  });

  it('has no effect after the card was read [pos.17]', async () => {
    await shown();
    unwrap(await abort());
    world.simulator.terminals.insertCard(TERMINAL);
    await advance(5_000);
    expect(await ended()).toMatchObject({ success: true, abortOperation: true, abortSuccess: false });
  });
});
