import type {
  AccountTransactionRow,
  SaleTransactionRow,
} from '../areas/data-services/data-services.types.js';
import { AccountTransactionSubType } from '../areas/coded-values.generated.js';
import { unwrap } from '../core/operation/method-return.js';
import { ExpectedMovements } from './expected-movements.js';
import type { Expected } from './expected-movements.js';
import { matchDay } from './match-day.js';
import { matchStatement } from './match-statement.js';
import type { StatementMatch } from './match-statement.js';
import { readMt940 } from './mt940.js';
import type { Statement } from './mt940.js';
import { dayOf, readMovement, readSale } from './payout-rows.js';
import type { ReadMovement } from './payout-rows.js';
import { PayoutSums } from './payout-totals.js';
import { RowStream } from './row-streams.js';
import type {
  PayoutLine,
  PayoutLineReason,
  PayoutOptions,
  PayoutSource,
  PayoutSummary,
} from './payouts.types.js';

const DAY_MS = 86_400_000;
/** Largest page sizes that were seen. */
const SALES_PAGE = { PageSize: 100, OrderBy: 'Ascending' } as const;
const MOVEMENTS_PAGE = { PageSize: 500, OrderBy: 'Ascending' } as const;
const PAYOUTS = [AccountTransactionSubType.PayOutIBAN, AccountTransactionSubType.ManualPayOutIBAN];

/** What is read of one currency. */
interface CurrencyState {
  readonly currencyCode: string;
  readonly rows: RowStream<SaleTransactionRow>;
  readonly sales: ExpectedMovements;
  readonly commissions: ExpectedMovements;
  /** IDs of the sales of the last day, to find rows that come twice. */
  seen: { day: string; ids: Set<string> };
}

type Period = Required<Pick<PayoutOptions, 'from' | 'to' | 'lookBackDays'>> & PayoutOptions;

/** Reads one period and yields its lines. Only sales that are not cleared, and the rows of one day, are in memory. */
export class PayoutRun {
  readonly #sums = new PayoutSums();
  readonly #currencies = new Map<string, CurrencyState>();
  readonly #closings = new Map<string, number>();
  readonly #recent = new Set<string>();
  readonly #count = { sales: 0, movements: 0 };
  /** Movements of days without a statement, by currency: the next opening balance contains them. */
  readonly #unstated = new Map<string, number>();
  #payouts: { id: string; walletId: string; time: number }[] = [];
  #unread: string[] = [];

  constructor(
    private readonly source: PayoutSource,
    private readonly period: Period,
  ) {}

