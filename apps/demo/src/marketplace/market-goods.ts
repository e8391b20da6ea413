import { drawings } from '../catalogue/drawings.js';
import type { Goods } from '../catalogue/goods.js';

/** The platform's fee, in hundredths of a per cent: a tenth of every sale. */
export const PLATFORM_FEE_BASIS_POINTS = 1000;

export interface MarketSeller {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  /** Bank account of the payouts. */
  readonly iban: string;
}

export interface MarketGoods extends Goods {
  readonly sellerKey: string;
}

/** Sellers that can be invited. A real market has a form for this. With the simulator, the first two begin verified. */
export const MARKET_SELLERS: readonly MarketSeller[] = [
  {
    key: 'naxos',
    name: 'Naxos Pottery',
    email: 'naxos@example.com',
    iban: 'GR1601101250000000012300695',
  },
  { key: 'delft', name: 'Delft Paper', email: 'delft@example.com', iban: 'NL91ABNA0417164300' },
  { key: 'porto', name: 'Porto Candles', email: 'porto@example.com', iban: 'PT50000201231234567890154' },
];

export const MARKET_GOODS: readonly MarketGoods[] = [
  { id: 'bowl', sellerKey: 'naxos', name: 'Glazed mug', price: 1999, drawing: drawings.mug },
  { id: 'pot', sellerKey: 'naxos', name: 'Potted plant', price: 3450, drawing: drawings.plant },
  { id: 'album', sellerKey: 'delft', name: 'Bound notebook', price: 1275, drawing: drawings.notebook },
  { id: 'crayons', sellerKey: 'delft', name: 'Colored pencils', price: 833, drawing: drawings.pencils },
  { id: 'light', sellerKey: 'porto', name: 'Garden candle', price: 1650, drawing: drawings.candle },
];

export function sellerName(key: string): string {
  return MARKET_SELLERS.find((seller) => seller.key === key)?.name ?? key;
}
