import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { orderCodeOf } from '../payments/order-fields.js';

/** Returns the merchant's currencies. @see contract/openapi/plugins.yaml plugins.getMerchant */
export const getMerchant: MerchantHandler = ({ account }) => ok({ currencies: [account.currencyCode] });

/** Returns the state of an order. @see contract/openapi/plugins.yaml plugins.getOrder */
export const getPluginOrder: MerchantHandler = ({ orders }, { path }) => {
  const { code, state } = orders.get(orderCodeOf(path));
  return ok({ orderCode: BigInt(code), stateId: state });
};
