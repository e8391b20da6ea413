import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { toMajorUnits } from 'nestjs-pay/client';
import { PayPayouts } from 'nestjs-pay/payouts';
import type { PayoutReport, PayoutSource } from 'nestjs-pay/payouts';
import { dataClient } from '../contract/round-trips/data-client.js';
import { World } from '../contract/round-trips/world.js';
import { propertyRuns } from '../full-size.js';
import { noteSkipped } from '../skipped.mjs';
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

/** Texts that the service returns as the merchant's reference of a sale. */
async function named(references: readonly string[]): Promise<PayoutSource> {
  const { sales, ...records } = await recordsOf(client.dataServices, period.from, period.to);
  const own = (sales.get('978') ?? []).map((sale, index) => ({
    ...sale,
    merchantTrns: references[index % references.length] ?? null,
  }));
  return replay({ ...records, sales: new Map([['978', own]]) });
}

/** Reads a file with a reader of others, for which each kind of line break ends a row. Each row has all columns. */
async function rowsOf(source: PayoutSource, options: Parameters<PayoutReport['csv']>[0]) {
  const file = (await buffer(report(source).csv(options))).toString('utf8');
  const rows = parse<Record<string, string>>(file, {
    columns: true,
    bom: true,
    delimiter: options.decimalComma ? ';' : ',',
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  return { file, rows };
}

const referencesOf = (rows: readonly Record<string, string>[]): Set<string> =>
  new Set(rows.flatMap(({ merchantTrns }) => (merchantTrns ? [merchantTrns] : [])));

const REFERENCES = [
  '\r',
  'a\rb',
  'a\nb',
  'a\r\nb',
  '"',
  'a,b',
  'a;b',
  '=1+1',
  '-5',
  '00123',
  '1-2',
  'Τιμή 1',
  'a\u2028b',
];

it('writes each value as it is for programs, whatever breaks, quotes and separators it has', async () => {
  const source = await named(REFERENCES);
  const lines = await collect(report(source));
  const { file, rows } = await rowsOf(source, { format: 'program' });
  expect(file.startsWith('day,status,kind,amount,currency,onStatement,')).toBe(true);
  expect(referencesOf(rows)).toEqual(new Set(REFERENCES));
  const expected = lines.map(({ amount, currencyCode, ...line }) => ({
    ...Object.fromEntries(Object.entries(line).map(([name, value]) => [name, String(value ?? '')])),
    ...{ amount: toMajorUnits(amount, currencyCode), currency: currencyCode === '978' ? 'EUR' : 'USD' },
  }));
  expect(rows).toEqual(expected);
  // RFC 4180: lines end with CR LF, and a field with a line break is quoted.
  expect(file.replaceAll(/"[^"]*"|\r\n/g, '')).not.toMatch(/[\r\n]/);
  expect(file.endsWith('\r\n')).toBe(true);
  // A purchase at a shop whose name is a formula.
  expect(rows.some(({ text }) => text?.startsWith('=cmd|shop') === true)).toBe(true);
});

it('keeps every reference readable for a reader of others', async () => {
  const text = fc.string({
    unit: fc.constantFrom(...'ab01-=+;,"\'\t\r\n \u2028\u0085ω'),
    minLength: 1,
    maxLength: 8,
  });
  const records = await recordsOf(client.dataServices, period.from, period.to);
  const sale = records.sales.get('978')?.[0];
  if (sale === undefined) throw new Error('there is no sale');
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (merchantTrns, decimalComma) => {
      const source = replay({ ...records, sales: new Map([['978', [{ ...sale, merchantTrns }]]]) });
      const forPrograms = await rowsOf(source, { format: 'program' });
      expect(referencesOf(forPrograms.rows)).toEqual(new Set([merchantTrns]));
      const { file, rows } = await rowsOf(source, { format: 'spreadsheet', decimalComma });
      const [read = ''] = referencesOf(rows);
      expect(read.replaceAll("'", '')).toBe(merchantTrns.replaceAll("'", ''));
      expect(read.trimStart()).not.toMatch(/^[=+@\d-]/);
      // What a spreadsheet with the other separator reads.
      const split = new RegExp(`[${decimalComma ? ',' : ';'}\\t\\r\\n][\\s"]*[=+@]`);
      expect(file.slice(file.indexOf('\r\n') + 2)).not.toMatch(split);
    }),
    { numRuns: propertyRuns(50) },
  );
});

/** Texts that a spreadsheet would change or run. */
const CHANGED = [
  '=1+1',
  '+30 210',
  '-5',
  '@x',
  '00123',
  '1-2',
  '3/4',
  '1e5',
  '(5)',
  '€5',
  'TRUE',
  'MAR1',
  'Mai 2026',
  'Μαρ 5',
  '１２',
  ' 7',
  '#N/A',
];
const KEPT = [
  'order-17',
  'invoice 2026',
  'Τιμή 1',
  'E5',
  'Maria',
  'a1b2c3d4-0000-4000-8000-000000000000',
  '12345678-0000-4000-8000-000000000000',
];
const SPREADSHEET_REFERENCES = [...CHANGED, ...KEPT];

const PYTHON = `import csv, io, json, sys
rows = csv.DictReader(io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8', newline=''), strict=True)
print(json.dumps(list(rows)))`;
const runs = (...command: [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1)).status === 0;
const HAS_PYTHON = runs('python3', '--version');
const HAS_GNUMERIC = runs('ssconvert', '--version');
if (!HAS_PYTHON) noteSkipped('The CSV was not read with Python: python3 is not installed.');
if (!HAS_GNUMERIC)
  noteSkipped('The CSV was not read with a spreadsheet: ssconvert of Gnumeric is not installed.');

(HAS_PYTHON ? it : it.skip)('is read by the csv module of Python with the same values', async () => {
  const { file, rows } = await rowsOf(await named(REFERENCES), { format: 'program' });
  const { stdout } = spawnSync('python3', ['-c', PYTHON], { input: file, maxBuffer: 1e8 });
  expect(JSON.parse(stdout.toString())).toEqual(rows);
});

interface SpreadsheetCell {
  type: 'text' | 'number' | undefined;
  format: string | undefined;
  content: string;
}

/** Opens a file in Gnumeric. @returns The cells of each row after the header. */
function openInGnumeric(file: string, locale: string): Record<string, SpreadsheetCell>[] {
  const folder = mkdtempSync(join(tmpdir(), 'pay-csv-'));
  try {
    const path = join(folder, 'lines.csv');
    writeFileSync(path, file);
    const command = ['-T', 'Gnumeric_XmlIO:sax:0', path, 'fd://1'];
    const { stdout } = spawnSync('ssconvert', command, {
      env: { ...process.env, LC_ALL: locale },
      maxBuffer: 1e8,
    });
    const table: SpreadsheetCell[][] = [];
    const cells = stdout
      .toString()
      .matchAll(/<gnm:Cell Row="(\d+)" Col="(\d+)"(?: ValueType="(\d+)")?([^>]*)>([^<]*)</g);
    for (const [, row, column, valueType, others = '', content = ''] of cells) {
      const type = valueType === '60' ? 'text' : valueType === '40' ? 'number' : undefined;
      const format = /ValueFormat="([^"]*)"/.exec(others)?.[1];
      (table[Number(row)] ??= [])[Number(column)] = { type, format, content };
    }
    const [names = [], ...rows] = table;
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([at, cell]) => [names[Number(at)]?.content ?? '', cell])),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

