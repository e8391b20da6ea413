import type { RetrieveBankTransferOptionsQuery } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Returns the options for a transfer of an amount. @see contract/openapi/bank-transfers.yaml bankTransfers.retrieveBankTransferOptions */
export const retrieveBankTransferOptions: MerchantHandler<object, RetrieveBankTransferOptionsQuery> = (
  { bankTransfers },
  { path, query },
) => {
  const { amount } = query;
  const { supportsInstant, instructionTypes } = bankTransfers.options(path.bankAccountId ?? '', amount);
  return ok({ supportsInstant, instructionTypes, supportsBatch: false, descriptionRequired: false });
};
