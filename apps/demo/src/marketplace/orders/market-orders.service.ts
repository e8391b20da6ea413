import { Inject, Injectable } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { InjectPay, MarketPlacePayments } from 'nestjs-pay';
import { ShopDatabase } from '../../database/shop-database.js';
import { OrderBook } from '../../orders/order-book.js';
import { ShopEnvironment } from '../../shop.environment.js';
import { MARKET, marketConfig } from '../market-account.js';
import type { MarketDraft, MarketOrder } from './market-order.js';

/** The market's orders. Their payments have no automatic transfer, because it works for one seller only. */
@Injectable()
export class MarketOrders extends OrderBook<MarketOrder> {
  constructor(
    @InjectPay(MarketPlacePayments, MARKET) payments: MarketPlacePayments,
    @Inject(marketConfig.KEY) { marketplace }: ConfigType<typeof marketConfig>,
    environment: ShopEnvironment,
    database: ShopDatabase,
  ) {
    const sourceCode = process.env['MARKET_SOURCE_CODE'];
    super('market-order', { payments, hosts: marketplace, sourceCode }, environment, database);
  }

  /** Stores a new order. The same submission returns the same order. */
  place(draft: MarketDraft): Promise<MarketOrder> {
    return this.add({ ...this.newOrder(draft), payment: null, commission: null });
  }
}
