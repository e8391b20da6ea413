import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from '@jest/globals';
import { toMajorUnits } from 'nestjs-pay/client';
import type { SaleTransactionRow } from 'nestjs-pay/client';
import { PayPayouts } from 'nestjs-pay/payouts';
import type { PayoutSource } from 'nestjs-pay/payouts';
import { isFullSize } from '../full-size.js';

const DAYS = 30;
const SALES = isFullSize ? 100_000 : 3_000;
const PER_DAY = Math.ceil(SALES / DAYS);
const START = Date.parse('2026-11-01');
const dayAt = (index: number): string => new Date(START + index * 86_400_000).toISOString().slice(0, 10);
const id = (kind: number, day: number, index: number): string =>
  `0000000${kind}-0000-4000-8000-${String((day + 1) * 1_000_000 + index).padStart(12, '0')}`;
const amountOf = (index: number): number => 1000 + (index % 700);

/** Creates rows while they are read, so that only the report needs memory. Each sale clears on the next day, as in the simulator. */
const service: PayoutSource = {
  iterateTransactions: async function* ({ CurrencyCode } = {}) {
    if (CurrencyCode === undefined) return;
    for (let day = 0; day < DAYS; day++) {
      for (let index = 0; index < PER_DAY; index++)
        yield {
          transactionId: id(1, day, index),
          transactionTypeId: 5,
          orderCodeText: String(day * PER_DAY + index),
          merchantTrns: `order ${index}`,
          insDate: `${dayAt(day)}T12:00:00+02:00`,
          statusId: 'F',
          amount: amountOf(index) / 100,
          totalCommission: 0.1,
        } as SaleTransactionRow;
      await Promise.resolve();
    }
  },
  iterateAccountTransactions: async function* ({ SubTypeIds }) {
    if (SubTypeIds !== undefined) return;
    for (let day = 1; day < DAYS; day++) {
      for (let index = 0; index < PER_DAY; index++)
        for (const [kind, subTypeId, amount] of [
          [2, 83, amountOf(index) / 100],
          [3, 13, -0.1],
        ] as const)
          yield {
            accountTransactionId: id(kind, day, index),
            created: `${dayAt(day)}T00:00:00+02:00`,
            walletId: 1,
            typeId: 20,
            subTypeId,
            amount,
            currencyCode: 978,
          };
      await Promise.resolve();
    }
  },
  retrieveMt940Data: ({ ReportDate }) => {
    const day = (Date.parse(ReportDate) - START) / 86_400_000;
    if (day < 1) return Promise.resolve({ success: true, data: null, message: '', meta: {} } as never);
    const amounts = Array.from({ length: PER_DAY }, (_, index) => amountOf(index));
    const change = amounts.reduce((all, one) => all + one - 10, 0);
    const balance = (minor: number): string => `C261101EUR${toMajorUnits(minor, 'EUR').replace('.', ',')}`;
    const lines = amounts.flatMap((amount) => [
      `:61:2611011101C${toMajorUnits(amount, 'EUR').replace('.', ',')}NMSCNONREF`,
      ':61:2611011101D0,10NMSCNONREF',
    ]);
    const data = [
      ...[':20:1', ':25:1', ':28C:1/1', `:60F:${balance((day - 1) * change)}`],
      ...[...lines, `:62F:${balance(day * change)}`, '-', ''],
    ].join('\r\n');
    return Promise.resolve({ success: true, data, message: '', meta: {} } as never);
  },
};

it(`explains ${SALES} sales without keeping them in memory`, async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const used = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1_000_000;
  };
  const before = used();
  const heap: number[] = [];
  const startedAt = performance.now();
  const report = new PayPayouts(service).reconcile({
    from: dayAt(0),
    to: dayAt(DAYS - 1),
    currencies: ['978'],
    onProgress: ({ days }) => {
      // Seldom, because a collection takes long in a process that has run other tests.
      if (days % 20 === 15) heap.push(used() - before);
    },
  });
  let bytes = 0;
  const count = new Writable({
    write: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      done();
    },
  });
  await pipeline(report.csv({ format: 'program' }), count);
  const { currencies, isExplained } = await report.summary();
  const seconds = (performance.now() - startedAt) / 1_000;
  const [euro] = currencies;
  expect(isExplained).toBe(true);
  expect(euro?.remainder).toBe(0);
  expect(euro?.lines).toEqual({ matched: (DAYS - 1) * PER_DAY * 2, open: PER_DAY, unexplained: 0 });
  // The rows of a day, and the sales that are not cleared: the heap does not grow from the first days to the last.
  const [first = 0] = heap;
  const last = heap.at(-1) ?? 0;
  expect(last).toBeLessThan(first + 10);
  if (isFullSize)
    process.stdout.write(
      `payouts: ${SALES} sales in ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB of CSV, heap ${heap.map((one) => one.toFixed(1)).join(' ')} MB above the start\n`,
    );
});
