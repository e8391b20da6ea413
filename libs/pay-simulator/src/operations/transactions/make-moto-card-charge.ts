import { allowedIsvShare, readIsvShare } from '../isv/isv-share-fields.js';
import type {
  IsvTransactionsMakeMotoCardChargeBody,
  MakeMotoCardChargeBody,
} from '../request-values.generated.js';
import type { MerchantHandler } from '../handler.js';
import { detailsOf } from './acquiring-fields.js';
import { transactionResult } from './transaction-result.js';

type MotoBody = Partial<IsvTransactionsMakeMotoCardChargeBody> & MakeMotoCardChargeBody;

/** Charges a card with a number received by mail or telephone. The number is masked and not stored. @see contract/openapi/transactions.yaml transactions.makeMotoCardCharge */
export const makeMotoCardCharge: MerchantHandler<MotoBody> = (
  { clock, motoCharges },
  { body, targetMerchantId },
) => {
  const { orderCode, creditcard: card, fullName, email, phone, installments, allowsRecurring } = body;
  const request = {
    ...{ orderCode, cardNumber: card.number, expiry: monthOf(card.expirationDate), cvc: card.cvc ?? null },
    ...{ fullName, email, phone, installments, ...detailsOf(body) },
    // The order can allow recurring charges, too.
    recurringSupport: allowsRecurring === true ? true : undefined,
  };
  const share = readIsvShare(body);
  return transactionResult(clock.now(), () =>
    motoCharges.charge({ ...request, isv: allowedIsvShare(share, targetMerchantId) }),
  );
};

function monthOf(date: string): string {
  const [year = '', month = ''] = date.split('-');
  return `${month}/${year}`;
}
