import { BadRequest } from '../../http/bad-request.js';
import type { OrderBody } from './order-fields.js';
import { DEFAULT_ORDER_DETAILS } from '../../domain/order.js';
import { legacyEnvelope } from '../../http/error-shapes.js';
import { Refusal } from '../../domain/refusal.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import * as read from './order-fields.js';

/** Creates an order through the older endpoint with Basic authentication. @see contract/openapi/payments.yaml payments.createLegacyOrder */
export const createLegacyOrder: MerchantHandler<OrderBody> = (
  { account, clock, orders, permissions, sources },
  { body },
) => {
  const common = read.commonDetails(body, account.currencyCode);
  const language = read.requestLanguage(body.requestLang);
  const details = {
    ...DEFAULT_ORDER_DETAILS,
    ...common,
    customer: read.customerFields(body),
    expiresAt: legacyExpiry(body, clock.now()),
  };
  try {
    permissions.requireCurrency(details.currencyCode, account);
    const source = sources.getUsable(details.sourceCode);
    const order = orders.create({ ...details, language: language ?? source.language });
    return ok({ OrderCode: BigInt(order.code), ...legacyEnvelope(clock.now()) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.httpStatus, json: { OrderCode: null, ...legacyEnvelope(clock.now(), error) } };
  }
};

/** Reads the expiry. An absolute expiry overrides the timeout. */
function legacyExpiry({ paymentTimeOut, expirationDate: absolute }: OrderBody, now: number): number | null {
  if (absolute !== undefined && absolute <= now)
    throw BadRequest.ofRule('expirationDate', 'a time in the future');
  return absolute ?? read.expiry(paymentTimeOut, now);
}
