import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { payConfig, PayWallet, type PayDataServices } from 'nestjs-pay';

/** Reports of the account. The data services need credentials of their own, so this is a second client of the same account. */
@Injectable()
export class Bookkeeping implements OnModuleDestroy {
  private readonly reports: PayWallet | null;

  constructor(@Inject(payConfig.KEY) { wallet }: ConfigType<typeof payConfig>) {
    const { PAY_DATA_SERVICES_CLIENT_ID: clientId = '', PAY_DATA_SERVICES_CLIENT_SECRET: clientSecret = '' } =
      process.env;
    const isConfigured = wallet !== undefined && clientId !== '' && clientSecret !== '';
    this.reports = isConfigured ? new PayWallet({ ...wallet, clientId, clientSecret }) : null;
  }

  /** Null without credentials of the data services. */
  get dataServices(): PayDataServices | null {
    return this.reports?.dataServices ?? null;
  }

  async onModuleDestroy(): Promise<void> {
    await this.reports?.close();
  }
}
