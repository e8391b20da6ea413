import { athensLocal } from '../../domain/athens-time.js';
import { majorUnits } from '../../domain/currencies.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { orderCodeOf } from './order-fields.js';

/** Expiry of an order that never expires (inferred). */
const NEVER = '9999-12-31T23:59:59';

/** Returns an order with amounts in major units, without an envelope and a currency. @see contract/openapi/payments.yaml payments.getOrder */
export const getOrder: MerchantHandler = ({ orders }, { path }) => {
  const order = orders.get(orderCodeOf(path));
  return ok(
    membersOf('payments.getOrder', {
      ...order,
      orderCode: BigInt(order.code),
      tipAmount: majorUnits(order.tipAmount, order.currencyCode),
      requestAmount: majorUnits(order.amount, order.currencyCode),
      requestLang: order.language,
      expirationDate: order.expiresAt === null ? NEVER : athensLocal(order.expiresAt),
      stateId: order.state,
    }),
  );
};
