import type { AccountServices } from '../../wiring/merchant-services.js';
import type { Services } from '../../wiring/services.js';
import { Refusal } from '../../domain/refusal.js';
import { BadRequest } from '../../http/fields.js';
import type { OperationHandler, OperationRequest } from '../operation.js';

/** Which side of the service an ISV's request acts on: that of the merchant in its credentials or its query. */
function sideOf(
  { connectedMerchants }: Pick<Services, 'connectedMerchants'>,
  request: OperationRequest,
): AccountServices {
  const merchantId = request.targetMerchantId ?? request.query.text('merchantId');
  if (merchantId === undefined) throw new BadRequest('merchantId: expected the id of a connected merchant');
  return connectedMerchants.get(merchantId);
}

/** An operation of a merchant, done by an ISV for a connected one. */
export const forMerchant =
  (services: Services, operation: (side: AccountServices) => OperationHandler): OperationHandler =>
  (request) =>
    operation(sideOf(services, request))(request);

/** Whether a connected merchant may take payments: from the end of its identity check on. */
export function mayTakePayments(
  { connectedAccounts }: Pick<Services, 'connectedAccounts'>,
  { account }: Pick<AccountServices, 'account'>,
): boolean {
  return connectedAccounts.find(account.isv?.accountId ?? '')?.acquiringEnabled === true;
}

/** The same for what takes a payment, begun before or not. @throws Refusal 403 while the merchant may not take payments (inferred). */
export const toTakePayments = (
  services: Services,
  operation: (side: AccountServices) => OperationHandler,
): OperationHandler =>
  forMerchant(services, (side) => {
    if (!mayTakePayments(services, side))
      throw new Refusal(403, 'Acquiring is not enabled for the merchant', 0, 403);
    return operation(side);
  });
