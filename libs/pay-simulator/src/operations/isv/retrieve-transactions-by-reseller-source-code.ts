import { athensDay, athensWithOffset } from '../../domain/athens-time.js';
import { majorUnits } from '../../domain/currencies.js';
import { resellerSourceCode } from '../../domain/isv-share.js';
import { DAY } from '../field-kinds.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Lists the transactions of a day for one of the ISV's sources. @see contract/isv.json transactions.retrieveTransactionsByResellerSourceCode */
export const retrieveTransactionsByResellerSourceCode: MerchantHandler = (
  { account, transactions },
  { query },
) => {
  query.require('ResellerSourceCode', 'date');
  const code = query.text('ResellerSourceCode', { min: 1 });
  const date = query.text('date', DAY);
  query.check();
  const rows = transactions
    .list()
    .filter((one) => resellerSourceCode(one) === code && athensDay(one.createdAt) === date)
    .map((one) => ({
      Emv: null,
      Email: one.email,
      Amount: majorUnits(one.amount, one.currencyCode),
      MerchantId: account.credentials.merchant.merchantId,
      OrderCode: BigInt(one.orderCode),
      StatusId: one.status,
      FullName: one.fullName,
      ResellerId: account.isv?.resellerId ?? null,
      InsDate: athensWithOffset(one.createdAt),
      CardNumber: one.card?.number ?? null,
      SourceCode: one.sourceCode,
      TransactionId: one.id,
      CurrencyCode: one.currencyCode,
      ResellerSourceCode: resellerSourceCode(one),
    }));
  return ok(rows);
};
