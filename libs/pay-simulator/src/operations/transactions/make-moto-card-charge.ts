import { allowedIsvShare, readIsvShare } from '../isv/isv-share-fields.js';
import type { MerchantHandler } from '../handler.js';
import { readDetails } from './acquiring-fields.js';
import { transactionResult } from './transaction-result.js';

/** Charges a card with a number received by mail or telephone. The number is masked and not stored. @see contract/openapi/transactions.yaml transactions.makeMotoCardCharge */
export const makeMotoCardCharge: MerchantHandler = ({ clock, motoCharges }, { body, targetMerchantId }) => {
  const card = body.object('creditcard');
  const request = {
    // An unknown order is a 404, however short its code is.
    orderCode: body.int64('orderCode', { minimum: 1 }) ?? '',
    cardNumber: card?.text('number') ?? '',
    expiry: monthOf(card?.text('expirationDate')),
    cvc: card?.text('cvc') ?? null,
    fullName: body.text('fullName'),
    email: body.text('email'),
    phone: body.text('phone'),
    ...readDetails(body),
    installments: body.integer('installments'),
    // The order can allow recurring charges, too.
    recurringSupport: body.boolean('allowsRecurring') === true ? true : undefined,
  };
  const share = readIsvShare(body);
  body.check();
  return transactionResult(clock.now(), () =>
    motoCharges.charge({ ...request, isv: allowedIsvShare(share, targetMerchantId) }),
  );
};

function monthOf(date = ''): string {
  const [year = '', month = ''] = date.split('-');
  return `${month}/${year}`;
}
