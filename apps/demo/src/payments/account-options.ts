import { ConfigModule } from '@nestjs/config';
import type { payConfig, PayModuleAsyncOptions } from 'nestjs-pay';
import { ShopStores } from '../database/shop-stores.js';
import { ShopEnvironment } from '../shop.environment.js';

/** Returns the options of an account: its credentials from the environment, and the stores in the shop's database. */
export const accountOptions = (config: typeof payConfig): PayModuleAsyncOptions => ({
  imports: [ConfigModule.forFeature(config)],
  inject: [config.KEY, ShopStores, ShopEnvironment],
  useFactory: (
    account: ReturnType<typeof config>,
    { inbox, idempotency }: ShopStores,
    { maxRetries }: ShopEnvironment,
  ) => ({ ...account, idempotency, maxRetries, webhooks: { ...account.webhooks, inbox } }),
});
