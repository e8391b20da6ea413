import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { ClientOptions } from '../clients/client-options.js';
import { Marketplace } from '../clients/marketplace.js';
import { PayISV } from '../clients/pay-isv.js';
import { PayWallet } from '../clients/pay-wallet.js';
import { withoutUndefined } from '../core/values/plain-data.js';
import { MemoryIdempotencyStore } from '../idempotency/memory-idempotency-store.js';
import { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { createPayHttp } from './http/pay-http.js';
import type { PayHttp } from './http/pay-http.js';
import type { PayModuleOptions } from './options/pay.options.js';
import { PAY_CLIENT_NAMES } from './pay.client-table.js';
import type { PayClientName } from './pay.client-table.js';
import { PAY_OPTIONS } from './pay.module-tokens.js';

const KEYS_IN_MEMORY =
  'Idempotency keys are stored in the memory of this process only. After a restart, or in another process, a call with ' +
  'the same key is sent again. In production, set idempotency to postgresIdempotency({ pool }) or another store in a database.';

/** Configured clients by their names in the options. */
export interface ConfiguredClients {
  wallet?: PayWallet;
  isv?: PayISV;
  marketplace?: Marketplace;
}

/** Creates the configured clients at boot, and closes them at application shutdown. */
@Injectable()
export class PayClients implements OnApplicationShutdown {
  readonly configured: ConfiguredClients;
  readonly http: PayHttp;
  readonly #create: (fixed: Partial<ClientOptions>) => ConfiguredClients;
  #confirming?: ConfiguredClients;

  constructor(@Inject(PAY_OPTIONS) options: PayModuleOptions) {
    const { wallet, isv, marketplace, idempotency } = options;
    // The clients share their connections.
    this.http = createPayHttp(options.http);
    if (idempotency instanceof PayIdempotency && idempotency.store instanceof MemoryIdempotencyStore)
      new Logger('PayIdempotency').warn(KEYS_IN_MEMORY);
    const wiring = { transport: this.http.transport, logger: new Logger('Pay'), idempotency };
    // An option that is undefined must not override a default.
    const merged = <Options extends object>(own: Options, fixed: Partial<ClientOptions>): Options => ({
      ...{ ...wiring, ...withoutUndefined(own), ...fixed },
    });
    this.#create = (fixed) => ({
      ...(wallet && { wallet: new PayWallet(merged(wallet, fixed)) }),
      ...(isv && { isv: new PayISV(merged(isv, fixed)) }),
      ...(marketplace && { marketplace: new Marketplace(merged(marketplace, fixed)) }),
    });
    this.configured = this.#create({});
  }

  /**
   * The same clients for reads that webhooks cause. Anyone can cause such a read, so it must cost one request: all reads share a
   * token, and none is retried, because the service or the inbox delivers again.
   */
  get confirming(): ConfiguredClients {
    return (this.#confirming ??= this.#create({ tokens: 'shared', maxRetries: 0 }));
  }

  /** Names of the configured clients in order of precedence. */
  get names(): PayClientName[] {
    return PAY_CLIENT_NAMES.filter((name) => this.configured[name] !== undefined);
  }

  /** Nest calls this when no request is in progress. */
  async onApplicationShutdown(): Promise<void> {
    for (const name of this.names) {
      await this.configured[name]?.close();
      await this.#confirming?.[name]?.close();
    }
    await this.http.close();
  }
}
