import type { Html } from '../http/html.js';
import { selectField } from './console-parts.view.js';
import type { MerchantChoice } from './books.model.js';

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
