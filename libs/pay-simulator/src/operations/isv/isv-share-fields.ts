import type { IsvShareFields } from '../payments/order-fields.js';
import { BadRequest } from '../../http/bad-request.js';
import type { IsvShareRequest } from '../../domain/isv-share.js';
import { isvAmountOfCharge, isvAmountOfOrder } from '../../domain/named-rules.js';
import { refusal } from '../../domain/refusal.js';
import { DEFAULT_SOURCE_CODE } from '../../domain/sources.js';
import type { AdditionalDetailsReader } from '../payments/create-order.js';

/** Reads the ISV's share of an order. The fee is smaller than the amount. Pre-authorizations and card verifications have no fee. */
export const readOrderIsvShare: AdditionalDetailsReader = (body, { amount, preauth }) => {
  const { isvAmount: fee = 0, resellerSourceCode = DEFAULT_SOURCE_CODE } = body;
  if (!isvAmountOfOrder(amount, fee, preauth))
    throw BadRequest.ofRule(
      'isvAmount',
      preauth ? 'none for a pre-authorization; set it for the capture' : 'less than amount',
    );
  return { isv: { amount: fee, resellerSourceCode } };
};

/**
 * Reads the ISV's share of a charge.
 *
 * @param amount - Amount that contains the fee, if it is known.
 */
export function readIsvShare(
  { isvAmount: fee, resellerSourceCode }: IsvShareFields,
  amount?: number,
): IsvShareRequest {
  if (fee !== undefined && amount !== undefined && !isvAmountOfCharge(amount, fee))
    throw BadRequest.ofRule('isvAmount', 'less than amount');
  return { amount: fee, resellerSourceCode };
}

/**
 * Returns the share if the caller can charge it. Only resellers can. @see contract/openapi/isv.yaml transactions.createRecurringTransaction
 *
 * @param targetMerchantId - Merchant for which a reseller acts. Absent for a merchant with its own credentials.
 * @throws Refusal 400 if a merchant requests a fee with its own credentials.
 */
export function allowedIsvShare(
  share: IsvShareRequest,
  targetMerchantId: string | undefined,
): IsvShareRequest | undefined {
  if (targetMerchantId !== undefined) return share;
  if (share.amount !== undefined) throw refusal(400, 'PaymentsRecurringIsvMissingReseller');
  return undefined;
}
