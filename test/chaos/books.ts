import { PaymentTimeline } from 'nestjs-pay/client';
import type { StoredPaymentTimeline } from 'nestjs-pay/client';
import { Pool } from 'pg';

/** An order as the application booked it. Amounts are in minor units. */
export interface BookedOrder {
  orderCode: string;
  captured: number;
  refunded: number;
  timeline: PaymentTimeline;
}

/** An effect that the application wrote. */
export interface Effect {
  type: number;
  /** ID of the transaction, or of the order for events of an order. */
  subject: string;
  source: string;
  times: number;
}

interface BookRow {
  order_code: string;
  captured: string;
  refunded: string;
  timeline: string;
}

/** Reads the tables of the application. */
export class Books {
  readonly #pool: Pool;

  constructor(
    url: string,
    readonly schema: string,
  ) {
    this.#pool = new Pool({ connectionString: url, max: 3 });
    // The server is restarted during the test.
    this.#pool.on('error', () => undefined);
  }

  async create(): Promise<void> {
    await this.#pool.query(`create schema ${this.schema}`);
    await this.#pool.query(
      `create table ${this.schema}.books (n serial, order_code text primary key, timeline text not null,
         captured bigint not null default 0, refunded bigint not null default 0)`,
    );
    // The table has no unique key, so that duplicate effects are visible.
    await this.#pool.query(
      `create table ${this.schema}.effects (type integer, subject text, source text, app integer)`,
    );
    // Keys of events, for an application without inbox transactions.
    await this.#pool.query(`create table ${this.schema}.booked (key text primary key)`);
  }

  /** Stores a new order, as the shop does. */
  async open(orderCode: string): Promise<void> {
    await this.#pool.query(`insert into ${this.schema}.books (order_code, timeline) values ($1, $2)`, [
      orderCode,
      JSON.stringify(PaymentTimeline.of(orderCode)),
    ]);
  }

  async orders(): Promise<BookedOrder[]> {
    const { rows } = await this.#pool.query<BookRow>(`select * from ${this.schema}.books order by n`);
    return rows.map(({ order_code: orderCode, captured, refunded, timeline }) => ({
      orderCode,
      captured: Number(captured),
      refunded: Number(refunded),
      timeline: PaymentTimeline.fromJSON(JSON.parse(timeline) as StoredPaymentTimeline),
    }));
  }

  async effects(): Promise<Effect[]> {
    const { rows } = await this.#pool.query<Effect>(
      `select type, subject, min(source) as source, count(*)::int as times
       from ${this.schema}.effects group by type, subject`,
    );
    return rows;
  }

  /** Updates the planner's statistics. Resolves with false while the database is down. */
  async analyze(): Promise<boolean> {
    return this.#pool.query('analyze').then(
      () => true,
      () => false,
    );
  }

  /** Counts the effects. Resolves with null while the database is down. */
  async progress(): Promise<number | null> {
    try {
      const { rows } = await this.#pool.query<{ count: number }>(
        `select count(*)::int as count from ${this.schema}.effects`,
      );
      return rows[0]?.count ?? null;
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
