import { Module } from '@nestjs/common';
import { PayFiscalModule } from 'nestjs-pay/fiscal';
import { PayTillModule } from 'nestjs-pay/till';
import { ShopStores } from '../database/shop-stores.js';
import { PagesModule } from '../pages/pages.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ShopProvider } from './shop-provider.js';
import { TillController } from './till.controller.js';

/** The provider is one of its own, because the module of fiscal sales and the till's pages need it. */
@Module({ providers: [ShopProvider], exports: [ShopProvider] })
class ProviderModule {}

@Module({
  imports: [
    ProviderModule,
    PagesModule,
    PaymentsModule,
    PayTillModule.forRootAsync({
      inject: [ShopStores],
      useFactory: ({ store }: ShopStores) => ({ store, account: null, pollMs: 250 }),
    }),
    PayFiscalModule.forRootAsync({
      imports: [ProviderModule],
      inject: [ShopProvider],
      useFactory: (provider: ShopProvider) => ({ provider, issuer: { vatNumber: '123456789' }, pollMs: 250 }),
    }),
  ],
  controllers: [TillController],
})
export class TillModule {}
