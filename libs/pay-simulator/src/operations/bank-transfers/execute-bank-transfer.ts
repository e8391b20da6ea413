import type { ExecuteBankTransferBody } from '../request-values.generated.js';
import { majorUnits } from '../../domain/currencies.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Sends money to a linked account. The fee is in major units, as in event 768. @see contract/openapi/bank-transfers.yaml bankTransfers.executeBankTransfer */
export const executeBankTransfer: MerchantHandler<ExecuteBankTransferBody> = (
  { account, bankTransfers },
  { path, body },
) => {
  const { amount, walletId, description = '', bankCommandId } = body;
  const details = { amount, walletId: String(walletId), description };
  const sent = bankTransfers.send(path.bankAccountId ?? '', details, bankCommandId);
  const isBank = sent.kind === 'bank';
  return ok({
    fee: majorUnits(isBank ? sent.transfer.fee : 0, account.currencyCode),
    commandId: isBank ? sent.transfer.commandId : null,
    isInstant: isBank && sent.transfer.isInstant,
    walletTransactionId: isBank ? null : sent.walletTransactionId,
  });
};
