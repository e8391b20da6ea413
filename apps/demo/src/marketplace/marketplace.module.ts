import { Module } from '@nestjs/common';
import { ConfigModule, type ConfigType } from '@nestjs/config';
import { PayModule } from 'nestjs-pay';
import type { PayInbox } from 'nestjs-pay';
import { SHOP_INBOX } from '../database/database.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { MARKET, marketConfig } from './market-account.js';
import { MarketController } from './market.controller.js';
import { MarketEvents } from './market.events.js';
import { MarketWebhookController } from './market-webhook.controller.js';
import { MoneyService } from './money/money.service.js';
import { MarketCheckout } from './orders/market-checkout.js';
import { MarketOrderStore } from './orders/market-order.store.js';
import { SalesController } from './sales.controller.js';
import { SellersController } from './sellers.controller.js';
import { SellerStore } from './sellers/seller.store.js';
import { SellerService } from './sellers/seller.service.js';

/** A market of several sellers, on an account of its own. A real one has a login for operators here. */
@Module({
  imports: [
    PayModule.forRootAsync({
      name: MARKET,
      imports: [ConfigModule.forFeature(marketConfig)],
      inject: [marketConfig.KEY, SHOP_INBOX],
      useFactory: (account: ConfigType<typeof marketConfig>, inbox: PayInbox) => ({
        ...account,
        webhooks: { ...account.webhooks, inbox },
      }),
    }),
    ConfigModule.forFeature(marketConfig),
    PagesModule,
  ],
  controllers: [MarketController, SellersController, SalesController, MarketWebhookController],
  providers: [MarketCheckout, MarketEvents, MoneyService, SellerService, MarketOrderStore, SellerStore],
})
export class MarketplaceModule {}
