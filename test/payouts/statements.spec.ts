import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unwrap } from 'nestjs-pay/client';
import type { AccountTransactionRow } from 'nestjs-pay/client';
import { PayPayouts } from 'nestjs-pay/payouts';
import type { PayoutSource } from 'nestjs-pay/payouts';
import { dataClient } from '../contract/round-trips/data-client.js';
import { World } from '../contract/round-trips/world.js';
import { propertyRuns } from '../full-size.js';
import { collect, DAY_MS, dayOf, MIDNIGHT, recordsOf, replay, trade } from './trade.js';
import type { Records } from './trade.js';

/** A reader of others. It checks that the lines add up to the balances. */
const { Parser } = createRequire(import.meta.url)('mt940js') as {
  Parser: new () => { parse: (text: string) => { transactions: { amount: number; details: string }[] }[] };
};

let world: World;
let client: ReturnType<typeof dataClient>;
let period: { from: string; to: string };
let records: Records;
beforeAll(async () => {
  world = await World.create('payouts statements', MIDNIGHT);
  client = dataClient(world);
  const start = world.simulator.clock.now();
  await trade(world, 10, 3);
  period = { from: dayOf(start), to: dayOf(start + 9 * DAY_MS) };
  records = await recordsOf(client.dataServices, period.from, period.to);
});
afterAll(async () => {
  await client.close();
  await world.close();
});

const report = async (source: PayoutSource, own = period) => {
  const read = new PayPayouts(source).reconcile(own);
  return { lines: await collect(read), summary: await read.summary() };
};

