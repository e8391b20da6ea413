import { PERMISSION_OFF_TEXT } from '../../domain/contract.generated.js';
import { Refusal, refusal } from '../../domain/refusal.js';
import { BadRequest } from '../../http/fields.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { Services } from '../../services/services.js';
import type { Handler, MerchantHandler } from '../handler.js';

/** Applies a merchant's operation to the connected merchant of an ISV's request, from the credentials or the query. */
export const forMerchant =
  (operation: MerchantHandler): Handler =>
  ({ connectedMerchants }, request) => {
    const merchantId = request.targetMerchantId ?? request.query.text('merchantId');
    if (merchantId === undefined) throw new BadRequest('merchantId: expected the ID of a connected merchant');
    return operation(connectedMerchants.get(merchantId), request);
  };

/** Returns whether a connected merchant can accept payments, which requires a passed identity check. */
export function canAcceptPayments({ connectedAccounts }: Services, { account }: AccountServices): boolean {
  return connectedAccounts.find(account.isv?.accountId ?? '')?.acquiringEnabled === true;
}

/** Applies an operation that charges a card. @throws Refusal 403 if the merchant cannot accept payments (inferred). */
export const forAcceptingMerchant =
  (operation: MerchantHandler): Handler =>
  (services, request) =>
    forMerchant((merchant) => {
      if (!canAcceptPayments(services, merchant))
        throw refusal(403, 'Acquiring is not enabled for the merchant');
      return operation(merchant, request);
    })(services, request);

/**
 * Applies an operation to the merchant's own transactions. Transactions of connected merchants are rejected as if the
 * permission were off. @see contract/behaviour/isv.yaml traps "three credential sets"
 */
export const onOwnTransactions =
  (operation: MerchantHandler): Handler =>
  (services, request) => {
    const id = request.path.transactionId ?? '';
    if (services.connectedMerchants.list().some(({ transactions }) => transactions.find(id)))
      throw new Refusal(403, PERMISSION_OFF_TEXT);
    return operation(services, request);
  };
