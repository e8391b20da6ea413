import { athensLocal } from '../../domain/athens-time.js';
import { majorUnits } from '../../domain/currencies.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { orderCodeOf } from './order-fields.js';

/** Expiry of an order that never expires (inferred). */
const NEVER = '9999-12-31T23:59:59';

/** Returns an order with amounts in major units, without an envelope and a currency. @see contract/payments.json payments.getOrder */
export const getOrder: MerchantHandler = ({ orders }, { path }) => {
  const order = orders.get(orderCodeOf(path));
  return ok({
    OrderCode: BigInt(order.code),
    SourceCode: order.sourceCode,
    Tags: order.tags,
    TipAmount: majorUnits(order.tipAmount, order.currencyCode),
    RequestLang: order.language,
    MerchantTrns: order.merchantTrns,
    CustomerTrns: order.customerTrns,
    MaxInstallments: order.maxInstallments,
    RequestAmount: majorUnits(order.amount, order.currencyCode),
    ExpirationDate: order.expiresAt === null ? NEVER : athensLocal(order.expiresAt),
    StateId: order.state,
  });
};
