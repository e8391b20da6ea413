import type { Ids } from './ids.js';
import type { MerchantAccount } from './merchant.js';
import { Refusal } from './refusal.js';

/** What is known of a merchant when it is connected; the rest is as the main merchant's. */
export interface ConnectionTerms {
  /** Account id of the invitation. @default a new one */
  readonly accountId?: string;
  readonly companyName?: string;
  /** Wallet balance at the start, minor units. @default 0 */
  readonly openingBalance?: number;
}

/** The merchants that are connected to the ISV, each with a side of the service of its own. */
export class ConnectedMerchants<Side> {
  private readonly sides = new Map<string, Side>();

  constructor(
    private readonly main: MerchantAccount,
    private readonly ids: Ids,
    private readonly open: (account: MerchantAccount) => Side,
  ) {}

  /** Connects a merchant: from now on the ISV acts for it. */
  connect({ accountId, companyName = 'Connected Shop Ltd', openingBalance = 0 }: ConnectionTerms = {}): Side {
    const { credentials, companyName: isvName } = this.main;
    const merchantId = this.ids.uuid();
    const side = this.open({
      ...this.main,
      companyName,
      companyTitle: companyName,
      openingBalance,
      webhookKey: this.ids.hex(40).toUpperCase(),
      otherMerchant: { ...this.main.otherMerchant, openingBalance: 0 },
      // Its own secrets, so that the main merchant's never open it.
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
    this.sides.set(merchantId.toLowerCase(), side);
    return side;
  }

  /** The side of a merchant. @throws Refusal 403 when the merchant is not connected to this ISV. */
  get(merchantId: string): Side {
    const side = this.find(merchantId);
    if (!side) throw new Refusal(403, 'The merchant is not connected to this ISV', 0, 403);
    return side;
  }

  find(merchantId: string): Side | undefined {
    return this.sides.get(merchantId.toLowerCase());
  }

  list(): readonly Side[] {
    return [...this.sides.values()];
  }

  reset(): void {
    this.sides.clear();
  }
}
