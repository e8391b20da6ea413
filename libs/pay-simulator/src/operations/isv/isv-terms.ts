import { DEFAULT_SOURCE_CODE } from '../../domain/sources.js';
import type { MoreTerms } from '../payments/create-order.js';

/** The ISV's fee and source of an order: the fee is smaller than the amount; a pre-authorisation and the verification of a card have none. */
export const isvTerms: MoreTerms = (body, { amount, preauth }) => {
  const fee = body.integer('isvAmount', { min: 0 }) ?? 0;
  if (fee > 0 && fee >= amount) body.expect('isvAmount', 'less than amount');
  if (preauth && fee > 0) body.expect('isvAmount', 'none on a pre-authorisation: give it at capture');
  const resellerSourceCode = body.text('resellerSourceCode', { min: 1 }) ?? DEFAULT_SOURCE_CODE;
  return { isv: { amount: fee, resellerSourceCode } };
};
