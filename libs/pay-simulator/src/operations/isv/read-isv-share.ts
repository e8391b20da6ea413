import type { IsvShare } from '../../domain/isv-share.js';
import { Refusal } from '../../domain/refusal.js';
import type { Fields } from '../../http/fields.js';

/** Reads what is said of an ISV's share of a charge. `amount` is what the fee is contained in, where that is known. */
export function readIsvShare(body: Fields, amount?: number): IsvShare {
  const fee = body.integer('isvAmount', { min: 0 });
  if (fee !== undefined && amount !== undefined && fee > 0 && fee >= amount)
    body.expect('isvAmount', 'less than amount');
  return { amount: fee, resellerSourceCode: body.text('resellerSourceCode', { min: 1 }) };
}

/**
 * The share that a caller may take: a reseller's. @see contract/isv.json transactions.createRecurringTransaction
 *
 * @param targetMerchantId whom a reseller acts for; a merchant with its own credentials has none.
 * @throws Refusal 400 when a merchant asks for a fee with its own credentials.
 */
export function allowedShare(share: IsvShare, targetMerchantId: string | undefined): IsvShare | undefined {
  if (targetMerchantId !== undefined) return share;
  if (share.amount !== undefined) throw new Refusal(400, 'PaymentsRecurringIsvMissingReseller', 0, 400);
  return undefined;
}
