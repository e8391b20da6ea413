import { athensDay } from './athens-time.js';
import type { SimulatorClock } from './clock.js';
import { Refusal } from './refusal.js';
import type { Ids } from './ids.js';
import { majorUnits } from './currencies.js';
import type { Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';

/** Virtual time until a file is ready; the service names none. */
const GENERATION_MS = 60_000;
/** Virtual time for which a file can be fetched; the documented sample shows a day. */
const LIFETIME_MS = 24 * 3_600_000;

/** A file of one day's sale transactions that is ready. */
export interface SaleFile {
  readonly requestId: string;
  /** Known from the link only. */
  readonly fileId: string;
  readonly csv: string;
  readonly expiresAt: number;
}

/** The files that were asked for: made once for each request id, gone after a day. */
export class SaleFiles {
  /** Days, by request id. */
  private readonly requested = new Map<string, string>();
  private readonly files = new Map<string, SaleFile>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly transactions: Transactions,
    /** Told of each file; awaited, so that moving the clock waits for it. */
    private readonly announce: (file: SaleFile) => Promise<void>,
  ) {}

  /**
   * Plans the file of a day; a request id that was used makes no second one. Answers the request id.
   *
   * @throws Refusal 409 for a request id of another day (inferred).
   */
  request(day: string, requestId = this.ids.uuid()): string {
    const id = requestId.toLowerCase();
    const before = this.requested.get(id);
    if (before !== undefined && before !== day) throw new Refusal(409, 'The Id was used for another day');
    if (before !== undefined) return id;
    this.requested.set(id, day);
    this.clock.schedule(this.clock.now() + GENERATION_MS, () => this.generate(id, day));
    return id;
  }

  /** The file, while it can be fetched. */
  find(requestId: string, fileId: string): SaleFile | undefined {
    const file = this.files.get(requestId.toLowerCase());
    return file?.fileId === fileId.toLowerCase() && this.clock.now() < file.expiresAt ? file : undefined;
  }

  reset(): void {
    this.requested.clear();
    this.files.clear();
  }

  private generate(requestId: string, day: string): Promise<void> {
    const sales = this.transactions.list().filter(({ createdAt }) => athensDay(createdAt) === day);
    const expiresAt = this.clock.now() + LIFETIME_MS;
    const file = { requestId, fileId: this.ids.uuid(), csv: csvOf(sales), expiresAt };
    this.files.set(requestId, file);
    return this.announce(file);
  }
}

/** Only the first column's name is documented. */
const COLUMNS = [
  'TransactionId',
  'OrderCode',
  'TransactionTypeId',
  'StatusId',
  'Amount',
  'CurrencyCode',
  'MerchantTrns',
];

function csvOf(sales: readonly Transaction[]): string {
  const rows = sales.map((sale) => [
    sale.id,
    sale.orderCode,
    String(sale.type),
    sale.status,
    majorUnits(sale.amount, sale.currencyCode).text,
    sale.currencyCode,
    sale.merchantTrns,
  ]);
  return [COLUMNS, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
