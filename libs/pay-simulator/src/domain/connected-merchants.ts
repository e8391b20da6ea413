import type { Ids } from './ids.js';
import type { MerchantAccount } from './merchant.js';
import { refusal } from './refusal.js';
import { Table } from './table.js';

/** Options for a new connected merchant. Other settings are copied from the main merchant. */
export interface ConnectedMerchantOptions {
  /** Account ID of the invitation. @default a new one */
  readonly accountId?: string;
  readonly companyName?: string;
  /** Initial wallet balance in minor units. @default 0 */
  readonly openingBalance?: number;
}

/** Stored settings of a connected merchant. The credentials of the main merchant are not stored. */
interface Connection extends Required<ConnectedMerchantOptions> {
  readonly merchantId: string;
  readonly apikey: string;
  readonly webhookKey: string;
}

/** Merchants connected to the ISV. Each merchant has its own services. */
export class ConnectedMerchants<Services> {
  private readonly connections = new Table<Connection>('connectedMerchants');
  private readonly byId = new Map<string, Services>();

  constructor(
    private readonly main: MerchantAccount,
    private readonly ids: Ids,
    private readonly createServices: (account: MerchantAccount) => Services,
  ) {
    this.connections.onLoad = () => {
      this.byId.clear();
      for (const connection of this.connections.values()) this.open(connection);
    };
  }

  /** Connects a merchant, so that the ISV can act for it. */
  connect({
    accountId,
    companyName = 'Connected Shop Ltd',
    openingBalance = 0,
  }: ConnectedMerchantOptions = {}): Services {
    const connection = {
      merchantId: this.ids.uuid(),
      companyName,
      openingBalance,
      webhookKey: this.ids.hex(40).toUpperCase(),
      // With its own secrets, the main merchant's credentials do not work for this merchant.
      apikey: this.ids.hex(30),
      accountId: accountId ?? this.ids.uuid(),
    };
    this.connections.set(connection.merchantId, connection);
    return this.open(connection);
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
    this.connections.clear();
    this.byId.clear();
  }

  private open(connection: Connection): Services {
    const { merchantId, apikey, accountId, ...settings } = connection;
    const { credentials, companyName } = this.main;
    const services = this.createServices({
      ...this.main,
      ...settings,
      companyTitle: settings.companyName,
      otherMerchant: { ...this.main.otherMerchant, openingBalance: 0 },
      credentials: { ...credentials, merchant: { ...credentials.merchant, merchantId, apikey } },
      isv: { resellerId: credentials.isv.resellerId, companyName, accountId },
    });
    this.byId.set(merchantId.toLowerCase(), services);
    return services;
  }
}
