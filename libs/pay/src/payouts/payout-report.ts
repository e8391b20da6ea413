import type { Readable } from 'node:stream';
import type { SearchAccountTransactionsOptions } from '../areas/options.generated.js';
import { DAY_MS } from '../core/values/durations.js';
import { AccountTransactionSubType } from '../areas/coded-values.generated.js';
import { unwrap } from '../core/operation/method-return.js';
import { otherCurrencyCode } from '../core/values/currencies.js';
import { getOrAdd } from '../core/values/get-or-add.js';
import { ExpectedMovements, sumOf } from './expected-movements.js';
import { matchDay } from './match-day.js';
import type { Movement, Pools } from './match-day.js';
import { matchStatement } from './match-statement.js';
import { readMt940 } from './mt940.js';
import type { Statement } from './mt940.js';
import { payoutCsv } from './payout-csv.js';
import { addDays, dayOf, LINE_MEMBERS, newLine, readMovement, readSale } from './payout-rows.js';
import { PayoutSums } from './payout-totals.js';
import { RowStream } from './row-streams.js';
import type {
  PayoutCsvOptions,
  PayoutLine,
  PayoutLineReason,
  PayoutOptions,
  PayoutSource,
  PayoutSummary,
} from './payouts.types.js';
import type { AccountTransactionRow, SaleTransactionRow } from '../areas/results.generated.js';

/** Largest page sizes that were seen. */
const [SALES_PAGE, MOVEMENTS_PAGE] = [{ PageSize: 100 }, { PageSize: 500 }];
const EURO = otherCurrencyCode('EUR');
const PAYOUTS = [AccountTransactionSubType.PayOutIBAN, AccountTransactionSubType.ManualPayOutIBAN];

/** What is read of one currency. */
class CurrencyState implements Pools {
  readonly sales = new ExpectedMovements();
  readonly commissions = new ExpectedMovements();
  /** Last closing balance of each account. */
  readonly #closings = new Map<string, number>();
  /** Movements of days without a statement: the next opening balance contains them. */
  #unstated = 0;

  constructor(readonly rows: RowStream<SaleTransactionRow>) {}

  /** Returns by how much the opening balances differ from the closing balances before them. */
  gapBefore(statements: readonly Statement[], movements: readonly Movement[]): number {
    const unstated = this.#unstated;
    this.#unstated = statements.length === 0 ? unstated + sumOf(movements) : 0;
    let gap = 0;
    for (const { account, opening, closing } of statements) {
      gap += opening - (this.#closings.get(account) ?? opening);
      this.#closings.set(account, closing);
    }
    return gap === unstated ? 0 : gap;
  }
}

/** The lines of a period, which are read once: iterate over them, or write them as CSV. */
export class PayoutReport implements AsyncIterable<PayoutLine> {
  // Only sales that are not cleared, and the rows of one day, are in memory.
  readonly #lines = this.#read();
  readonly #sums = new PayoutSums();
  readonly #currencies = new Map<string, CurrencyState>();
  readonly #count = { sales: 0, movements: 0 };
  readonly #start: string;
  /** The last days, whose sales are searched in all currencies, and the sales that were read of these days. */
  readonly #recentFrom: string;
  readonly #recent = new Set<string>();
  readonly #unread: string[] = [];
  readonly #call: { signal?: AbortSignal };
  #payouts: Movement[] = [];
  #isComplete = false;

  /** @internal */
  constructor(
    private readonly source: PayoutSource,
    private readonly period: PayoutOptions,
  ) {
    const { from, to, lookBackDays = 7, signal } = period;
    const recentFrom = addDays(to, -lookBackDays);
    this.#start = addDays(from, -lookBackDays);
    this.#recentFrom = recentFrom > from ? recentFrom : from;
    this.#call = signal === undefined ? {} : { signal };
  }

  /**
   * Iterates over the lines in the order of days, and then over the sales that are not cleared.
   *
   * @throws PayError if the service fails.
   */
  [Symbol.asyncIterator](): AsyncGenerator<PayoutLine, void, void> {
    return this.#lines;
  }

