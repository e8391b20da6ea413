import { channelByScopes } from '../../domain/channels.js';
import type { OrderDetails } from '../../domain/order.js';
import type { Fields } from '../../http/fields.js';
import type { AccountServices } from '../../services/merchant-services.js';
import { ok, type OperationReply, type OperationRequest } from '../../http/operation.js';
import * as read from './order-fields.js';

/** Reads the additional order details of an ISV or a platform. */
export type AdditionalDetailsReader = (
  body: Fields,
  order: { readonly amount: number; readonly preauth: boolean },
) => Partial<OrderDetails>;

/** Creates a payment order. @see contract/openapi/payments.yaml payments.createOrder */
export const createOrder = (
  { account, clock, orders, permissions, sources }: AccountServices,
  { body, scopes }: OperationRequest,
  readAdditionalDetails: AdditionalDetailsReader = () => ({}),
): OperationReply => {
  const common = read.commonDetails(body, 'preauth', account.currencyCode);
  const { amount, preauth } = common;
  const customer = body.object('customer');
  // An object, or a list as in requests of the marketplace.
  body.objects('klarnaOrderOptions');
  const details = {
    language: read.requestLanguage(customer) ?? sources.find(common.sourceCode)?.language ?? '',
    ...readAdditionalDetails(body, { amount, preauth }),
    ...channelByScopes(scopes),
    ...common,
    ...read.paymentMethodFields(body),
    customer: read.customerFields(customer),
    forceMaxInstallments: body.boolean('forceMaxInstallments') ?? false,
    dynamicDescriptor: read.dynamicDescriptor(body),
    expiredUrl: expiredUrl(body),
    expiresAt: read.expiry(body, clock.now()),
  };
  body.check();
  permissions.requireCurrency(details.currencyCode, account);
  sources.getUsable(details.sourceCode);
  const order = orders.create(details);
  return ok({ orderCode: BigInt(order.code) });
};

/** Reads the URL for customers of an expired order: `stateId` 1 and `urlFail`, both or neither. */
function expiredUrl(body: Fields): string | null {
  const stateId = body.integer('stateId');
  const urlFail = body.text('urlFail');
  if (body.has('stateId') !== body.has('urlFail')) body.expect('stateId, urlFail', 'both or neither');
  return stateId === undefined ? null : (urlFail ?? null);
}
