import type { LinkBankAccountBody } from '../request-values.generated.js';
import { NO_DETAILS } from '../../domain/bank-account.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Links the IBAN of a beneficiary. @see contract/openapi/bank-transfers.yaml bankTransfers.linkBankAccount */
export const linkBankAccount: MerchantHandler<LinkBankAccountBody> = ({ bankAccounts }, { body }) => {
  const account = bankAccounts.link({ ...NO_DETAILS, ...body });
  return ok({ bankAccountId: account.id, isVivaIban: account.isInternal });
};
