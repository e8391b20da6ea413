import type { MerchantCore } from './merchant-core.js';
import { athensDay } from './athens-time.js';
import { Refusal } from './refusal.js';
import { majorUnits } from './currencies.js';
import type { Transaction } from './transaction.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

/** Virtual time until a file is ready. The service does not document it. */
const GENERATION_MS = 60_000;
/** Virtual time until a file expires. The documented sample shows a day. */
const LIFETIME_MS = 24 * 3_600_000;

/** A generated file with the sale transactions of a day. */
export interface SaleFile {
  readonly requestId: string;
  /** Part of the link, and not shown anywhere else. */
  readonly fileId: string;
  readonly csv: string;
  readonly expiresAt: number;
}

/** Announces a file. The clock waits for the result. */
interface FileAnnouncer {
  announce(file: SaleFile): Promise<void>;
}

/** Requested files. Each request ID has one file, which expires after a day. */
export class SaleFiles {
  /** Requested day by request ID. */
  private readonly requested = new Table<string>('requestedSaleFiles');
  private readonly files = new Table<SaleFile>('saleFiles');
  private readonly planned = new PlannedWork<string>('plannedSaleFiles', this.core.clock, (id) =>
    this.generate(id),
  );

  constructor(private readonly core: MerchantCore & { fileNotices: FileAnnouncer }) {}

  /**
   * Schedules the file of a day. A repeated request ID creates no second file.
   *
   * @returns The request ID.
   * @throws Refusal 409 if the request ID was used for another day (inferred).
   */
  request(day: string, requestId = this.core.ids.uuid()): string {
    const id = requestId.toLowerCase();
    const before = this.requested.get(id);
    if (before !== undefined && before !== day)
      throw new Refusal(409, 'The Id was already used for another day');
    if (before !== undefined) return id;
    this.requested.set(id, day);
    this.planned.plan(id, this.core.clock.now() + GENERATION_MS, id);
    return id;
  }

  /** Finds a file that is ready and not expired. */
  find(requestId: string, fileId: string): SaleFile | undefined {
    const file = this.files.get(requestId.toLowerCase());
    return file?.fileId === fileId.toLowerCase() && this.core.clock.now() < file.expiresAt ? file : undefined;
  }

  private generate(requestId: string): Promise<void> {
    // After a kill during the announcement, the announced file stays.
    return this.core.fileNotices.announce(this.files.get(requestId) ?? this.createFile(requestId));
  }

  private createFile(requestId: string): SaleFile {
    const day = this.requested.get(requestId);
    const sales = this.core.transactions.list().filter(({ createdAt }) => athensDay(createdAt) === day);
    const expiresAt = this.core.clock.now() + LIFETIME_MS;
    const file = { requestId, fileId: this.core.ids.uuid(), csv: toCsv(sales), expiresAt };
    return this.files.put(requestId, file);
  }
}

/** Columns of the file. Only the name of the first is documented. */
const COLUMNS: Readonly<Record<string, (sale: Transaction) => string>> = {
  TransactionId: ({ id }) => id,
  OrderCode: ({ orderCode }) => orderCode,
  TransactionTypeId: ({ type }) => String(type),
  StatusId: ({ status }) => status,
  Amount: ({ amount, currencyCode }) => majorUnits(amount, currencyCode).text,
  CurrencyCode: ({ currencyCode }) => currencyCode,
  MerchantTrns: ({ merchantTrns }) => merchantTrns,
};

function toCsv(sales: readonly Transaction[]): string {
  const rows = sales.map((sale) => Object.values(COLUMNS).map((cellOf) => cellOf(sale)));
  return [Object.keys(COLUMNS), ...rows].map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('');
}

function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
