import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PayPayouts } from 'nestjs-pay/payouts';
import type { PayoutLine, PayoutSource, PayoutSummary } from 'nestjs-pay/payouts';
import { dataClient } from '../contract/round-trips/data-client.js';
import { World } from '../contract/round-trips/world.js';
import { propertyRuns } from '../full-size.js';
import { collect, DAY_MS, dayOf, MIDNIGHT, recordsOf, replay, trade } from './trade.js';
import type { Records } from './trade.js';

const DAYS = 90;
let world: World;
let client: ReturnType<typeof dataClient>;
let from: string;
let to: string;
let records: Records;
let lines: PayoutLine[];
let summary: PayoutSummary;
beforeAll(async () => {
  world = await World.create('payouts', MIDNIGHT);
  client = dataClient(world);
  const start = world.simulator.clock.now();
  await trade(world, DAYS, 5);
  // The first week is before the period.
  from = dayOf(start + 7 * DAY_MS);
  to = dayOf(start + (DAYS - 1) * DAY_MS);
  records = await recordsOf(client.dataServices, from, to);
  ({ lines, summary } = await reconcile(client.dataServices));
});
afterAll(async () => {
  await client.close();
  await world.close();
});

async function reconcile(source: PayoutSource): Promise<{ lines: PayoutLine[]; summary: PayoutSummary }> {
  const report = new PayPayouts(source).reconcile({ from, to });
  return { lines: await collect(report), summary: await report.summary() };
}

const sum = (items: readonly { amount: number }[]): number =>
  items.reduce((all, { amount }) => all + amount, 0);

/** A movement that the control API lists. */
interface ListedMovement {
  readonly id: string;
  readonly walletId: string;
  readonly amount: number;
  readonly createdAt: string;
}

describe('PayPayouts', () => {
  it('explains each movement of 90 days once, with a remainder of 0 in each currency', async () => {
    expect(lines.filter(({ status }) => status === 'unexplained')).toEqual([]);
    const { wallets } = world.simulator;
    const own = new Set(wallets.list().map(({ id }) => id));
    const response = await fetch(`${world.simulator.url}/_simulator/movements`);
    const moved = ((await response.json()) as ListedMovement[])
      .map((movement) => ({ ...movement, day: dayOf(Date.parse(movement.createdAt)) }))
      .filter(({ walletId, day }) => own.has(walletId) && day >= from && day <= to);
    const onStatement = lines.filter((line) => line.onStatement);
    expect(onStatement.map(({ movementId }) => movementId).toSorted()).toEqual(
      moved.map(({ id }) => id).toSorted(),
    );
    expect(summary).toMatchObject({ isExplained: true, unreadSales: [] });
    expect(summary.currencies.map(({ currencyCode }) => currencyCode)).toEqual(['978', '840']);
    for (const { currencyCode, statement, remainder, unexplained, kinds } of summary.currencies) {
      const ledger = moved.filter(
        ({ walletId }) => wallets.list().find(({ id }) => id === walletId)?.currencyCode === currencyCode,
      );
      expect([remainder, unexplained, statement]).toEqual([0, 0, sum(ledger)]);
      expect(Object.values(kinds).reduce((all, one) => all + one, 0)).toBe(statement);
      expect(sum(onStatement.filter((line) => line.currencyCode === currencyCode))).toBe(statement);
    }
    // The sales of the last day clear at midnight.
    const open = lines.filter(({ status }) => status === 'open');
    expect(new Set(open.map(({ day, reason }) => `${day} ${reason}`))).toEqual(
      new Set([`${to} not-cleared`]),
    );
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(
      new Set(['sale', 'refund', 'commission', 'fee', 'chargeback', 'payout', 'transfer', 'purchase']),
    );
  });

  it('explains each payout by the movements since the one before it', () => {
    expect(summary.payouts.length).toBeGreaterThan(10);
    for (const [index, { before, sums, amount, left, movementId }] of summary.payouts.entries()) {
      const own = lines.filter((line) => line.payoutId === movementId && line.movementId !== movementId);
      expect(sum(own)).toBe(Object.values(sums).reduce((all, one) => all + one, 0));
      expect((before ?? NaN) + sum(own)).toBe(amount + (left ?? NaN));
      if (index > 0) expect(before).toBe(summary.payouts[index - 1]?.left);
    }
  });
});

