import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { BackOfficeModule } from './back-office/back-office.module.js';
import { PagesModule } from './pages/pages.module.js';
import { ShopEnvironment } from './shop.environment.js';
import { TillModule } from './till/till.module.js';

/** The shop. */
@Module({ imports: [ConfigModule.forRoot(), PagesModule, BackOfficeModule, TillModule] })
export class AppModule {
  /** The shop in the given surroundings. */
  static in(environment: ShopEnvironment): DynamicModule {
    return {
      module: AppModule,
      global: true,
      providers: [{ provide: ShopEnvironment, useValue: environment }],
      exports: [ShopEnvironment],
    };
  }
}
