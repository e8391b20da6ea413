import { ConfigModule } from '@nestjs/config';
import type { payConfig, PayIdempotency, PayInbox, PayModuleAsyncOptions } from 'nestjs-pay';
import { SHOP_IDEMPOTENCY, SHOP_INBOX } from '../database/database.module.js';
import { ShopEnvironment } from '../shop.environment.js';

/** Returns the options of an account: its credentials from the environment, and the stores in the shop's database. */
export const accountOptions = (config: typeof payConfig): PayModuleAsyncOptions => ({
  imports: [ConfigModule.forFeature(config)],
  inject: [config.KEY, SHOP_INBOX, SHOP_IDEMPOTENCY, ShopEnvironment],
  useFactory: (
    account: ReturnType<typeof config>,
    inbox: PayInbox,
    idempotency: PayIdempotency,
    { maxRetries }: ShopEnvironment,
  ) => ({ ...account, idempotency, maxRetries, webhooks: { ...account.webhooks, inbox } }),
});
