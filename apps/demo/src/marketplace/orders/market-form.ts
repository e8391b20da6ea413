import { orderLineOf, readCart } from '../../catalogue/cart.js';
import type { FormFields } from '../../form-fields.js';
import { readOrder, type OrderReading } from '../../orders/checkout-form.js';
import { MARKET_GOODS, type MarketGoods } from '../market-goods.js';
import { accountOf, maySell, type Seller } from '../sellers/seller.js';
import type { MarketLine } from './market-order.js';

/** Reads the market's order form. The sellers' accounts come from the market, never from the form. */
export function readMarketForm(
  fields: FormFields | undefined,
  sellers: readonly Seller[],
): OrderReading<MarketLine, MarketGoods> {
  const cart = readCart(fields, MARKET_GOODS);
  const lines = cart.flatMap((line) => {
    const { sellerKey } = line.goods;
    const seller = sellers.find(({ key }) => key === sellerKey);
    const connectedAccountId = seller !== undefined && maySell(seller) ? accountOf(seller) : null;
    return connectedAccountId === null ? [] : [{ ...orderLineOf(line), sellerKey, connectedAccountId }];
  });
  const problem = lines.length < cart.length ? 'One of these sellers cannot sell at the moment.' : undefined;
  return readOrder(fields, cart, lines, { problem });
}
