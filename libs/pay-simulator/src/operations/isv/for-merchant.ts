import { PERMISSION_OFF_TEXT } from '../../domain/contract.generated.js';
import { Refusal, refusal } from '../../domain/refusal.js';
import { BadRequest } from '../../http/bad-request.js';
import type { OperationRequest } from '../../http/operation.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { Services } from '../../services/services.js';
import type { Handler, MerchantHandler } from '../handler.js';

/** Chooses the merchant that an operation is for. */
type ChooseMerchant<Body, Query> = (
  services: Services,
  request: OperationRequest<Body, Query>,
) => AccountServices;

/** Returns a function that lets the operation of a merchant act on the merchant that the request chooses. */
export const onMerchant =
  <ChoiceBody, ChoiceQuery>(choose: ChooseMerchant<ChoiceBody, ChoiceQuery>) =>
  <Body, Query>(operation: MerchantHandler<Body, Query>): Handler<Body & ChoiceBody, Query & ChoiceQuery> =>
  (services, request) =>
    operation(choose(services, request), request);

/** Chooses the connected merchant of an ISV's request, from the credentials or the query. */
const merchantOf: ChooseMerchant<object, { readonly merchantId?: string }> = (
  { connectedMerchants },
  { query, targetMerchantId },
) => {
  const merchantId = targetMerchantId ?? query.merchantId;
  if (merchantId === undefined) throw new BadRequest('merchantId: expected the ID of a connected merchant');
  return connectedMerchants.get(merchantId);
};

/** Applies a merchant's operation to the connected merchant of an ISV's request. */
export const forMerchant = onMerchant(merchantOf);

/** Returns whether a connected merchant can accept payments, which requires a passed identity check. */
export function canAcceptPayments({ connectedAccounts }: Services, { account }: AccountServices): boolean {
  return connectedAccounts.find(account.isv?.accountId ?? '')?.acquiringEnabled === true;
}

/** Applies an operation that charges a card. @throws Refusal 403 if the merchant cannot accept payments (inferred). */
export const forAcceptingMerchant = onMerchant<object, { readonly merchantId?: string }>(
  (services, request) => {
    const merchant = merchantOf(services, request);
    if (!canAcceptPayments(services, merchant))
      throw refusal(403, 'Acquiring is not enabled for the merchant');
    return merchant;
  },
);

/**
 * Applies an operation to the merchant's own transactions. Transactions of connected merchants are rejected as if the
 * permission were off. @see contract/behaviour/isv.yaml traps "three credential sets"
 */
export const onOwnTransactions = onMerchant((services, { path: { transactionId = '' } }) => {
  if (services.connectedMerchants.list().some(({ transactions }) => transactions.find(transactionId)))
    throw new Refusal(403, PERMISSION_OFF_TEXT);
  return services;
});
