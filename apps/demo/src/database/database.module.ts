import { Global, Module } from '@nestjs/common';
import { durableInbox } from 'nestjs-pay';
import type { PayInbox } from 'nestjs-pay';
import { pgliteStore } from 'nestjs-pay/pglite';
import { ShopEnvironment } from '../shop.environment.js';
import { PgliteDatabase } from './pglite-database.js';
import { ShopDatabase } from './shop-database.js';

/** Injection token of the inbox that webhooks are kept in until they are handled: in the shop's own database. */
export const SHOP_INBOX = Symbol('SHOP_INBOX');

/** Everything that outlives the process. A real shop has its own database here, and `postgresStore` for the inbox. */
@Global()
@Module({
  providers: [
    {
      provide: PgliteDatabase,
      useFactory: (environment: ShopEnvironment) => environment.openDatabase(),
      inject: [ShopEnvironment],
    },
    { provide: ShopDatabase, useExisting: PgliteDatabase },
    {
      provide: SHOP_INBOX,
      useFactory: ({ pglite }: PgliteDatabase): PayInbox => durableInbox({ store: pgliteStore(pglite) }),
      inject: [PgliteDatabase],
    },
  ],
  exports: [ShopDatabase, SHOP_INBOX],
})
export class DatabaseModule {}
