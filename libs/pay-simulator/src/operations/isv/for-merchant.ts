import type { AccountServices } from '../../wiring/merchant-services.js';
import type { Services } from '../../wiring/services.js';
import { PERMISSION_OFF_TEXT } from '../../domain/contract.generated.js';
import { Refusal, refusal } from '../../domain/refusal.js';
import { BadRequest } from '../../http/fields.js';
import type { OperationHandler, OperationRequest } from '../../http/operation.js';

/** Returns the connected merchant of an ISV's request, from the credentials or the query. */
function connectedMerchantOf({ connectedMerchants }: Services, request: OperationRequest): AccountServices {
  const merchantId = request.targetMerchantId ?? request.query.text('merchantId');
  if (merchantId === undefined) throw new BadRequest('merchantId: expected the ID of a connected merchant');
  return connectedMerchants.get(merchantId);
}

/** Applies a merchant's operation to the connected merchant of an ISV's request. */
export const forMerchant =
  (services: Services, operation: (merchant: AccountServices) => OperationHandler): OperationHandler =>
  (request) =>
    operation(connectedMerchantOf(services, request))(request);

/** Returns whether a connected merchant can accept payments, which requires a passed identity check. */
export function canAcceptPayments({ connectedAccounts }: Services, { account }: AccountServices): boolean {
  return connectedAccounts.find(account.isv?.accountId ?? '')?.acquiringEnabled === true;
}

/** Applies an operation that charges a card. @throws Refusal 403 if the merchant cannot accept payments (inferred). */
export const forAcceptingMerchant = (
  services: Services,
  operation: (merchant: AccountServices) => OperationHandler,
): OperationHandler =>
  forMerchant(services, (merchant) => {
    if (!canAcceptPayments(services, merchant))
      throw refusal(403, 'Acquiring is not enabled for the merchant');
    return operation(merchant);
  });

/**
 * Applies an operation to the merchant's own transactions. Transactions of connected merchants are rejected as if the
 * permission were off. @see contract/isv.json traps "three credential sets"
 */
export const onOwnTransactions =
  ({ connectedMerchants }: Services, handle: OperationHandler): OperationHandler =>
  (request) => {
    const id = request.path.transactionId ?? '';
    if (connectedMerchants.list().some(({ transactions }) => transactions.find(id)))
      throw new Refusal(403, PERMISSION_OFF_TEXT);
    return handle(request);
  };
