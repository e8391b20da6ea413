import { createHash } from 'node:crypto';
import { MAX_QUANTITY } from '../../catalogue/cart.js';
import { readText } from '../../back-office/read-text.js';
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

const FORM_KEY = /^[0-9a-f-]{36}$/;
const MAX_NAME = 100;
const MAX_EMAIL = 50;

/** Reads the posted form. Prices and accounts come from the market, never from the form. */
export function readMarketForm(
  fields: Readonly<Record<string, unknown>> | undefined,
  sellers: readonly Seller[],
): MarketReading {
  const quantities = Object.fromEntries(
    MARKET_GOODS.map(({ id }) => [id, readQuantity(readText(fields, id))]),
  );
  const entered = { quantities, name: readText(fields, 'name'), email: readText(fields, 'email') };
  const key = readText(fields, 'key');
  const lines = linesOf(quantities, sellers);
  const isClosed = lines.some(({ connectedAccountId }) => connectedAccountId === '');
  const problems: MarketProblems = {
    ...((entered.name === '' || entered.name.length > MAX_NAME) && { name: 'Please enter your name.' }),
    ...((!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(entered.email) || entered.email.length > MAX_EMAIL) && {
      email: 'Please enter an e-mail address such as name@example.com.',
    }),
    ...(lines.length === 0 && { form: 'Choose at least one thing first.' }),
    ...(isClosed && { form: 'One of these sellers cannot sell at the moment.' }),
    ...(!FORM_KEY.test(key) && { form: 'This form was incomplete. Please send it again.' }),
  };
  if (Object.keys(problems).length > 0) return { success: false, entered, problems };
  const customer = { name: entered.name, email: entered.email };
  // A second click is the same submission; a visitor who goes back and changes something wants another order.
  const submission = createHash('sha256')
    .update(JSON.stringify([key, lines, customer]))
    .digest('hex');
  return { success: true, draft: { submission, customer, lines } };
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
