import { BadRequest } from '../../http/bad-request.js';
import { channelByScopes } from '../../domain/channels.js';
import type { OrderDetails } from '../../domain/order.js';
import type { AccountServices } from '../../services/merchant-services.js';
import { ok, type OperationReply, type OperationRequest } from '../../http/operation.js';
import * as read from './order-fields.js';

/** Reads the additional order details of an ISV or a platform. */
export type AdditionalDetailsReader = (
  body: read.OrderBody,
  order: { readonly amount: number; readonly preauth: boolean },
) => Partial<OrderDetails>;

/** Creates a payment order. @see contract/openapi/payments.yaml payments.createOrder */
export const createOrder = (
  { account, clock, orders, permissions, sources }: AccountServices,
  { body, scopes }: OperationRequest<read.OrderBody>,
  readAdditionalDetails: AdditionalDetailsReader = () => ({}),
): OperationReply => {
  const common = read.commonDetails(body, account.currencyCode);
  const { amount, preauth } = common;
  const { customer, forceMaxInstallments = false } = body;
  const details = {
    language: read.requestLanguage(customer?.requestLang) ?? sources.find(common.sourceCode)?.language ?? '',
    ...readAdditionalDetails(body, { amount, preauth }),
    ...channelByScopes(scopes),
    ...common,
    ...read.paymentMethodFields(body),
    customer: read.customerFields(customer),
    forceMaxInstallments,
    dynamicDescriptor: read.dynamicDescriptor(body.dynamicDescriptor),
    expiredUrl: expiredUrl(body),
    expiresAt: read.expiry(body.paymentTimeout, clock.now()),
  };
  permissions.requireCurrency(details.currencyCode, account);
  sources.getUsable(details.sourceCode);
  const order = orders.create(details);
  return ok({ orderCode: BigInt(order.code) });
};

/** Reads the URL for customers of an expired order: `stateId` 1 and `urlFail`, both or neither. */
function expiredUrl({ stateId, urlFail }: read.OrderBody): string | null {
  if ((stateId === undefined) !== (urlFail === undefined))
    throw BadRequest.ofRule('stateId, urlFail', 'both or neither');
  return urlFail ?? null;
}
