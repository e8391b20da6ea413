import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PayPayouts } from 'nestjs-pay/payouts';
import type { PayoutLine, PayoutSource, PayoutSummary } from 'nestjs-pay/payouts';
import { dataClient } from '../contract/round-trips/data-client.js';
import { World } from '../contract/round-trips/world.js';
import { collect, DAY_MS, dayOf, MIDNIGHT, recordsOf, replay } from './trade.js';

let world: World;
let client: ReturnType<typeof dataClient>;
let from: string;
beforeAll(async () => {
  world = await World.create('payouts outside', MIDNIGHT);
  client = dataClient(world);
  from = dayOf(world.simulator.clock.now());
  await world.simulator.clock.advance('9 hours');
});
afterAll(async () => {
  await client.close();
  await world.close();
});

const report = async (
  source: PayoutSource = client.dataServices,
): Promise<{ lines: PayoutLine[]; summary: PayoutSummary }> => {
  const to = dayOf(world.simulator.clock.now() - DAY_MS);
  const read = new PayPayouts(source).reconcile({ from, to });
  return { lines: await collect(read), summary: await read.summary() };
};

it('explains everything that happened outside of the application', async () => {
  const { simulator } = world;
  const sell = (amount: number) => simulator.pay(undefined, { amount }).id;
  // Before the clearance.
  simulator.refund(sell(1001), { amount: 100 });
  simulator.refund(sell(1002));
  simulator.trigger('void', { transactionId: sell(1003) });
  simulator.trigger('decline');
  const [won, lost, held, refunded, reversed, credited] = [2001, 2002, 2003, 2004, 2005, 2006].map(sell);
  simulator.trigger('capture', {
    transactionId: simulator.trigger('preauth', { amount: 1500 }).id,
    amount: 1200,
  });
  await simulator.trigger('terminal-sale', { amount: 1700 });
  simulator.trigger('fail', { transactionId: simulator.trigger('payment-later', { amount: 900 }).id });
  simulator.trigger('approve', { transactionId: simulator.trigger('payment-later', { amount: 901 }).id });
  simulator.trigger('reversal', { transactionId: reversed });
  await simulator.clock.advance('1 day');
  for (const id of [won, lost, held]) simulator.trigger('dispute', { transactionId: id });
  simulator.refund(refunded, { amount: 700 });
  simulator.refund(refunded, { amount: 700 });
  simulator.trigger('payout', { transactionId: credited, amount: 55 });
  await simulator.clock.advance('1 day');
  simulator.trigger('dispute-won', { transactionId: won });
  simulator.trigger('dispute-lost', { transactionId: lost });
  await simulator.clock.advance('1 day');
  const { lines, summary } = await report();
  expect(lines.filter(({ status }) => status !== 'matched')).toEqual([]);
  expect(summary).toMatchObject({ isExplained: true, currencies: [{ remainder: 0 }] });
  // A refund returns the commission of no sale, and a void of the day has no movement.
  const named = (kind: string) =>
    lines.filter((line) => line.kind === kind).map(({ amount, transactionId }) => [amount, transactionId]);
  expect(
    named('sale')
      .map(([amount]) => amount)
      .toSorted(),
  ).toEqual([1001, 1002, 2001, 2002, 2003, 2004, 2006, 1200, 1700, 901].toSorted());
  expect(
    named('refund')
      .map(([amount]) => amount)
      .toSorted(),
  ).toEqual([-1002, -100, -700, -700, -55].toSorted());
  expect(named('sale').some(([, id]) => id === reversed)).toBe(false);
  expect(named('chargeback')).toEqual([[-2002, lost]]);
  const fees = lines.filter(({ type }) => type === 'ChargebackFee');
  expect(fees).toMatchObject([{ amount: -2000, kind: 'fee', transactionId: lost }]);
  // The same without the texts that the real service may not write.
  const records = await recordsOf(client.dataServices, from, dayOf(simulator.clock.now()));
  const movements = records.movements.map((row) => ({ ...row, userDescription: null }));
  const blind = await report(replay({ ...records, movements }));
  expect(blind.lines.filter(({ status }) => status !== 'matched')).toEqual([]);
  expect(blind.summary.currencies).toEqual(summary.currencies);
});
