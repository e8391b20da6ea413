import { OrderState } from '../../../areas/payments/payments.enums.js';
import type { Order } from '../../../areas/payments/payments.types.js';
import { disagrees, isSameAmount, isSameOrder, isSameText } from './verdict.js';
import type { Mismatch } from './verdict.js';

/** Compares an order event (4865) with its order. */
export function orderMismatch(data: Readonly<Record<string, unknown>>, order: Order): Mismatch {
  const { CurrencyCode: currency } = data;
  if (!isSameOrder(data, order.OrderCodeText)) return disagrees('OrderCode');
  // The order has no currency: the posted one only decides how the decimals are compared.
  if (!isSameAmount(data['Amount'], order.RequestAmount, typeof currency === 'string' ? currency : null))
    return disagrees('Amount');
  if ('MerchantTrns' in data && !isSameText(data['MerchantTrns'], order.MerchantTrns))
    return disagrees('MerchantTrns');
  const isCancelled = data['IsCancelled'];
  if (typeof isCancelled !== 'boolean' || isCancelled !== (order.StateId === OrderState.Canceled))
    return disagrees('IsCancelled');
  return null;
}

/** Compares an expiry event with its order. All other members are taken from the order. */
export function expiryMismatch(data: Readonly<Record<string, unknown>>, order: Order): Mismatch {
  if (!isSameOrder(data, order.OrderCodeText)) return disagrees('OrderCode');
  return order.StateId === OrderState.Expired ? null : disagrees('StateId');
}
