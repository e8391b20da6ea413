import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { ScheduleModule } from '@nestjs/schedule';
import { BackOfficeModule } from './back-office/back-office.module.js';
import { DatabaseModule } from './database/database.module.js';
import { MARKET_VARIABLES } from './marketplace/market-account.js';
import { MarketplaceModule } from './marketplace/marketplace.module.js';
import { NoMarketplaceModule } from './marketplace/no-marketplace.module.js';
import { PagesModule } from './pages/pages.module.js';
import { hasVariables } from './settings.js';
import { ShopEnvironment } from './shop.environment.js';
import { TillModule } from './till/till.module.js';

@Module({
  imports: [
    ConfigModule.forRoot(),
    ScheduleModule.forRoot(),
    DatabaseModule,
    PagesModule,
    BackOfficeModule,
    TillModule,
  ],
})
export class AppModule {
  /** Creates the module of a shop in this environment. */
  static in(environment: ShopEnvironment): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [hasVariables(process.env, MARKET_VARIABLES) ? MarketplaceModule : NoMarketplaceModule],
      providers: [{ provide: ShopEnvironment, useValue: environment }],
      exports: [ShopEnvironment],
    };
  }
}
