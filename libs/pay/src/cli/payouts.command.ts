// The client declares DTOs.
import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { otherCurrencyCode } from '../core/values/currencies.js';
import { toMajorUnits } from '../core/values/money.js';
import type { PayoutProgress, PayoutSummary, PayoutTotals } from '../payouts/payouts.types.js';
import { asUsage, readArguments } from './arguments.js';
import { counted } from './command-text.js';
import { jsonText, UsageError } from './command.js';
import { PAYOUTS_OPTIONS, PAYOUTS_USAGE } from './help.generated.js';
import type { CommandIo } from './command.js';
import { withClients } from './operator/operator-options.js';

export const usage = PAYOUTS_USAGE;

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, PAYOUTS_OPTIONS);
  const { from, to, csv, spreadsheet, 'decimal-comma': decimalComma } = values;
  if (positionals.length > 0) throw new UsageError('payouts takes only options');
  if (from === undefined || to === undefined)
    throw new UsageError('payouts: add --from and --to, such as --from 2026-11-01 --to 2026-11-30');
  if (csv !== undefined && spreadsheet !== undefined)
    throw new UsageError('payouts: use --csv or --spreadsheet, because a report is read once');
  if (decimalComma && spreadsheet === undefined)
    throw new UsageError('--decimal-comma needs --spreadsheet: a file for programs has decimal points');
  return withClients(values['env-file'], io, async ({ reports }) => {
    const client = reports();
    if (client === null)
      throw new UsageError('payouts: set PAY_DATA_SERVICES_CLIENT_ID and PAY_DATA_SERVICES_CLIENT_SECRET');
    const { PayPayouts } = await import('../payouts/pay-payouts.js');
    const currencies = values.currency?.map(numeric);
    const lookBackDays = daysOf(values['look-back']);
    const report = asUsage(() =>
      new PayPayouts(client.dataServices).reconcile({
        ...{ from, to, onProgress: progress(io) },
        ...(currencies && { currencies }),
        ...(lookBackDays !== undefined && { lookBackDays }),
      }),
    );
    if (csv !== undefined) await write(report.csv({ format: 'program' }), resolve(io.folder, csv));
    if (spreadsheet !== undefined)
      await write(report.csv({ format: 'spreadsheet', decimalComma }), resolve(io.folder, spreadsheet));
    const summary = await report.summary();
    io.out(values.json ? jsonText(summary) : summaryText(summary));
    return summary.isExplained ? 0 : 1;
  });
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError('--look-back: expected a number of days, such as 7');
}

/** Writes a file that exists only if it is complete. */
async function write(csv: NodeJS.ReadableStream, file: string): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await pipeline(csv, createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function numeric(currency: string): string {
  return /^\d{3}$/.test(currency) ? currency : asUsage(() => otherCurrencyCode(currency.toUpperCase()));
}

/** Rewrites one line on a terminal. In a log, it writes ten lines at most. */
function progress({ err, isTerminal }: CommandIo): (done: PayoutProgress) => void {
  let tenths = 0;
  return ({ day, days, ofDays, sales, movements }) => {
    const line = `${day}: day ${days} of ${ofDays}, ${counted(sales, 'sale')}, ${counted(movements, 'movement')}`;
    if (isTerminal) return err(`\r${line.padEnd(70)}${days === ofDays ? '\n' : ''}`);
    const reached = Math.floor((days / ofDays) * 10);
    if (reached > tenths) err(`${line}\n`);
    tenths = reached;
  };
}

function summaryText({ from, to, currencies, payouts, unreadSales, isExplained }: PayoutSummary): string {
  const unread =
    unreadSales.length === 0
      ? ''
      : `\nsales in currencies that were not read: ${unreadSales.length}. Name the currencies with --currency\n`;
  const isEmpty = currencies.length === 0 && unreadSales.length === 0;
  const explained = isEmpty
    ? 'There are no sales and no movements in these days. If you expect some, check the credentials.'
    : 'Everything is explained.';
  const verdict = isExplained
    ? explained
    : 'Some lines are unexplained: see the lines with the status "unexplained" in the CSV file.';
  const paid = payouts.map(({ day, amount, currencyCode, counterPart }) =>
    row(`payout ${day}`, amount, currencyCode, counterPart ?? ''),
  );
  return `Payouts from ${from} to ${to}\n${currencies.map(totalsText).join('')}${paid.length > 0 ? `\n${paid.join('')}` : ''}${unread}
${verdict}
`;
}

function totalsText({ currencyCode, kinds, lines, ...totals }: PayoutTotals): string {
  const { statement, remainder, unexplained, notCleared, noStatement } = totals;
  const rows = [
    ...Object.entries(kinds).map(([kind, amount]) => row(kind, amount, currencyCode)),
    row('MT940 statement', statement, currencyCode),
    row('remainder', remainder, currencyCode),
    row('unexplained', unexplained, currencyCode, counted(lines.unexplained, 'line')),
    row('not cleared yet', notCleared.amount, currencyCode, counted(notCleared.lines, 'line')),
    row('no statement yet', noStatement.amount, currencyCode, counted(noStatement.lines, 'line')),
  ];
  return `\n${rows.join('')}`;
}

function row(name: string, amount: number, currencyCode: string, more = ''): string {
  const money = `${toMajorUnits(amount, currencyCode)} ${otherCurrencyCode(currencyCode)}`;
  return `  ${name.padEnd(20)}${money.padStart(18)}  ${more}`.trimEnd().concat('\n');
}
