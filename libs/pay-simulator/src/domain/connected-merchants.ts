import type { Ids } from './ids.js';
import type { MerchantAccount } from './merchant.js';
import { refusal } from './refusal.js';

/** Options for a new connected merchant. Other settings are copied from the main merchant. */
export interface ConnectedMerchantOptions {
  /** Account ID of the invitation. @default a new one */
  readonly accountId?: string;
  readonly companyName?: string;
  /** Initial wallet balance in minor units. @default 0 */
  readonly openingBalance?: number;
}

/** Merchants connected to the ISV. Each merchant has its own services. */
export class ConnectedMerchants<Services> {
  private readonly byId = new Map<string, Services>();

  constructor(
    private readonly main: MerchantAccount,
    private readonly ids: Ids,
    private readonly createServices: (account: MerchantAccount) => Services,
  ) {}

  /** Connects a merchant, so that the ISV can act for it. */
  connect({
    accountId,
    companyName = 'Connected Shop Ltd',
    openingBalance = 0,
  }: ConnectedMerchantOptions = {}): Services {
    const { credentials, companyName: isvName } = this.main;
    const merchantId = this.ids.uuid();
    const services = this.createServices({
      ...this.main,
      companyName,
      companyTitle: companyName,
      openingBalance,
      webhookKey: this.ids.hex(40).toUpperCase(),
      otherMerchant: { ...this.main.otherMerchant, openingBalance: 0 },
      // With its own secrets, the main merchant's credentials do not work for this merchant.
      credentials: {
        ...credentials,
        merchant: { ...credentials.merchant, merchantId, apikey: this.ids.hex(30) },
      },
      isv: {
        resellerId: credentials.isv.resellerId,
        companyName: isvName,
        accountId: accountId ?? this.ids.uuid(),
      },
    });
    this.byId.set(merchantId.toLowerCase(), services);
    return services;
  }

  /** Returns the services of a merchant. @throws Refusal 403 if the merchant is not connected to this ISV. */
  get(merchantId: string): Services {
    const services = this.find(merchantId);
    if (!services) throw refusal(403, 'The merchant is not connected to this ISV');
    return services;
  }

  find(merchantId: string): Services | undefined {
    return this.byId.get(merchantId.toLowerCase());
  }

  list(): readonly Services[] {
    return [...this.byId.values()];
  }

  reset(): void {
    this.byId.clear();
  }
}
