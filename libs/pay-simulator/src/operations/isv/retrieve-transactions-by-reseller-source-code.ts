import type { RetrieveTransactionsByResellerSourceCodeQuery } from '../request-values.generated.js';
import { athensDay, athensWithOffset } from '../../domain/athens-time.js';
import { resellerSourceCode } from '../../domain/isv-share.js';
import { ok } from '../../http/operation.js';
import { transactionValues } from '../../domain/transaction-members.js';
import type { MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Lists the transactions of a day for one of the ISV's sources. @see contract/openapi/isv.yaml transactions.retrieveTransactionsByResellerSourceCode */
export const retrieveTransactionsByResellerSourceCode: MerchantHandler<
  object,
  RetrieveTransactionsByResellerSourceCodeQuery
> = ({ account, transactions }, { query }) => {
  const { ResellerSourceCode: code, date } = query;
  const rows = transactions
    .list()
    .filter((one) => resellerSourceCode(one) === code && athensDay(one.createdAt) === date)
    .map((one) =>
      membersOf('transactions.retrieveTransactionsByResellerSourceCode', {
        ...transactionValues(one, account),
        resellerId: account.isv?.resellerId,
        insDate: athensWithOffset(one.createdAt),
      }),
    );
  return ok(rows);
};
