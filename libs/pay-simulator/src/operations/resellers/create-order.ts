import { DEFAULT_ORDER_DETAILS } from '../../domain/order.js';
import { rfCodeOfOrder } from '../../domain/rf-code.js';
import { ok } from '../../http/operation.js';
import * as read from '../payments/order-fields.js';
import type { MerchantHandler } from '../handler.js';

/** Creates an order of a reseller, with its RF code. @see contract/openapi/resellers.yaml resellers.createOrder */
export const createResellerOrder: MerchantHandler = ({ account, clock, orders, resellerDesk }, { body }) => {
  resellerDesk.requireReseller();
  const amount = read.orderAmount(body, false);
  const details = {
    ...DEFAULT_ORDER_DETAILS,
    ...read.orderTexts(body),
    amount,
    language: read.requestLanguage(body) ?? DEFAULT_ORDER_DETAILS.language,
    currencyCode: read.currencyCode(body) ?? account.currencyCode,
    customer: read.customerFields(body),
    disableExactAmount: body.boolean('disableExactAmount') ?? false,
    expiresAt: read.expiry(body, clock.now()),
  };
  body.check();
  const { code } = orders.create(details);
  return ok({ orderCode: BigInt(code), rfPaymentCode: rfCodeOfOrder(code) });
};