  /**
   * Writes the lines as CSV, with amounts in major units. Choose the format by the reader of the file: a file for programs is not safe in
   * a spreadsheet, and a file for spreadsheets has changed texts.
   *
   * @throws RangeError naming the wrong option.
   * @example await pipeline(report.csv({ format: 'spreadsheet' }), createWriteStream('november.csv'));
   */
  csv(options: PayoutCsvOptions): Readable {
    return payoutCsv(this.#lines, options);
  }

  /**
   * Returns the totals, in minor units. Reads the remaining lines first.
   *
   * @throws PayError if the service fails. Error if the iteration was ended before the last line.
   * @example const { payouts } = await report.summary();
   */
  async summary(): Promise<PayoutSummary> {
    for await (const line of this.#lines) void line;
    if (!this.#isComplete)
      throw new Error('the report was not read to its end: create a new one with reconcile()');
    const { from, to } = this.period;
    const { currencies, payouts } = this.#sums;
    const isExplained = this.#unread.length === 0 && currencies.every(({ lines }) => lines.unexplained === 0);
    return { from, to, isExplained, currencies, payouts, unreadSales: this.#unread };
  }

  async *#read(): AsyncGenerator<PayoutLine, void, void> {
    const { from, to, onProgress, currencies = [] } = this.period;
    const movements = new RowStream(this.#movements(this.#start), ({ created }) => created);
    const ofDays = (Date.parse(to) - Date.parse(this.#start)) / DAY_MS + 1;
    try {
      await this.#readPayouts();
      for (const currencyCode of currencies) this.#open(currencyCode);
      for (let days = 1; days <= ofDays; days++) {
        const day = addDays(this.#start, days - 1);
        for await (const line of this.#day(day, movements)) if (day >= from) yield this.#sums.addLine(line);
        onProgress?.({ day, days, ofDays, ...this.#count });
      }
      for (const line of this.#openLines()) yield this.#sums.addLine(line);
      await this.#findUnread();
      this.#isComplete = true;
    } finally {
      for (const { rows } of [{ rows: movements }, ...this.#currencies.values()]) await rows.close();
    }
  }

  async *#day(day: string, rows: RowStream<AccountTransactionRow>): AsyncGenerator<PayoutLine> {
    const movements = new Map<string | null, Movement>();
    for await (const row of rows.until(day)) {
      const movement = dayOf(row.created) < day ? null : readMovement(row);
      if (movement === null) continue;
      this.#count.movements += 1;
      this.#open(movement.currencyCode);
      if (movements.has(movement.movementId)) yield unexplained(lineOf(movement), 'duplicate');
      else movements.set(movement.movementId, movement);
    }
    for (const [code, state] of this.#currencies) yield* this.#readSales(code, state, day);
    const { statements, problem } = await this.#statements(day);
    if (problem !== null)
      yield { ...unexplained(newLine(day, this.#anyCurrency(), 0), 'unreadable-statement'), text: problem };
    const codes = new Set([...statements, ...movements.values()].map(({ currencyCode }) => currencyCode));
    for (const code of codes) {
      const own = [...movements.values()].filter(({ currencyCode }) => currencyCode === code);
      const stated = statements.filter(({ currencyCode }) => currencyCode === code);
      yield* this.#match(day, code, own, stated);
    }
  }

  /** Matches the movements and statements of a day and currency. */
  *#match(day: string, code: string, movements: Movement[], statements: Statement[]): Generator<PayoutLine> {
    const state = this.#open(code);
    const { change, missing, added, isInChange, gap } = matchStatement(movements, statements, day);
    // Lines that the balances do not contain moved no money, so they belong to no sale.
    const moved = isInChange ? added : [];
    matchDay([...movements, ...moved], state);
    // A line that is no commission can be a refund.
    const others = moved.filter(({ match, amount }) => match === undefined && amount < 0);
    for (const one of others) one.kind = 'refund';
    matchDay(others, state);
    for (const one of others) one.kind = 'commission';
    if (day < this.period.from) return;
    yield* gapLine(day, code, state.gapBefore(statements, movements), false);
    if (change !== null) this.#sums.addStatement(code, change);
    for (const movement of movements) {
      const line = { ...lineOf(movement), payoutId: this.#payoutOf(movement), onStatement: change !== null };
      this.#sums.addMovement(movement, line.kind);
      if (missing.has(movement)) yield unexplained(line, 'not-on-statement');
      else if (line.status !== 'matched' || change !== null) yield line;
      else yield { ...line, status: 'open', reason: 'no-statement' };
      yield* membersOf(movement);
    }
    for (const one of added) yield unexplained({ ...lineOf(one), onStatement: isInChange }, 'no-movement');
    yield* gapLine(day, code, gap, true);
  }

  *#openLines(): Generator<PayoutLine> {
    for (const { sales, commissions } of this.#currencies.values()) {
      const open = [...sales.until(Infinity), ...commissions.until(Infinity)];
      // A voided refund that never left needs no movement, and neither does its void.
      const voids = new Map<string, number>();
      for (const { isVoid, orderCode, amount } of open)
        if (isVoid) voids.set(orderCode, (voids.get(orderCode) ?? 0) + amount);
      for (const one of open)
        if (!one.isVoid || voids.get(one.orderCode) !== 0)
          yield { ...publicLine(one), status: 'open', reason: 'not-cleared' };
    }
  }

  /** Reads the sales of a day. @yields Lines of those that the service returned twice. */
  async *#readSales(code: string, { rows, sales }: CurrencyState, day: string): AsyncGenerator<PayoutLine> {
    for await (const row of rows.until(day)) {
      const saleDay = dayOf(row.insDate);
      if (saleDay < this.#start) continue;
      const sale = readSale(row, code);
      if (sale !== null && !sales.add(sale)) yield unexplained(publicLine(sale), 'duplicate');
      this.#count.sales += 1;
      if (saleDay >= this.#recentFrom) this.#recent.add(row.transactionId.toLowerCase());
    }
  }

  /** Returns what is read of a currency. The first time, its sales are searched. */
  #open(currencyCode: string): CurrencyState {
    return getOrAdd(this.#currencies, currencyCode, () => {
      const sales = this.#sales(this.#start, { CurrencyCode: currencyCode });
      return new CurrencyState(new RowStream(sales, (row) => row.insDate));
    });
  }

  /** Reads the statements of a day. A statement that is not MT940 makes the day one without statements, and the report goes on. */
  async #statements(day: string): Promise<{ statements: Statement[]; problem: string | null }> {
    const none = { statements: [], problem: null };
    if (day < this.period.from) return none;
    const text = unwrap(await this.source.retrieveMt940Data({ ReportDate: day }, this.#call));
    if (text === null) return none;
    try {
      return { statements: readMt940(text), problem: null };
    } catch (error) {
      if (error instanceof RangeError) return { statements: [], problem: error.message };
      throw error;
    }
  }

  /** The currency of a line about a day. Its amount is 0. */
  #anyCurrency(): string {
    const [first = EURO] = [...(this.period.currencies ?? []), ...this.#currencies.keys()];
    return first;
  }

  async #readPayouts(): Promise<void> {
    const { from, to } = this.period;
    for await (const row of this.#movements(from, { SubTypeIds: PAYOUTS })) {
      const one = readMovement(row);
      if (one?.kind === 'payout' && one.amount < 0 && one.day >= from && one.day <= to)
        this.#payouts.push(one);
    }
  }

  #payoutOf({ movementId, time, walletId }: Movement): string | null {
    // Movements come in the order of time, so earlier payouts are not needed again.
    const first = this.#payouts.find((one) => one.walletId === walletId);
    if (first?.movementId === movementId) this.#payouts = this.#payouts.filter((one) => one !== first);
    return first !== undefined && time <= first.time ? first.movementId : null;
  }

  /** Finds recent sales in currencies that have no movements, because rows of sales do not name their currency. */
  async #findUnread(): Promise<void> {
    for await (const { insDate, transactionId, statusId } of this.#sales(this.#recentFrom)) {
      const isRecent = dayOf(insDate) >= this.#recentFrom && dayOf(insDate) <= this.period.to;
      if (isRecent && !this.#recent.has(transactionId.toLowerCase()) && statusId !== 'E')
        this.#unread.push(transactionId);
    }
  }

  // A day more on both sides, because the time zone of the dates is not documented. The rows are filtered.
  #movements(from: string, more: Pick<SearchAccountTransactionsOptions, 'SubTypeIds'> = {}) {
    const days = { DateFrom: addDays(from, -1), DateTo: addDays(this.period.to, 1) };
    return this.source.iterateAccountTransactions({ ...days, ...more }, MOVEMENTS_PAGE, this.#call);
  }

  #sales(from: string, more: { CurrencyCode?: string } = {}) {
    const days = { insDateFrom: addDays(from, -1), insDateTo: addDays(this.period.to, 1) };
    return this.source.iterateTransactions({ ...days, ...more }, SALES_PAGE, this.#call);
  }
}

function* gapLine(day: string, code: string, amount: number, onStatement: boolean): Generator<PayoutLine> {
  if (amount !== 0) yield unexplained({ ...newLine(day, code, amount), onStatement }, 'balance-gap');
}

/** Removes the members that only the report needs. */
function publicLine(line: PayoutLine): PayoutLine {
  return Object.fromEntries(LINE_MEMBERS.map((name) => [name, line[name]])) as unknown as PayoutLine;
}

/** Creates the line of a movement. */
function lineOf(movement: Movement): PayoutLine {
  const { kind, amount, match, reason } = movement;
  const needsSale = kind === 'sale' || kind === 'refund' || kind === 'commission';
  const [member, ...others] = match?.members ?? [];
  const own = match?.by === 'sale' && others.length === 0 ? member : undefined;
  // Disputes have no row in the search of sales. Their movements can name the payment.
  const disputed = /chargeback/i.test(movement.type ?? '') ? (movement.named ?? null) : null;
  const { transactionId, orderCode, merchantTrns } = own ?? { ...movement, transactionId: disputed };
  const line: PayoutLine = {
    ...{ ...publicLine(movement), transactionId, orderCode, merchantTrns },
    // A negative clearance is a refund that was made before the clearance.
    kind: kind === 'sale' && amount < 0 ? 'refund' : kind,
    matchedBy: match?.by ?? (needsSale ? null : 'type'),
  };
  if (reason !== null) return unexplained(line, reason);
  return needsSale && match === undefined ? unexplained(line, 'no-sale') : line;
}

/** Creates a line for each sale that the movement sums up. The statement has the sum, and not its parts. */
function* membersOf({ match, movementId, day }: Movement): Generator<PayoutLine> {
  const members = match?.members ?? [];
  if (match === undefined || (match.by === 'sale' && members.length < 2)) return;
  for (const one of members) yield { ...publicLine(one), day, matchedBy: match.by, movementId };
}

function unexplained(line: PayoutLine, reason: PayoutLineReason): PayoutLine {
  return { ...line, status: 'unexplained', matchedBy: null, reason };
}
