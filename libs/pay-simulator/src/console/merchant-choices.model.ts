import type { Services } from '../services/services.js';

/** A merchant that a page can show. */
export interface MerchantChoice {
  readonly merchantId: string;
  readonly name: string;
}

/** Lists the main merchant and the merchants that are connected to the ISV. */
export function merchantChoices({ account, connectedMerchants }: Services): readonly MerchantChoice[] {
  const connected = connectedMerchants.list().map((merchant) => merchant.account);
  return [account, ...connected].map(({ companyTitle, credentials: { merchant } }, index) => ({
    merchantId: merchant.merchantId,
    // Two connected merchants can have one name.
    name: index === 0 ? companyTitle : `${companyTitle} (${merchant.merchantId.slice(0, 8)})`,
  }));
}
