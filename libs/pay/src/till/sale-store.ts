import { randomUUID } from 'node:crypto';
import type { IsvTerminalDetails } from '../areas/isv-pos/isv-pos.types.js';
import { checkTables, migrate } from '../stores/sql/migrate.js';
import { epochMs, sqlTime } from '../stores/sql/sql-store.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';
import { TILL_MIGRATIONS } from './migrations.js';
import type { PaySale, PaySaleFilter, PayTillTotal } from './sale.types.js';

/** A sale to store. */
export type NewSale = Pick<
  PaySale,
  | 'id'
  | 'kind'
  | 'parentId'
  | 'terminalId'
  | 'cashRegisterId'
  | 'amount'
  | 'tip'
  | 'currencyCode'
  | 'reference'
> & { request: Record<string, unknown> };

/** A sale that this process works on. */
export interface ClaimedSale extends PaySale {
  /** Fencing token: a process whose lease expired cannot change the row. */
  readonly token: string;
  /** Further options of the request. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Failures of handlers, or checks after the end. */
  readonly failures: number;
  /** Time since it was stored, in milliseconds. */
  readonly ageMs: number;
  /** Time since it was sent, in milliseconds; 0 before. */
  readonly sentMs: number;
}

/** What a step found out. `dueInMs` is the time until the next step; null: none. */
export type SaleChange = Partial<
  Pick<PaySale, 'state' | 'step' | 'abort' | 'reason' | 'message' | 'transactionId' | 'receipt'>
> & { failures?: number; dueInMs: number | null };

/** Sessions and transactions that an event was about. */
export interface Woken {
  sessions: readonly string[];
  transactions: readonly string[];
}

const TEXT_COLUMNS = {
  id: 'id',
  kind: 'kind',
  parentId: 'parent_id',
  terminalId: 'terminal_id',
  cashRegisterId: 'cash_register_id',
  currencyCode: 'currency_code',
  reference: 'reference',
  state: 'state',
  step: 'step',
  abort: 'abort',
  reason: 'reason',
  message: 'message',
  transactionId: 'transaction_id',
  receipt: 'receipt',
  request: 'request',
  token: 'token',
  failures: 'failures',
} as const;

const { now: NOW, after: AFTER } = sqlTime('clock_timestamp()');
const SELECTED = [
  ...Object.entries(TEXT_COLUMNS).map(([member, name]) => `${name} as "${member}"`),
  'amount::float8 as amount',
  'tip::float8 as tip',
  `${epochMs('created_at')} as "createdAt"`,
  `${epochMs('ended_at')} as "endedAt"`,
  `${epochMs(`(${NOW} - created_at)`)} as "ageMs"`,
  `coalesce(${epochMs(`(${NOW} - sent_at)`)}, 0) as "sentMs"`,
].join(', ');

interface Row extends Omit<ClaimedSale, 'createdAt' | 'endedAt' | 'receipt' | 'request'> {
  createdAt: number;
  endedAt: number | null;
  receipt: string | null;
  request: string;
}

/** Stores the sales of one account. */
export class SaleStore<Transaction> {
  readonly #table: string;

  constructor(
    private readonly sql: SqlTarget<Transaction>,
    private readonly account: string,
  ) {
    this.#table = `"${sql.schema}".till_sales`;
  }

  async prepare(mayMigrate: boolean): Promise<void> {
    const { database, schema } = this.sql;
    await (mayMigrate ? migrate : checkTables)(database, schema, 'till', TILL_MIGRATIONS);
  }

  /** Runs a function in a transaction in which the sale cannot change. */
  withSale<Result>(
    id: string,
    run: (sale: PaySale | null, session: SqlSession) => Promise<Result>,
  ): Promise<Result> {
    return this.sql.database.transaction(async (session) => {
      const [sale = null] = await this.#select(session, 'id = $3 for update', [id]);
      return run(sale && saleOf(sale), session);
    });
  }

  /** Stores a sale. Resolves with null if its ID exists, or its terminal has an open sale. */
  async insert(sale: NewSale, session: SqlSession = this.sql.database): Promise<PaySale | null> {
    const { id, kind, parentId, terminalId, cashRegisterId, amount, tip, currencyCode, reference, request } =
      sale;
    const { rows } = await session.query<Row>(
      `insert into ${this.#table} (account, id, kind, parent_id, terminal_id, cash_register_id, amount, tip, currency_code, reference,
         request, created_at, due_at, leased_until)
       values ($2, $3, $4, $5, $6, $7, $8::float8::bigint, $9::float8::bigint, $10, $11, $12, ${NOW}, ${NOW}, ${NOW})
       on conflict do nothing returning ${SELECTED}`,
      [
        ...[this.sql.now(), this.account, id, kind, parentId, terminalId, cashRegisterId, amount, tip],
        ...[currencyCode, reference, JSON.stringify(request)],
      ],
    );
    return rows[0] === undefined ? null : saleOf(rows[0]);
  }

  async find(id: string): Promise<PaySale | null> {
    const [row] = await this.#select(this.sql.database, 'id = $3', [id]);
    return row === undefined ? null : saleOf(row);
  }

  /** Returns what a refund or capture must repeat of the request of its parent. */
  async requestOfParent(id: string): Promise<Record<string, unknown>> {
    const [row] = await this.#select(this.sql.database, 'id = $3', [id]);
    const { isvDetails } = JSON.parse(row?.request ?? '{}') as { isvDetails?: IsvTerminalDetails };
    return isvDetails === undefined
      ? {}
      : { isvDetails: { terminalMerchantId: isvDetails.terminalMerchantId } };
  }