(HAS_GNUMERIC ? it : it.skip).each([
  ['C.UTF-8', false],
  ['el_GR.UTF-8', true],
])('is opened by a spreadsheet in %s with the same texts, amounts and days', async (locale, decimalComma) => {
  const source = await named(SPREADSHEET_REFERENCES);
  const { rows: expected } = await rowsOf(source, { format: 'program' });
  const { file } = await rowsOf(source, { format: 'spreadsheet', decimalComma });
  const rows = openInGnumeric(file, locale);
  expect(rows).toHaveLength(expected.length);
  for (const [index, { day, amount, ...cells }] of rows.entries()) {
    expect(day).toMatchObject({ type: 'number', format: 'yyyy-mm-dd' });
    // Days since 1899-12-30.
    expect(Number(day?.content)).toBe(Date.parse(expected[index]?.['day'] ?? '') / DAY_MS + 25_569);
    expect(amount?.type).toBe('number');
    expect(Number(amount?.content)).toBeCloseTo(Number(expected[index]?.['amount']), 6);
    for (const [name, { type, content }] of Object.entries(cells)) {
      expect([name, type]).toEqual([name, 'text']);
      if (name === 'merchantTrns' || name === 'orderCode') expect(content).toBe(expected[index]?.[name]);
    }
  }
});

it('keeps codes and dates as text for spreadsheets, and runs no formula', async () => {
  const { file, rows } = await rowsOf(await named(SPREADSHEET_REFERENCES), { format: 'spreadsheet' });
  expect(file.startsWith('\uFEFFday,')).toBe(true);
  expect(referencesOf(rows)).toEqual(new Set([...CHANGED.map((one) => `'${one}`), ...KEPT]));
  for (const { orderCode, onStatement, amount, day } of rows) {
    expect(orderCode).toMatch(/^('\d{16})?$/);
    expect(onStatement).toMatch(/^(yes|no)$/);
    expect(amount).toMatch(/^-?\d+\.\d\d$/);
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  const greek = await rowsOf(await named(['a']), { format: 'spreadsheet', decimalComma: true });
  expect(greek.rows.map(({ amount }) => amount?.replace(',', '.'))).toEqual(
    (await rowsOf(await named(['a']), { format: 'program' })).rows.map(({ amount }) => amount),
  );
  expect(greek.rows.every(({ amount }) => /^-?\d+,\d\d$/.test(amount ?? ''))).toBe(true);
});

it('writes no formula that a spreadsheet with another separator finds within a text', async () => {
  const source = await named(['x;=HYPERLINK("http://x")', 'x\n+1+1', 'x; @SUM(1)', 'x\r\n\t-1+1', 'x,=1']);
  const commas = (await rowsOf(source, { format: 'spreadsheet' })).file;
  for (const formula of [`x;'=HYPERLINK`, "x\n'+1", "x; '@SUM", "x\r\n\t'-1", 'x,=1'])
    expect(commas).toContain(formula);
  expect((await rowsOf(source, { format: 'spreadsheet', decimalComma: true })).file).toContain("x,'=1");
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
  await expect(text(payouts.reconcile(period).csv({ format: 'program' }))).rejects.toMatchObject({
    code: 'unauthorized',
  });
  expect(() => report().csv({} as never)).toThrow("csv.format is missing: 'program' or 'spreadsheet'");
  expect(() => report().csv({ format: 'program', decimalComma: true })).toThrow(
    "csv.decimalComma needs the format 'spreadsheet'",
  );
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
