import type { AccountServices } from '../../merchant-services.js';
import type { Services } from '../../services.js';
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
