import { Global, Module } from '@nestjs/common';
import { durableInbox } from 'nestjs-pay';
import type { PayInbox } from 'nestjs-pay';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { ShopEnvironment } from '../shop.environment.js';
import { ShopDatabase } from './shop-database.js';

/** Injection token of the store of sales at the till, memberships and splits. Its clock is the shop's. */
export const SHOP_STORE = Symbol('SHOP_STORE');

/** Injection token of the inbox that stores webhooks in the shop's database until they are handled. */
export const SHOP_INBOX = Symbol('SHOP_INBOX');

/** Injection token of the idempotency keys in the shop's database. */
export const SHOP_IDEMPOTENCY = Symbol('SHOP_IDEMPOTENCY');

/**
 * Everything that outlives the process: the shop's records, webhooks that wait for their handlers, and idempotency keys.
 * A real shop uses its own database here, with `postgresStore` and `postgresIdempotency`.
 */
@Global()
@Module({
  providers: [
    {
      provide: ShopDatabase,
      useFactory: (environment: ShopEnvironment) => environment.openDatabase(),
      inject: [ShopEnvironment],
    },
    {
      provide: SHOP_STORE,
      useFactory: ({ pglite }: ShopDatabase, environment: ShopEnvironment) =>
        pgliteStore(pglite, { now: () => new Date(environment.now()) }),
      inject: [ShopDatabase, ShopEnvironment],
    },
    {
      provide: SHOP_INBOX,
      useFactory: ({ pglite }: ShopDatabase): PayInbox => durableInbox({ store: pgliteStore(pglite) }),
      inject: [ShopDatabase],
    },
    {
      provide: SHOP_IDEMPOTENCY,
      useFactory: ({ pglite }: ShopDatabase, environment: ShopEnvironment) =>
        pgliteIdempotency(pglite, {
          now: () => new Date(environment.now()),
          ...environment.testTimes,
        }),
      inject: [ShopDatabase, ShopEnvironment],
    },
  ],
  exports: [ShopDatabase, SHOP_STORE, SHOP_INBOX, SHOP_IDEMPOTENCY],
})
export class DatabaseModule {}
