import type { Html } from '../http/html.js';
import type { Services } from '../wiring/services.js';
import { selectField } from './console-parts.view.js';

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

/** Renders the choice of a merchant, if there are several. @param all - Text for all merchants, if they can be shown together. */
export function merchantField(
  merchants: readonly MerchantChoice[],
  chosen: string,
  all?: string,
): Html | false {
  const none = all === undefined ? [] : [['', all] as const];
  const named = merchants.map(({ merchantId, name }) => [merchantId, name] as const);
  return merchants.length > 1 && selectField('Merchant', 'merchant', [...none, ...named], chosen);
}