  get summary(): PayoutSummary {
    const { from, to } = this.period;
    const { currencies, payouts } = this.#sums;
    const isExplained = this.#unread.length === 0 && currencies.every(({ lines }) => lines.unexplained === 0);
    return { from, to, isExplained, currencies, payouts, unreadSales: this.#unread };
  }

  async *lines(): AsyncGenerator<PayoutLine, void, void> {
    const { from, to, lookBackDays, onProgress, currencies = [] } = this.period;
    const start = addDays(from, -lookBackDays);
    const rows = new RowStream(
      this.source.iterateAccountTransactions(this.#days(start, to), MOVEMENTS_PAGE, this.#call),
      ({ created }) => created,
    );
    try {
      await this.#readPayouts();
      for (const currencyCode of currencies) this.#open(currencyCode);
      const days = daysBetween(start, to);
      for (const [index, day] of days.entries()) {
        for await (const line of this.#day(day, rows)) {
          this.#sums.addLine(line);
          yield line;
        }
        onProgress?.({ day, days: index + 1, ofDays: days.length, ...this.#count });
      }
      for (const line of this.#openLines()) {
        this.#sums.addLine(line);
        yield line;
      }
      await this.#findUnread();
    } finally {
      await Promise.all(
        [rows, ...[...this.#currencies.values()].map((one) => one.rows)].map((one) => one.close()),
      );
    }
  }

  async *#day(day: string, rows: RowStream<AccountTransactionRow>): AsyncGenerator<PayoutLine> {
    const isReported = day >= this.period.from;
    const movements: ReadMovement[] = [];
    const ids = new Set<string>();
    for await (const row of rows.until(day)) {
      const movement = dayOf(row.created) < day ? null : readMovement(row);
      if (movement === null) continue;
      this.#count.movements += 1;
      if (!ids.has(row.accountTransactionId)) movements.push(movement);
      else if (isReported) yield unexplained(lineOf(movement), 'duplicate');
      ids.add(row.accountTransactionId);
      this.#open(movement.currencyCode);
    }
    for (const state of this.#currencies.values())
      for await (const sale of this.#readSales(state, day))
        if (isReported) yield unexplained(lineOfExpected(sale, state.currencyCode), 'duplicate');
    const statements = isReported ? await this.#statements(day) : [];
    const codes = new Set([...statements, ...movements].map(({ currencyCode }) => currencyCode));
    for (const currencyCode of codes) {
      const own = movements.filter((one) => one.currencyCode === currencyCode);
      const ofCurrency = statements.filter((one) => one.currencyCode === currencyCode);
      const statement = matchStatement(own, ofCurrency, day);
      // Lines that the balances do not contain moved no money, so they belong to no sale.
      const added = statement.isAddedInChange ? statement.added : [];
      matchDay([...own, ...added], this.#open(currencyCode));
      this.#matchGuesses(added, this.#open(currencyCode));
      if (isReported) yield* this.#report(own, ofCurrency, statement, { day, currencyCode });
    }
  }

  /** Tries the lines of the statement that are no commission as refunds. */
  #matchGuesses(added: readonly ReadMovement[], pools: CurrencyState): void {
    const others = added.filter(({ match, amount }) => match === undefined && amount < 0);
    const refunds = others.map((one): ReadMovement => ({ ...one, kind: 'refund' }));
    matchDay(refunds, pools);
    for (const [index, { match }] of refunds.entries()) {
      const one = others[index];
      if (one !== undefined) one.match = match;
    }
  }

  *#report(
    movements: readonly ReadMovement[],
    statements: readonly Statement[],
    statement: StatementMatch,
    line: Pick<PayoutLine, 'day' | 'currencyCode'>,
  ): Generator<PayoutLine> {
    const { day, currencyCode } = line;
    const { change, missing, added, isAddedInChange, gap } = statement;
    const gapLine = (amount: number, onStatement: boolean): PayoutLine =>
      unexplained({ ...emptyLine(day, currencyCode), amount, onStatement }, 'balance-gap');
    const between = this.#gapBefore(currencyCode, statements, movements);
    if (between !== 0) yield gapLine(between, false);
    if (change !== null) this.#sums.addStatement(currencyCode, change);
    for (const movement of movements) {
      const line = { ...lineOf(movement), payoutId: this.#payoutOf(movement), onStatement: change !== null };
      this.#sums.addMovement(movement, line.kind);
      if (missing.has(movement)) yield unexplained(line, 'not-on-statement');
      else if (line.status === 'matched' && change === null)
        yield { ...line, status: 'open', reason: 'no-statement' };
      else yield line;
      yield* membersOf(movement);
    }
    for (const movement of added)
      yield unexplained({ ...lineOf(movement), onStatement: isAddedInChange }, 'no-movement');
    if (gap !== 0 && change !== null) yield gapLine(gap, true);
  }

  /** Returns by how much the opening balances differ from the closing balances before them. */
  #gapBefore(
    currencyCode: string,
    statements: readonly Statement[],
    movements: readonly ReadMovement[],
  ): number {
    const unstated = this.#unstated.get(currencyCode) ?? 0;
    if (statements.length === 0) {
      const moved = movements.reduce((sum, { amount }) => sum + amount, unstated);
      this.#unstated.set(currencyCode, moved);
      return 0;
    }
    let gap = 0;
    for (const { account, opening, closing } of statements) {
      gap += opening - (this.#closings.get(`${currencyCode} ${account}`) ?? opening);
      this.#closings.set(`${currencyCode} ${account}`, closing);
    }
    this.#unstated.delete(currencyCode);
    return gap === unstated ? 0 : gap;
  }

  *#openLines(): Generator<PayoutLine> {
    for (const { currencyCode, sales, commissions } of this.#currencies.values()) {
      const open = [...sales.until(Infinity), ...commissions.until(Infinity)];
      // A voided refund that never left needs no movement, and neither does its void.
      const voids = new Map<string, number>();
      for (const { isVoid, orderCode, amount } of open)
        if (isVoid) voids.set(orderCode, (voids.get(orderCode) ?? 0) + amount);
      for (const one of open) {
        if (one.isVoid && voids.get(one.orderCode) === 0) continue;
        yield { ...lineOfExpected(one, currencyCode), status: 'open', reason: 'not-cleared' };
      }
    }
  }

  async *#readSales(state: CurrencyState, day: string): AsyncGenerator<Expected> {
    const recentFrom = addDays(this.period.to, -this.period.lookBackDays);
    for await (const row of state.rows.until(day)) {
      const sale = readSale(row, state.currencyCode);
      const saleDay = dayOf(row.insDate);
      if (saleDay < addDays(this.period.from, -this.period.lookBackDays)) continue;
      this.#count.sales += 1;
      const id = row.transactionId.toLowerCase();
      if (saleDay >= recentFrom) this.#recent.add(id);
      if (state.seen.day !== saleDay) state.seen = { day: saleDay, ids: new Set() };
      if (sale !== null && (state.seen.ids.has(id) || !state.sales.add(sale))) yield sale;
      state.seen.ids.add(id);
    }
  }

  /** Returns what is read of a currency. The first time, its sales are searched. */
  #open(currencyCode: string): CurrencyState {
    const known = this.#currencies.get(currencyCode);
    if (known !== undefined) return known;
    const { from, to, lookBackDays } = this.period;
    const days = this.#saleDays(addDays(from, -lookBackDays), to);
    const rows = this.source.iterateTransactions(
      { ...days, CurrencyCode: currencyCode },
      SALES_PAGE,
      this.#call,
    );
    const state = {
      currencyCode,
      rows: new RowStream(rows, ({ insDate }: SaleTransactionRow) => insDate),
      sales: new ExpectedMovements(),
      commissions: new ExpectedMovements(),
      seen: { day: '', ids: new Set<string>() },
    };
    this.#currencies.set(currencyCode, state);
    return state;
  }

  async #statements(day: string): Promise<Statement[]> {
    const text = unwrap(await this.source.retrieveMt940Data({ ReportDate: day }, this.#call));
    return text === null ? [] : readMt940(text);
  }

  async #readPayouts(): Promise<void> {
    const { from, to } = this.period;
    const options = { ...this.#days(from, to), SubTypeIds: PAYOUTS };
    for await (const row of this.source.iterateAccountTransactions(options, MOVEMENTS_PAGE, this.#call)) {
      const isPayout = PAYOUTS.some((type) => type === row.subTypeId) && row.amount < 0;
      if (!isPayout || dayOf(row.created) > to || dayOf(row.created) < from) continue;
      const { accountTransactionId: id, walletId, created } = row;
      this.#payouts.push({ id, walletId: String(walletId), time: Date.parse(created) });
    }
  }

  #payoutOf({ id, time, walletId }: ReadMovement): string | null {
    // Movements come in the order of time, so earlier payouts are not needed again.
    const first = this.#payouts.find((one) => one.walletId === walletId);
    if (first?.id === id) this.#payouts = this.#payouts.filter((one) => one !== first);
    return first !== undefined && time <= first.time ? first.id : null;
  }

  /** Finds recent sales in currencies that have no movements, because rows of sales do not name their currency. */
  async #findUnread(): Promise<void> {
    const { from, to, lookBackDays } = this.period;
    const start = [from, addDays(to, -lookBackDays)].toSorted()[1] ?? from;
    for await (const row of this.source.iterateTransactions(
      this.#saleDays(start, to),
      SALES_PAGE,
      this.#call,
    )) {
      const day = dayOf(row.insDate);
      const isRecent = day >= start && day <= to;
      if (isRecent && !this.#recent.has(row.transactionId.toLowerCase()) && row.statusId !== 'E')
        this.#unread.push(row.transactionId);
    }
  }

  /** A day more on both sides, because the time zone of the dates is not documented. The rows are filtered. */
  #days(from: string, to: string): { DateFrom: string; DateTo: string } {
    return { DateFrom: addDays(from, -1), DateTo: addDays(to, 1) };
  }

  #saleDays(from: string, to: string): { insDateFrom: string; insDateTo: string } {
    return { insDateFrom: addDays(from, -1), insDateTo: addDays(to, 1) };
  }

  get #call(): { signal?: AbortSignal } {
    const { signal } = this.period;
    return signal === undefined ? {} : { signal };
  }
}

const NONE = { transactionId: null, orderCode: null, merchantTrns: null, movementId: null, walletId: null };
const NOTHING = { ...NONE, matchedBy: null, reason: null, type: null, payoutId: null, text: null };

function emptyLine(day: string, currencyCode: string): PayoutLine {
  return { ...NOTHING, day, currencyCode, status: 'matched', kind: 'other', amount: 0, onStatement: false };
}

/** Creates the line of a movement. */
function lineOf(movement: ReadMovement): PayoutLine {
  const { day, currencyCode, amount, kind, id, walletId, type, text, match } = movement;
  const needsSale = kind === 'sale' || kind === 'refund' || kind === 'commission';
  const [member, ...others] = match?.members ?? [];
  const own = match?.by === 'sale' && others.length === 0 ? member : undefined;
  const line: PayoutLine = {
    ...emptyLine(day, currencyCode),
    ...(own && namesOf(own)),
    // A negative clearance is a refund that was made before the clearance.
    kind: kind === 'sale' && amount < 0 ? 'refund' : (kind ?? 'other'),
    amount,
    matchedBy: match?.by ?? (needsSale ? null : 'type'),
    movementId: id,
    walletId,
    type,
    text,
  };
  if (kind === undefined) return unexplained(line, 'unknown-type');
  if (match?.differs === true) return unexplained(line, 'amount-differs');
  return needsSale && match === undefined ? unexplained(line, 'no-sale') : line;
}

/** Creates a line for each sale that the movement sums up. The statement has the sum, and not its parts. */
function* membersOf({ match, id, day, currencyCode }: ReadMovement): Generator<PayoutLine> {
  const members = match?.members ?? [];
  if (match === undefined || (match.by === 'sale' && members.length < 2)) return;
  for (const one of members)
    yield { ...lineOfExpected(one, currencyCode), day, matchedBy: match.by, movementId: id };
}

function lineOfExpected(expected: Expected, currencyCode: string): PayoutLine {
  const { day, kind, amount } = expected;
  return { ...emptyLine(day, currencyCode), ...namesOf(expected), kind, amount };
}

const namesOf = ({ transactionId, orderCode, merchantTrns }: Expected) => ({
  transactionId,
  orderCode,
  merchantTrns,
});

function unexplained(line: PayoutLine, reason: PayoutLineReason): PayoutLine {
  return { ...line, status: 'unexplained', matchedBy: null, reason };
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}
