import { readQuantity } from '../../catalogue/cart.js';
import {
  readCustomer,
  submissionOf,
  type CustomerProblems,
  type EnteredCustomer,
  type FormFields,
} from '../../form-fields.js';
import { MARKET_GOODS } from '../market-goods.js';
import { accountOf, maySell, type Seller } from '../sellers/seller.js';
import type { MarketDraft, MarketLine } from './market-order.js';

/** Text and quantities that a visitor entered. */
export interface EnteredOrder extends EnteredCustomer {
  readonly quantities: Readonly<Record<string, number>>;
}

/** A valid form, or its problems. */
export type MarketReading =
  | { readonly success: true; readonly draft: MarketDraft }
  | { readonly success: false; readonly entered: EnteredOrder; readonly problems: CustomerProblems };

/** Reads the order form. Prices and accounts come from the market, never from the form. */
export function readMarketForm(fields: FormFields | undefined, sellers: readonly Seller[]): MarketReading {
  const quantities = Object.fromEntries(MARKET_GOODS.map(({ id }) => [id, readQuantity(fields?.[id])]));
  const { entered: customer, key, problems: customerProblems } = readCustomer(fields);
  const lines = linesOf(quantities, sellers);
  const isClosed = lines.some(({ connectedAccountId }) => connectedAccountId === '');
  const problems: CustomerProblems = {
    ...(lines.length === 0 && { form: 'Choose at least one thing first.' }),
    ...(isClosed && { form: 'One of these sellers cannot sell at the moment.' }),
    ...customerProblems,
  };
  if (Object.keys(problems).length > 0)
    return { success: false, entered: { ...customer, quantities }, problems };
  return { success: true, draft: { submission: submissionOf(key, lines, customer), customer, lines } };
}

function linesOf(quantities: Readonly<Record<string, number>>, sellers: readonly Seller[]): MarketLine[] {
  return MARKET_GOODS.filter(({ id }) => (quantities[id] ?? 0) > 0).map(({ id, sellerKey, name, price }) => {
    const seller = sellers.find(({ key }) => key === sellerKey);
    const connectedAccountId = seller !== undefined && maySell(seller) ? (accountOf(seller) ?? '') : '';
    const quantity = quantities[id] ?? 0;
    return { goodsId: id, sellerKey, connectedAccountId, name, quantity, unitPrice: price };
  });
}
