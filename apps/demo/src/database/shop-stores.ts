import { Injectable } from '@nestjs/common';
import { durableInbox } from 'nestjs-pay';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { ShopEnvironment } from '../shop.environment.js';
import { ShopDatabase } from './shop-database.js';

/**
 * What `nestjs-pay` stores in the shop's database. A real shop uses its own database here, with `postgresStore` and
 * `postgresIdempotency`.
 */
@Injectable()
export class ShopStores {
  /** Sales at the till, memberships and splits. Its clock is the shop's. */
  readonly store;
  /** Webhooks that wait for their handlers. */
  readonly inbox;
  readonly idempotency;

  constructor({ pglite }: ShopDatabase, environment: ShopEnvironment) {
    const now = (): Date => new Date(environment.now());
    this.store = pgliteStore(pglite, { now });
    this.inbox = durableInbox({ store: pgliteStore(pglite) });
    this.idempotency = pgliteIdempotency(pglite, { now, ...environment.testTimes });
  }
}