/** Removes what the real service may not write: the transactions in the texts, and the references. */
function withoutTexts({ sales, movements, statements }: Records): Records {
  const blind = [...statements].map(
    ([day, text]) =>
      [day, text.replaceAll(/^:86:.*\r\n/gm, '').replaceAll(/NMSC.*$/gm, 'NMSCNONREF')] as const,
  );
  return {
    sales,
    movements: movements.map((row) => ({ ...row, userDescription: null })),
    statements: new Map(blind),
  };
}

/** Replaces clearances and commissions by their sums: one for each day, or two as for two card schemes. */
function summed(original: Records, schemes: 1 | 2, isNet: boolean): Records {
  const types = isNet ? [[83, 13]] : [[83], [13]];
  const isSum = (type: number) => types.flat().includes(type);
  const statements = new Map<string, string>();
  const movements = original.movements.filter(
    ({ subTypeId, created }) => !isSum(subTypeId) || created.slice(0, 10) < from,
  );
  for (const [day] of original.statements) {
    for (const own of types)
      for (const currencyCode of [978, 840]) {
        const rows = original.movements.filter(
          (row) =>
            row.created.startsWith(day) && own.includes(row.subTypeId) && row.currencyCode === currencyCode,
        );
        for (let scheme = 0; scheme < schemes; scheme++) {
          const part = rows.filter((_, index) => index % schemes === scheme);
          const [first] = part;
          const amount = part.reduce((all, row) => all + Math.round(row.amount * 100), 0) / 100;
          if (first !== undefined && amount !== 0)
            movements.push({ ...first, amount, userDescription: null });
        }
      }
  }
  movements.sort((a, b) => Date.parse(a.created) - Date.parse(b.created));
  return { ...original, movements, statements };
}

describe('forms of clearance', () => {
  it('matches by amount if movements name no sale', async () => {
    const report = await reconcile(replay(withoutTexts(records)));
    expect(report.lines.filter(({ status }) => status === 'unexplained')).toEqual([]);
    expect(report.summary.currencies).toEqual(summary.currencies);
  });

  it('matches a refund whose movement was written a moment before its transaction', async () => {
    const late = (insDate: string) => insDate.replace(/(T\d\d:\d\d:)\d\d(\.\d+)?/, '$159.9');
    const sales = [...records.sales].map(([code, rows]) => {
      const own = rows.map((row) => (row.amount < 0 ? { ...row, insDate: late(row.insDate) } : row));
      return [code, own] as const;
    });
    const report = await reconcile(replay({ ...withoutTexts(records), sales: new Map(sales) }));
    expect(report.lines.filter(({ status }) => status === 'unexplained')).toEqual([]);
    expect(report.summary.currencies).toEqual(summary.currencies);
  });

  // `+09:00` stands for a time without an offset on a machine in Tokyo.
  it.each(['', 'Z', '+09:00'])(
    'takes the time of a movement as that of the service: offset "%s"',
    async (offset) => {
      const blind = withoutTexts(records);
      const movements = blind.movements.map((row) => ({
        ...row,
        created: row.created.slice(0, 23) + offset,
      }));
      const report = await reconcile(replay({ ...blind, movements }));
      expect(report.lines.filter(({ status }) => status === 'unexplained')).toEqual([]);
      expect(report.summary.currencies).toEqual(summary.currencies);
    },
  );

  it.each([
    ['one sum for each day', 1, false],
    ['two sums for two card schemes', 2, false],
    ['one sum for each day, less the commission', 1, true],
  ] as const)('matches %s', async (_, schemes, isNet) => {
    const report = await reconcile(replay(summed(withoutTexts(records), schemes, isNet)));
    expect(report.lines.filter(({ status }) => status === 'unexplained')).toEqual([]);
    const bySum = report.lines.filter(
      ({ matchedBy, movementId, onStatement }) => matchedBy === 'sum' && movementId !== null && !onStatement,
    );
    expect(bySum.length).toBeGreaterThan(300);
  });
});