describe('a statement of the simulator', () => {
  it('is read by a reader of others, with the amounts of the ledger', () => {
    for (const [day, text] of records.statements) {
      const lines = new Parser().parse(text).flatMap(({ transactions }) => transactions);
      const moved = records.movements.filter(
        ({ created, typeId }) => created.startsWith(day) && typeId === 20,
      );
      expect(lines.map(({ amount }) => amount).toSorted()).toEqual(
        moved.map(({ amount }) => amount).toSorted(),
      );
    }
  });

  it('has at most six lines of 65 characters for any description, and is explained', async () => {
    const unit = fc.constantFrom(
      '\n',
      '\r',
      ':61:',
      ':62F:',
      '-',
      ':',
      ' ',
      'a',
      '\n:61:2611031103C9,99NMSCX',
      'é',
      'Τ',
      '\0',
    );
    // Without `size`, ten units at most.
    const description = fc.array(unit, { maxLength: 400, size: 'max' }).map((parts) => parts.join(''));
    const { simulator } = world;
    await fc.assert(
      fc.asyncProperty(description, async (text) => {
        const day = dayOf(simulator.clock.now());
        simulator.wallet.buy(110, text);
        await simulator.clock.advance('1 day');
        const statement = unwrap(await client.dataServices.retrieveMt940Data({ ReportDate: day })) ?? '';
        const lines = new Parser().parse(statement).flatMap(({ transactions }) => transactions);
        expect(lines.map(({ amount }) => amount)).toContain(-1.1);
        const texts = statement.split(/\r\n(?=:\d\d[A-Z]?:|-)/).filter((field) => field.startsWith(':86:'));
        expect(texts).toHaveLength(lines.length);
        for (const field of texts) {
          const written = field.slice(':86:'.length).split('\r\n');
          expect(written.length).toBeLessThanOrEqual(6);
          expect(written.every((line) => line.length <= 65)).toBe(true);
          expect(written.slice(1).join('\n')).not.toMatch(/^[:-]/m);
        }
        const { summary } = await report(client.dataServices, { from: day, to: day });
        expect(summary.isExplained).toBe(true);
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});

/**
 * The records without the clearances of two sales of one amount. The statement has the line of the later one only, so the amount
 * alone would name the older one.
 */
function oneOfTwo(textOf: (id: string) => string): { source: PayoutSource; id: string } {
  const cleared = records.movements.filter(
    ({ subTypeId, amount, created }) =>
      subTypeId === 83 && amount > 0 && records.statements.has(created.slice(0, 10)),
  );
  const later = cleared.findLast((one) => cleared.some((other) => other !== one && isSame(one, other)));
  const older = cleared.find((one) => later !== undefined && isSame(one, later));
  if (later === undefined || older === undefined) throw new Error('no two sales have one amount');
  const day = later.created.slice(0, 10);
  const id = (later.userDescription ?? '').slice(-36);
  const statement = records.statements.get(day) ?? '';
  const [line] = new RegExp(`:61:.*\\r\\n:86:${older.userDescription ?? ''}\\r\\n`).exec(statement) ?? [''];
  const spoiled = statement.replace(line, '').replace(`clearance of ${id}`, textOf(id));
  const movements = records.movements.filter((one) => one !== later && one !== older);
  return { source: replay({ ...records, movements, statements: new Map([[day, spoiled]]) }), id };
}

const isSame = (one: AccountTransactionRow, other: AccountTransactionRow): boolean =>
  one.amount === other.amount &&
  one.currencyCode === other.currencyCode &&
  one.created.slice(0, 10) === other.created.slice(0, 10);

describe('a statement of the service', () => {
  it.each([
    ['wrapped at 65 characters', (text: string) => text.replaceAll(/.{65}(?=.)/g, '$&\r\n')],
    ['wrapped earlier, and indented', (text: string) => text.replaceAll(/.{60}(?=.)/g, '$&\r\n  ')],
    [
      'divided into subfields of 27 characters',
      (text: string) =>
        `166?00CLEARANCE${text.replaceAll(/.{1,27}/g, (part, at: number) => `?${20 + at / 27}${part}`)}`,
    ],
  ])('names its sale, %s', async (_, wrap) => {
    for (let indent = 0; indent < 66; indent += 5) {
      const { source, id } = oneOfTwo((sale) => wrap(`${'x'.repeat(indent)} of ${sale} and more`));
      const { lines } = await report(source);
      const added = lines.filter(({ reason }) => reason === 'no-movement');
      expect(added).toMatchObject([{ transactionId: id }]);
    }
  });

  it('names its sale also if a line has supplementary details before its text', async () => {
    const { source, id } = oneOfTwo((sale) => `of ${sale}`);
    const retrieveMt940Data: PayoutSource['retrieveMt940Data'] = async (...request) => {
      const result = await source.retrieveMt940Data(...request);
      if (!result.success || result.data === null) return result;
      return { ...result, data: result.data.replaceAll(/^:61:.*\r\n/gm, '$&DETAILS OF THE BANK\r\n') };
    };
    const { lines } = await report({ ...source, retrieveMt940Data });
    expect(lines.filter(({ reason }) => reason === 'no-movement')).toMatchObject([{ transactionId: id }]);
  });

  it.each([
    ['a line without a sign', (text: string) => text.replace(/^:61:(\d+)[CD]/m, ':61:$1'), ':61:'],
    ['no closing balance', (text: string) => text.replaceAll(/^:62F:.*\r\n/gm, ''), ':62F:'],
    ['an unknown currency', (text: string) => text.replace(/^(:60F:[CD]\d{6})EUR/m, '$1EU1'), ':60F:'],
    ['too many decimals', (text: string) => text.replace(/^(:61:.*,\d\d)/m, '$199'), 'decimals'],
  ])('with %s is one line of the report, which goes on', async (_, spoil, words) => {
    const day = [...records.statements.keys()].at(4) ?? '';
    const statements = new Map(records.statements).set(day, spoil(records.statements.get(day) ?? ''));
    const { lines, summary } = await report(replay({ ...records, statements }));
    const unexplained = lines.filter(({ status }) => status === 'unexplained');
    expect(unexplained).toMatchObject([
      {
        day,
        reason: 'unreadable-statement',
        amount: 0,
        onStatement: false,
        text: expect.stringContaining(words) as never,
      },
    ]);
    expect(summary.isExplained).toBe(false);
    for (const { remainder } of summary.currencies) expect(remainder).toBe(0);
    const own = lines.filter(({ movementId, day: of }) => of === day && movementId !== null);
    expect(
      new Set(
        own
          .filter(({ matchedBy, reason }) => matchedBy === 'type' || reason !== null)
          .map(({ reason }) => reason),
      ),
    ).toEqual(new Set(['no-statement']));
    const after = lines.filter((line) => line.day > day && line.onStatement);
    expect(after.length).toBeGreaterThan(10);
  });
});
