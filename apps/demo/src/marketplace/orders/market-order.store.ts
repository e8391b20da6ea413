import { Injectable } from '@nestjs/common';
import type { Records } from '../../database/records.js';
import { ShopDatabase } from '../../database/shop-database.js';
import type { MarketOrder } from './market-order.js';

/** Where the market's orders are kept, with every intention to move money. */
@Injectable()
export class MarketOrderStore {
  private readonly orders: Records<MarketOrder>;

  constructor(database: ShopDatabase) {
    this.orders = database.records<MarketOrder>('market-order', {
      id: ({ id }) => id,
      submission: ({ submission }) => submission,
      reference: ({ service }) => service?.orderCode ?? null,
    });
  }

  /** Adds the order, or gives the one that the same submission made before. */
  async add(order: MarketOrder): Promise<MarketOrder> {
    return (await this.orders.add(order))?.record ?? order;
  }

  find(id: string): Promise<MarketOrder | undefined> {
    return this.orders.find(id);
  }

  /** Newest first. */
  async list(): Promise<readonly MarketOrder[]> {
    return [...(await this.orders.all())].reverse();
  }

  /**
   * Changes an order; nobody else changes it meanwhile.
   *
   * @throws Error when there is none with that id.
   */
  update(id: string, change: (order: MarketOrder) => MarketOrder): Promise<MarketOrder> {
    return this.orders.update(id, change);
  }

  /** @param orderCode exact digits. */
  async findByOrderCode(orderCode: string): Promise<MarketOrder | undefined> {
    return (await this.orders.of(orderCode))[0];
  }

  async findByPayment(transactionId: string): Promise<MarketOrder | undefined> {
    const id = transactionId.toLowerCase();
    return (await this.list()).find(({ payment }) => payment?.transactionId.toLowerCase() === id);
  }
}
