import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { PayModule } from 'nestjs-pay';
import { PagesModule } from '../pages/pages.module.js';
import { MARKET, marketConfig } from './market-account.js';
import { MarketController } from './market.controller.js';
import { MarketEvents } from './market.events.js';
import { MarketWebhookController } from './market-webhook.controller.js';
import { MoneyService } from './money/money.service.js';
import { MarketCheckout } from './orders/market-checkout.js';
import { InMemoryMarketOrderStore, MarketOrderStore } from './orders/market-order.store.js';
import { SalesController } from './sales.controller.js';
import { SellersController } from './sellers.controller.js';
import { InMemorySellerStore, SellerStore } from './sellers/seller.store.js';
import { SellerService } from './sellers/seller.service.js';

/** A market of several sellers, on an account of its own. A real one provides other stores here, and a login for operators. */
@Module({
  imports: [
    PayModule.forRootAsync({ name: MARKET, ...marketConfig.asProvider() }),
    ConfigModule.forFeature(marketConfig),
    PagesModule,
  ],
  controllers: [MarketController, SellersController, SalesController, MarketWebhookController],
  providers: [
    MarketCheckout,
    MarketEvents,
    MoneyService,
    SellerService,
    { provide: MarketOrderStore, useClass: InMemoryMarketOrderStore },
    { provide: SellerStore, useClass: InMemorySellerStore },
  ],
})
export class MarketplaceModule {}
