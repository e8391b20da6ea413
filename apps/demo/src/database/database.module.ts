import { Global, Module } from '@nestjs/common';
import { ShopEnvironment } from '../shop.environment.js';
import { ShopDatabase } from './shop-database.js';
import { ShopStores } from './shop-stores.js';

/** Everything that outlives the process: the shop's records, webhooks that wait for their handlers, and idempotency keys. */
@Global()
@Module({
  providers: [
    {
      provide: ShopDatabase,
      useFactory: (environment: ShopEnvironment) => environment.openDatabase(),
      inject: [ShopEnvironment],
    },
    ShopStores,
  ],
  exports: [ShopDatabase, ShopStores],
})
export class DatabaseModule {}
