import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';

/** Returns the options for a transfer of an amount. @see contract/bank-transfers.json bankTransfers.retrieveBankTransferOptions */
export const retrieveBankTransferOptions =
  ({ bankTransfers }: AccountServices): OperationHandler =>
  ({ path, query }) => {
    const amount = query.integer('amount', { min: 1 });
    query.require('amount');
    query.check();
    const { supportsInstant, instructionTypes } = bankTransfers.options(
      path.bankAccountId ?? '',
      amount ?? 0,
    );
    return ok({ supportsInstant, instructionTypes, supportsBatch: false, descriptionRequired: false });
  };
