import { OrderState } from '../../../areas/payments/payments.enums.js';
import type { Order } from '../../../areas/payments/payments.types.js';
import { disagrees, isSameAmount, isSameOrder, isSameText } from './verdict.js';
import type { Objection } from './verdict.js';

/** Why an order, as the service has it, does not bear an order event (4865) out. */
export function orderObjection(data: Readonly<Record<string, unknown>>, order: Order): Objection {
  const { CurrencyCode: currency } = data;
  if (!isSameOrder(data, order.OrderCodeText)) return disagrees('OrderCode');
  // The order carries no currency: the event's own only decides how the decimals are compared.
  if (!isSameAmount(data['Amount'], order.RequestAmount, typeof currency === 'string' ? currency : null))
    return disagrees('Amount');
  if ('MerchantTrns' in data && !isSameText(data['MerchantTrns'], order.MerchantTrns))
    return disagrees('MerchantTrns');
  const isCancelled = data['IsCancelled'];
  if (typeof isCancelled !== 'boolean' || isCancelled !== (order.StateId === OrderState.Canceled))
    return disagrees('IsCancelled');
  return null;
}

/** Why an order, as the service has it, has not expired. All else that the event tells is taken from the order itself. */
export function expiryObjection(data: Readonly<Record<string, unknown>>, order: Order): Objection {
  if (!isSameOrder(data, order.OrderCodeText)) return disagrees('OrderCode');
  return order.StateId === OrderState.Expired ? null : disagrees('StateId');
}
