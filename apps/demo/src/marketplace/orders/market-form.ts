import { MAX_QUANTITY } from '../../catalogue/cart.js';
import {
  INCOMPLETE_FORM,
  isEmail,
  isFormKey,
  MAX_EMAIL,
  MAX_NAME,
  NO_EMAIL,
  readText,
  type FormFields,
} from '../../form-fields.js';
import { submissionOf } from '../../submission.js';
import { MARKET_GOODS } from '../market-goods.js';
import { accountOf, maySell, type Seller } from '../sellers/seller.js';
import type { MarketDraft, MarketLine } from './market-order.js';

/** What a visitor typed, to be shown again. */
export interface EnteredOrder {
  readonly quantities: Readonly<Record<string, number>>;
  readonly name: string;
  readonly email: string;
}

/** What is wrong, by field, in words for the visitor. */
export type MarketProblems = Readonly<Partial<Record<'name' | 'email' | 'form', string>>>;

/** A form that can become an order, or what is wrong with it. */
export type MarketReading =
  | { readonly success: true; readonly draft: MarketDraft }
  | { readonly success: false; readonly entered: EnteredOrder; readonly problems: MarketProblems };

export const NOTHING_ENTERED: EnteredOrder = { quantities: {}, name: '', email: '' };

/** Reads the posted form. Prices and accounts come from the market, never from the form. */
export function readMarketForm(fields: FormFields | undefined, sellers: readonly Seller[]): MarketReading {
  const quantities = Object.fromEntries(
    MARKET_GOODS.map(({ id }) => [id, readQuantity(readText(fields, id))]),
  );
  const entered = { quantities, name: readText(fields, 'name'), email: readText(fields, 'email') };
  const key = readText(fields, 'key');
  const lines = linesOf(quantities, sellers);
  const isClosed = lines.some(({ connectedAccountId }) => connectedAccountId === '');
  const problems: MarketProblems = {
    ...((entered.name === '' || entered.name.length > MAX_NAME) && { name: 'Please enter your name.' }),
    ...((!isEmail(entered.email) || entered.email.length > MAX_EMAIL) && { email: NO_EMAIL }),
    ...(lines.length === 0 && { form: 'Choose at least one thing first.' }),
    ...(isClosed && { form: 'One of these sellers cannot sell at the moment.' }),
    ...(!isFormKey(key) && { form: INCOMPLETE_FORM }),
  };
  if (Object.keys(problems).length > 0) return { success: false, entered, problems };
  const customer = { name: entered.name, email: entered.email };
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

function readQuantity(text: string): number {
  return /^\d{1,2}$/.test(text) ? Math.min(Number(text), MAX_QUANTITY) : 0;
}
