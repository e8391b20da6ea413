import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { PayModule } from 'nestjs-pay';
import { PaySplitsModule } from 'nestjs-pay/splits';
import { ShopStores } from '../database/shop-stores.js';
import { PagesModule } from '../pages/pages.module.js';
import { accountOptions } from '../payments/account-options.js';
import { MARKET, marketConfig } from './market-account.js';
import { MarketController } from './market.controller.js';
import { MarketEvents, MarketWebhookController } from './market-events.js';
import { MoneyService } from './money/money.service.js';
import { MarketOrders } from './orders/market-orders.service.js';
import { SalesController } from './sales.controller.js';
import { SellersController } from './sellers.controller.js';
import { SellerService } from './sellers/seller.service.js';

/** A market of several sellers, with its own account. A real market has a login for operators. */
@Module({
  imports: [
    PayModule.forRootAsync({ name: MARKET, ...accountOptions(marketConfig) }),
    PaySplitsModule.forRootAsync({
      inject: [ShopStores],
      useFactory: ({ store }: ShopStores) => ({ store, account: MARKET }),
    }),
    ConfigModule.forFeature(marketConfig),
    PagesModule,
  ],
  controllers: [MarketController, SellersController, SalesController, MarketWebhookController],
  providers: [MarketEvents, MarketOrders, MoneyService, SellerService],
})
export class MarketplaceModule {}
