import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Database } from './database.js';
import type { Queryable } from './database.js';

export interface Order {
  readonly id: string;
  /** Minor units: 1850 is EUR 18.50. */
  readonly amount: number;
  /** Minor units. The order is `refunded` once this reaches `amount`. */
  readonly refunded: number;
  /** `review`: the payment does not match the order, was made twice, or is disputed, so a person must look at it. */
  readonly status: 'pending' | 'paid' | 'refunded' | 'review';
  /** ID of the payment; null until the order is paid. Refunds need it. */
  readonly transaction_id: string | null;
  readonly created_at: Date;
}

/** Orders of the shop, in one table. The order code is text, because it can exceed 2^53. */
@Injectable()
export class Orders implements OnModuleInit {
  private readonly db: Queryable;

  constructor({ connection }: Database) {
    this.db = connection;
  }

  async onModuleInit(): Promise<void> {
    await this.db.query(`
      create table if not exists sample_orders (
        id uuid primary key,
        amount integer not null,
        refunded integer not null default 0,
        status text not null default 'pending',
        order_code text unique,
        transaction_id text,
        created_at timestamptz not null default now()
      )`);
  }

  /** Creates an order, unless an order with the same ID exists. */
  async create(id: string, amount: number): Promise<void> {
    const insert = 'insert into sample_orders (id, amount) values ($1, $2) on conflict (id) do nothing';
    await this.db.query(insert, [id, amount]);
  }

  async find(id: string): Promise<Order | undefined> {
    const { rows } = await this.db.query('select * from sample_orders where id = $1', [id]);
    return rows[0] as Order | undefined;
  }

  async list(): Promise<Order[]> {
    return (await this.db.query('select * from sample_orders order by created_at desc')).rows as Order[];
  }

  async setOrderCode(id: string, orderCode: string): Promise<void> {
    await this.db.query('update sample_orders set order_code = $2 where id = $1', [id, orderCode]);
  }

  /** @param db - Transaction of a webhook handler. Without it, the query runs on its own. */
  async findByOrderCode(orderCode: string, db: Queryable = this.db): Promise<Order | undefined> {
    const { rows } = await db.query('select * from sample_orders where order_code = $1', [orderCode]);
    return rows[0] as Order | undefined;
  }

  /** @throws Error if the order is unknown. */
  async getByOrderCode(orderCode: string, db: Queryable): Promise<Order> {
    const order = await this.findByOrderCode(orderCode, db);
    if (order === undefined) throw new Error(`There is no order with the order code ${orderCode}`);
    return order;
  }

  /**
   * Records a payment. A refund can be reported before its payment, so `refunded` stays `refunded`. A second payment of the same order,
   * for example a charge from the service's app, needs a person.
   */
  async recordPayment(id: string, transactionId: string, status: 'paid' | 'review', db: Queryable) {
    const set = `transaction_id = coalesce(transaction_id, $2), status = case
      when transaction_id <> $2 then 'review' when status = 'refunded' then status else $3 end`;
    await db.query(`update sample_orders set ${set} where id = $1`, [id, transactionId, status]);
  }

  /** Lets a person look at an order. */
  async review(id: string): Promise<void> {
    await this.db.query(`update sample_orders set status = 'review' where id = $1`, [id]);
  }

  /**
   * Records a refund in full or in part. The refund of a second payment is not one of the order.
   *
   * @param transactionId - The refunded payment, if the event names it.
   */
  async recordRefund(id: string, transactionId: string | null, amount: number, db: Queryable): Promise<void> {
    const set = `refunded = refunded + $3, status = case when refunded + $3 >= amount then 'refunded' else status end`;
    const where = `id = $1 and coalesce(transaction_id, $2) is not distinct from coalesce($2, transaction_id)`;
    await db.query(`update sample_orders set ${set} where ${where}`, [id, transactionId, amount]);
  }
}