  /** Lists sales, newest first. */
  async list(
    { terminalId, state, parentId, from, to, limit = 100 }: PaySaleFilter,
    session: SqlSession = this.sql.database,
  ): Promise<PaySale[]> {
    const rows = await this.#select(
      session,
      `($3::text is null or terminal_id = $3) and ($4::text is null or state = $4) and ($5::text is null or parent_id = $5)
       and ($6::timestamptz is null or created_at >= $6) and ($7::timestamptz is null or created_at < $7)
       order by created_at desc, id limit $8::int`,
      [terminalId ?? null, state ?? null, parentId ?? null, from ?? null, to ?? null, limit],
    );
    return rows.map(saleOf);
  }

  async totals(from: Date, to: Date): Promise<PayTillTotal[]> {
    const { rows } = await this.sql.database.query<PayTillTotal>(
      `select terminal_id as "terminalId", kind, currency_code as "currencyCode", count(*)::int as count,
         sum(amount + tip)::float8 as amount
       from ${this.#table} where account = $1 and state = 'paid' and ended_at >= $2::timestamptz and ended_at < $3::timestamptz
       group by terminal_id, kind, currency_code order by terminal_id, kind, currency_code`,
      [this.account, from, to],
    );
    return rows;
  }

  /** Requests an abort, which the next step carries out. Resolves with null if the sale has ended. */
  async requestAbort(id: string): Promise<PaySale | null> {
    const { rows } = await this.sql.database.query<Row>(
      `update ${this.#table} set abort = 'requested', due_at = ${NOW}
       where account = $2 and id = $3 and state = 'open' and coalesce(abort, 'rejected') = 'rejected' returning ${SELECTED}`,
      [this.sql.now(), this.account, id],
    );
    return rows[0] === undefined ? null : saleOf(rows[0]);
  }

  /** Makes a step due now. */
  async makeDue(id: string): Promise<void> {
    await this.sql.database.query(
      `update ${this.#table} set due_at = ${NOW}, failures = 0 where account = $2 and id = $3`,
      [this.sql.now(), this.account, id],
    );
  }

  /** Claims sales whose next step is due, or that an event was about. */
  async claim(limit: number, leaseMs: number, { sessions, transactions }: Woken): Promise<ClaimedSale[]> {
    const { rows } = await this.sql.database.query<Row>(
      `update ${this.#table} set token = $3, leased_until = ${AFTER('$4')} where id in (
         select id from ${this.#table} where account = $2 and leased_until <= ${NOW}
           and (due_at <= ${NOW} or (id = any($5::text[]) and state <> 'paid') or transaction_id = any($6::text[]))
         order by due_at limit $7::int for update skip locked
       ) returning ${SELECTED}`,
      [this.sql.now(), this.account, randomUUID(), leaseMs, sessions, transactions, limit],
    );
    return rows.map(claimedOf);
  }

  /** Notes before the request is sent that it may have reached the terminal. False if the lease was lost. */
  async markSending({ id, token }: ClaimedSale): Promise<boolean> {
    const { rows } = await this.sql.database.query(
      `update ${this.#table} set step = 'sending', sent_at = ${NOW}
       where id = $2 and token = $3 and step = 'stored' and abort is null returning id`,
      [this.sql.now(), id, token],
    );
    return rows.length > 0;
  }

  /** Stores what a step found out, and ends the lease. Resolves with null if the lease was lost. */
  async change(
    { id, token }: ClaimedSale,
    { dueInMs, ...change }: SaleChange,
    session: SqlSession = this.sql.database,
  ): Promise<PaySale | null> {
    const columns = Object.entries(change) as [keyof typeof TEXT_COLUMNS, unknown][];
    const set = columns.map(([member], index) => `${TEXT_COLUMNS[member]} = $${index + 5}, `).join('');
    const { rows } = await session.query<Row>(
      `update ${this.#table} set ${set}${change.state === undefined ? '' : `ended_at = ${NOW}, `}
         due_at = ${AFTER('$4')}, leased_until = ${NOW}
       where id = $2 and token = $3 returning ${SELECTED}`,
      [
        this.sql.now(),
        id,
        token,
        dueInMs,
        ...columns.map(([, value]) => (isReceipt(value) ? JSON.stringify(value) : value)),
      ],
    );
    return rows[0] === undefined ? null : saleOf(rows[0]);
  }

  /**
   * Stores the end of a sale together with what its handlers write.
   *
   * @param run - Runs the handlers. If it rejects, nothing is stored.
   */
  end(
    claimed: ClaimedSale,
    change: SaleChange,
    run: (sale: PaySale, transaction: Transaction) => Promise<void>,
  ): Promise<PaySale | null> {
    return this.sql.database.transaction(async (session, transaction) => {
      const sale = await this.change(claimed, change, session);
      if (sale !== null) await run(sale, transaction);
      return sale;
    });
  }

  async #select(session: SqlSession, condition: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await session.query<Row>(
      `select ${SELECTED} from ${this.#table} where account = $2 and ${condition}`,
      [this.sql.now(), this.account, ...values],
    );
    return rows;
  }
}

function isReceipt(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function claimedOf({ receipt, request, createdAt, endedAt, ...row }: Row): ClaimedSale {
  return {
    ...row,
    receipt: receipt === null ? null : (JSON.parse(receipt) as PaySale['receipt']),
    request: JSON.parse(request) as Record<string, unknown>,
    createdAt: new Date(createdAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  };
}

function saleOf(row: Row): PaySale {
  const {
    token: _,
    request: _request,
    failures: _failures,
    ageMs: _age,
    sentMs: _sent,
    ...sale
  } = claimedOf(row);
  return sale;
}