describe('a wrong line', () => {
  const isCleared = (id: string) =>
    records.movements.some(({ subTypeId, userDescription, created }) => {
      const day = created.slice(0, 10);
      return day >= from && day <= to && subTypeId === 83 && userDescription === `clearance of ${id}`;
    });
  const edited = <Item>(items: readonly Item[], index: number, isMissing: boolean): Item[] =>
    items.flatMap((item, at) => (at !== index ? [item] : isMissing ? [] : [item, item]));

  it.each(['with texts', 'without texts'])(
    'is reported, and no other line, %s',
    async (texts) => {
      const all = texts === 'with texts' ? records : withoutTexts(records);
      const inPeriod = all.movements.flatMap((row, index) => {
        const day = row.created.slice(0, 10);
        return day >= from && day <= to && row.typeId === 20 ? [index] : [];
      });
      const cleared = [...all.sales].flatMap(([code, rows]) =>
        rows.flatMap(({ transactionId, insDate }, index) =>
          insDate.slice(0, 10) >= from && isCleared(transactionId) ? [{ code, index }] : [],
        ),
      );
      const where = fc.oneof(
        fc.record({ list: fc.constant('movements' as const), at: fc.constantFrom(...inPeriod) }),
        fc.record({ list: fc.constant('sales' as const), at: fc.constantFrom(...cleared) }),
        fc.record({
          list: fc.constant('statements' as const),
          at: fc.constantFrom(...all.statements.keys()),
          line: fc.nat(),
        }),
      );
      await fc.assert(
        fc.asyncProperty(where, fc.boolean(), async (place, isMissing) => {
          const changed = { ...all };
          const expected: Partial<PayoutLine>[] = [];
          if (place.list === 'movements') {
            changed.movements = edited(all.movements, place.at, isMissing);
            const row = all.movements[place.at];
            const amount = Math.round((row?.amount ?? 0) * 100);
            expected.push(
              isMissing
                ? { reason: 'no-movement', amount, onStatement: true }
                : { reason: 'duplicate', amount, movementId: row?.accountTransactionId ?? '' },
            );
          } else if (place.list === 'sales') {
            const { code, index } = place.at;
            const rows = all.sales.get(code) ?? [];
            const sale = rows[index];
            changed.sales = new Map([...all.sales, [code, edited(rows, index, isMissing)]]);
            const amount = Math.round((sale?.amount ?? 0) * 100);
            const commission = -Math.round((sale?.totalCommission ?? 0) * 100);
            // The movements that the missing sale explains.
            if (isMissing)
              expected.push(
                { reason: 'no-sale', amount, kind: 'sale' },
                { reason: 'no-sale', amount: commission, kind: 'commission' },
              );
            else expected.push({ reason: 'duplicate', amount, transactionId: sale?.transactionId ?? '' });
          } else {
            const parts = (all.statements.get(place.at) ?? '').split(/(?=:61:|:62F:)/);
            const own = parts.flatMap((part, index) => (part.startsWith(':61:') ? [index] : []));
            const at = own[place.line % own.length] ?? 0;
            const [, sign, euros] = /^:61:\d{10}([CD])([\d,]+)/.exec(parts[at] ?? '') ?? [];
            const amount = Math.round(Number(euros?.replace(',', '.')) * 100) * (sign === 'D' ? -1 : 1);
            changed.statements = new Map([
              ...all.statements,
              [place.at, edited(parts, at, isMissing).join('')],
            ]);
            expected.push(
              isMissing
                ? { reason: 'not-on-statement', amount, day: place.at, onStatement: true }
                : { reason: 'no-movement', amount, day: place.at, onStatement: false },
            );
          }
          const { lines, summary } = await reconcile(replay(changed));
          expect(lines.filter(({ status }) => status === 'unexplained')).toMatchObject(expected);
          expect(summary.isExplained).toBe(false);
          for (const { remainder } of summary.currencies) expect(remainder).toBe(0);
        }),
        { numRuns: propertyRuns(60) },
      );
    },
    120_000,
  );
});
