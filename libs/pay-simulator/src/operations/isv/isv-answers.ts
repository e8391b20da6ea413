import { majorUnits } from '../../domain/currencies.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import type { JsonValue } from '../../domain/wire-json.js';
import { getTransactionById } from '../transactions/get-transaction-by-id.js';
import type { OperationHandler, OperationReply } from '../operation.js';

type Operation = (side: AccountServices) => OperationHandler;

/** What an ISV's answer to a charge or refund has beyond a merchant's. @see contract/isv.json transactions.cancelTransaction */
const SEEN_LIVE = { DccAccepted: false, IssuerMessage: null, ConversionRate: null, OriginalAmount: null };

/** A charge or refund, answered as an ISV is. */
export const withIsvMembers =
  (operation: Operation): Operation =>
  (side) => {
    const handle = operation(side);
    return (request) => withMembers(handle(request), () => SEEN_LIVE);
  };

/** A transaction with what an ISV is told beyond a merchant. @see contract/isv.json transactions.retrieveTransactionById */
export const retrieveTransactionById: Operation = (side) => {
  const handle = getTransactionById(side);
  return (request) =>
    withMembers(handle(request), () => {
      const { tipAmount, currencyCode, orderCode } = side.transactions.get(request.path.transactionId ?? '');
      return {
        cardType: null,
        tipAmount: majorUnits(tipAmount, currencyCode),
        tags: side.orders.get(orderCode).tags,
        merchantId: side.account.credentials.merchant.merchantId,
        loyaltyTransactionId: null,
      };
    });
};

/** A success with more members. */
function withMembers(
  reply: OperationReply,
  members: () => Readonly<Record<string, JsonValue>>,
): OperationReply {
  if (reply.status !== 200) return reply;
  return { ...reply, json: { ...(reply.json as Readonly<Record<string, JsonValue>>), ...members() } };
}
