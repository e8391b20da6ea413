import { majorUnits } from '../../domain/currencies.js';
import type { JsonValue } from '../../domain/wire-json.js';
import type { OperationReply } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { getTransactionById } from '../transactions/get-transaction-by-id.js';

/** Additional members in responses to an ISV's charge or refund. @see contract/openapi/isv.yaml transactions.cancelTransaction */
const ISV_MEMBERS = { DccAccepted: false, IssuerMessage: null, ConversionRate: null, OriginalAmount: null };

/** Adds the members of an ISV's response to a charge or refund. */
export const withIsvMembers =
  <Body, Query>(operation: MerchantHandler<Body, Query>): MerchantHandler<Body, Query> =>
  (merchant, request) =>
    withMembers(operation(merchant, request), () => ISV_MEMBERS);

/** Returns a transaction with the additional members for ISVs. @see contract/openapi/isv.yaml transactions.retrieveTransactionById */
export const retrieveTransactionById: MerchantHandler = (merchant, request) =>
  withMembers(getTransactionById(merchant, request), () => {
    const { account, orders, transactions } = merchant;
    const { tipAmount, currencyCode, orderCode } = transactions.get(request.path.transactionId ?? '');
    return {
      cardType: null,
      tipAmount: majorUnits(tipAmount, currencyCode),
      tags: orders.get(orderCode).tags,
      merchantId: account.credentials.merchant.merchantId,
      loyaltyTransactionId: null,
    };
  });

/** Adds members to a successful response. */
function withMembers(
  reply: OperationReply,
  members: () => Readonly<Record<string, JsonValue>>,
): OperationReply {
  if (reply.status !== 200) return reply;
  return { ...reply, json: { ...(reply.json as Readonly<Record<string, JsonValue>>), ...members() } };
}
