import type { OrderBody } from '../payments/order-fields.js';
import { DEFAULT_ORDER_DETAILS } from '../../domain/order.js';
import { rfCodeOfOrder } from '../../domain/rf-code.js';
import { ok } from '../../http/operation.js';
import * as read from '../payments/order-fields.js';
import type { MerchantHandler } from '../handler.js';

/** Creates an order of a reseller, with its RF code. @see contract/openapi/resellers.yaml resellers.createOrder */
export const createResellerOrder: MerchantHandler<OrderBody> = (
  { account, clock, orders, resellerDesk },
  request,
) => {
  resellerDesk.requireReseller();
  const { body } = request;
  const amount = read.orderAmount(body.amount, false);
  const details = {
    ...DEFAULT_ORDER_DETAILS,
    ...{ amount, customerTrns: body.customerTrns ?? '', merchantTrns: body.merchantTrns ?? '' },
    language: read.requestLanguage(body.requestLang) ?? DEFAULT_ORDER_DETAILS.language,
    currencyCode: body.currencyCode?.padStart(3, '0') ?? account.currencyCode,
    customer: read.customerFields(body),
    disableExactAmount: body.disableExactAmount ?? false,
    expiresAt: read.expiry(body.paymentTimeout, clock.now()),
  };
  const { code } = orders.create(details);
  return ok({ orderCode: BigInt(code), rfPaymentCode: rfCodeOfOrder(code) });
};
