import { allowedIsvShare, readIsvShare } from '../isv/isv-share-fields.js';
import { currencyCode } from '../payments/order-fields.js';
import type { MerchantHandler } from '../handler.js';
import { transactionResult } from './transaction-result.js';

const NUMBER = { pattern: /^\d{12,19}$/, expected: 'the digits of a card number', required: true } as const;
const DATE = { pattern: /^\d{4}-\d\d-\d\d/, expected: 'a date, yyyy-MM-dd', required: true } as const;
const CVC = { pattern: /^\d{3,4}$/, expected: '3 or 4 digits' };

/** Charges a card with a number received by mail or telephone. The number is masked and not stored. @see contract/openapi/transactions.yaml transactions.makeMotoCardCharge */
export const makeMotoCardCharge: MerchantHandler = ({ clock, motoCharges }, { body, targetMerchantId }) => {
  body.require('moto', 'orderCode', 'creditcard');
  if (body.boolean('moto') === false) body.expect('moto', 'true');
  const card = body.object('creditcard');
  const request = {
    orderCode: body.int64('orderCode') ?? '',
    cardNumber: card?.text('number', NUMBER) ?? '',
    expiry: monthOf(card?.text('expirationDate', DATE)),
    cvc: card?.text('cvc', CVC) ?? null,
    merchantTrns: body.text('merchantTrns'),
    fullName: body.text('fullName', { min: 1 }),
    email: body.text('email', { min: 1 }),
    phone: body.text('phone', { min: 1 }),
    sourceCode: body.code('sourceCode'),
    customerTrns: body.text('customerTrns'),
    currencyCode: currencyCode(body),
    installments: body.integer('installments', { min: 0, max: 36 }),
    // The order can allow recurring charges, too.
    recurringSupport: body.boolean('allowsRecurring') === true ? true : undefined,
  };
  const share = readIsvShare(body);
  body.text('descriptor', { max: 13 });
  body.check();
  return transactionResult(clock.now(), () =>
    motoCharges.charge({ ...request, isv: allowedIsvShare(share, targetMerchantId) }),
  );
};

function monthOf(date = ''): string {
  const [year = '', month = ''] = date.split('-');
  return `${month}/${year}`;
}
