import { majorUnits } from '../../domain/currencies.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import type { JsonValue } from '../../domain/wire-json.js';
import { getTransactionById } from '../transactions/get-transaction-by-id.js';
import type { OperationHandler, OperationReply } from '../../http/operation.js';

type Operation = (merchant: AccountServices) => OperationHandler;

/** Additional members in responses to an ISV's charge or refund. @see contract/isv.json transactions.cancelTransaction */
const ISV_MEMBERS = { DccAccepted: false, IssuerMessage: null, ConversionRate: null, OriginalAmount: null };

/** Adds the members of an ISV's response to a charge or refund. */
export const withIsvMembers =
  (operation: Operation): Operation =>
  (merchant) => {
    const handle = operation(merchant);
    return (request) => withMembers(handle(request), () => ISV_MEMBERS);
  };

/** Returns a transaction with the additional members for ISVs. @see contract/isv.json transactions.retrieveTransactionById */
export const retrieveTransactionById: Operation = (merchant) => {
  const handle = getTransactionById(merchant);
  return (request) =>
    withMembers(handle(request), () => {
      const { tipAmount, currencyCode, orderCode } = merchant.transactions.get(
        request.path.transactionId ?? '',
      );
      return {
        cardType: null,
        tipAmount: majorUnits(tipAmount, currencyCode),
        tags: merchant.orders.get(orderCode).tags,
        merchantId: merchant.account.credentials.merchant.merchantId,
        loyaltyTransactionId: null,
      };
    });
};

/** Adds members to a successful response. */
function withMembers(
  reply: OperationReply,
  members: () => Readonly<Record<string, JsonValue>>,
): OperationReply {
  if (reply.status !== 200) return reply;
  return { ...reply, json: { ...(reply.json as Readonly<Record<string, JsonValue>>), ...members() } };
}
