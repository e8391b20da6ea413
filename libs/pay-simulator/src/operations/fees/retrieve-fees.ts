import type { RetrieveFeesQuery } from '../request-values.generated.js';
import { majorUnits } from '../../domain/currencies.js';
import { Refusal } from '../../domain/refusal.js';
import { legacyEnvelope } from '../../http/error-shapes.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Returns the fees of an order for an amount: the commission and the card fee. @see contract/openapi/fees-sources.yaml fees.retrieveFees */
export const retrieveFees: MerchantHandler<object, RetrieveFeesQuery> = (
  { clock, orders, wallet },
  { query },
) => {
  const { orderCode, amount } = query;
  const order = orders.find(orderCode);
  if (!order) throw new Refusal(404, `Order ${orderCode} was not found`);
  const serviceFee = order.paymentMethodFees['0'] ?? 0;
  const major = (minor: number) => majorUnits(minor, order.currencyCode);
  return ok({
    Fee: major(wallet.commission(amount) + serviceFee),
    BillFee: major(0),
    ServiceFee: major(serviceFee),
    ResellerFee: major(0),
    CollectionFee: major(0),
    TotalConversionFee: major(0),
    ...legacyEnvelope(clock.now()),
  });
};
