import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ConfigType } from '@nestjs/config';
import { payConfig, PayWallet } from 'nestjs-pay';
import { PayPayouts } from 'nestjs-pay/payouts';

/** Reports of the account. The data services need credentials of their own, so this is a second client of the same account. */
@Injectable()
export class Bookkeeping implements OnModuleDestroy {
  private readonly reports: PayWallet | null;
  /** Null without credentials of the data services. */
  readonly payouts: PayPayouts | null;

  constructor(@Inject(payConfig.KEY) { wallet }: ConfigType<typeof payConfig>) {
    const { PAY_DATA_SERVICES_CLIENT_ID: clientId = '', PAY_DATA_SERVICES_CLIENT_SECRET: clientSecret = '' } =
      process.env;
    const isConfigured = wallet !== undefined && clientId !== '' && clientSecret !== '';
    this.reports = isConfigured ? new PayWallet({ ...wallet, clientId, clientSecret }) : null;
    this.payouts = this.reports && new PayPayouts(this.reports.dataServices);
  }

  async onModuleDestroy(): Promise<void> {
    await this.reports?.close();
  }
}
