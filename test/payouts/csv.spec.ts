import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PayPayouts } from 'nestjs-pay/payouts';
import type { PayoutSource } from 'nestjs-pay/payouts';
import { dataClient } from '../contract/round-trips/data-client.js';
import { World } from '../contract/round-trips/world.js';
import { collect, DAY_MS, dayOf, MIDNIGHT, recordsOf, replay, trade } from './trade.js';

let world: World;
let client: ReturnType<typeof dataClient>;
let period: { from: string; to: string };
beforeAll(async () => {
  world = await World.create('payouts csv', MIDNIGHT);
  client = dataClient(world);
  const start = world.simulator.clock.now();
  await trade(world, 10, 5);
  period = { from: dayOf(start), to: dayOf(start + 9 * DAY_MS) };
});
afterAll(async () => {
  await client.close();
  await world.close();
});

const report = (source: PayoutSource = client.dataServices) => new PayPayouts(source).reconcile(period);

it('writes RFC 4180 in UTF-8 with amounts in major units, and no text that a spreadsheet runs', async () => {
  const { sales, ...records } = await recordsOf(client.dataServices, period.from, period.to);
  const [first, ...others] = sales.get('978') ?? [];
  if (first === undefined) throw new Error('there is no sale');
  const named = { ...first, merchantTrns: '=HYPERLINK("http://x","Τιμή, 1")' };
  const source = replay({ ...records, sales: new Map([['978', [named, ...others]]]) });
  const csv = (await buffer(report(source).csv())).toString('utf8');
  expect(csv.startsWith('\uFEFFday,status,kind,amount,currency,onStatement,')).toBe(true);
  expect(csv).toContain(`"'=HYPERLINK(""http://x"",""Τιμή, 1"")"`);
  // A purchase at a shop whose name is a formula.
  expect(csv).toContain(",'=cmd|shop");
  expect(csv).toMatch(/,matched,commission,-0\.10,EUR,yes,sale,/);
  const lines = csv.split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(lines.slice(0, -1).join('')).not.toMatch(/[\r\n]/);
});

it('writes no formula that a spreadsheet with semicolons as separators finds within a text', async () => {
  const { sales, ...records } = await recordsOf(client.dataServices, period.from, period.to);
  const formulas = ['x;=HYPERLINK("http://x")', 'x\n+1+1', 'x; @SUM(1)', 'x\r\n\t-1+1'];
  const named = (sales.get('978') ?? []).map((sale, index) => ({
    ...sale,
    merchantTrns: formulas[index % formulas.length] ?? null,
  }));
  const source = replay({ ...records, sales: new Map([['978', named]]) });
  const csv = (await buffer(report(source).csv())).toString('utf8');
  expect(csv.match(/x[;\r\n]\s*[=+@-]/g)).toBeNull();
  for (const formula of [`x;'=HYPERLINK`, "x\n'+1", "x; '@SUM", "x\r\n\t'-1"])
    expect(csv.includes(formula)).toBe(true);
});

it('fails for wrong options, for an ended iteration, and with the error of the service', async () => {
  const payouts = new PayPayouts(world.wallet.dataServices);
  expect(() => payouts.reconcile({ from: '2026-11-31', to: '2026-12-01' })).toThrow(
    'from must be a day, such as "2026-11-01"',
  );
  expect(() => payouts.reconcile({ from: '2026-12-02', to: '2026-12-01' })).toThrow(
    'to must not be before from',
  );
  expect(() => payouts.reconcile({ ...period, currencies: ['EUR'] })).toThrow(
    'currencies must be a list of ISO 4217 numeric codes',
  );
  expect(() => payouts.reconcile({ ...period, lookback: 3 } as never)).toThrow('lookBackDays');
  // The credentials of the checkout have no access.
  await expect(payouts.reconcile(period).summary()).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(text(payouts.reconcile(period).csv())).rejects.toMatchObject({ code: 'unauthorized' });
  const ended = report();
  for await (const line of ended) if (line.status !== 'open') break;
  await expect(ended.summary()).rejects.toThrow('the report was not read to its end');
});

it('names the sales of a currency that no movement has', async () => {
  const { sales, movements } = await recordsOf(client.dataServices, period.from, period.to);
  const foreign = movements.filter(({ currencyCode }) => currencyCode === 978);
  const source = replay({ sales, movements: foreign, statements: new Map() });
  const summary = await report(source).summary();
  expect(summary.isExplained).toBe(false);
  expect(summary.unreadSales.length).toBeGreaterThan(0);
  const named = new PayPayouts(source).reconcile({ ...period, currencies: ['978', '840'] });
  const open = (await collect(named)).filter(({ currencyCode }) => currencyCode === '840');
  expect(open.length).toBeGreaterThan(0);
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['open']));
  expect((await named.summary()).unreadSales).toEqual([]);
});
