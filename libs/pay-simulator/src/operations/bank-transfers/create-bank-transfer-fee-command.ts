import { BadRequest } from '../../http/bad-request.js';
import type { CreateBankTransferFeeCommandBody } from '../request-values.generated.js';
import { majorUnits } from '../../domain/currencies.js';
import { refusal } from '../../domain/refusal.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Fixes options and fee of a transfer. The fee is in major units, as in event 768. @see contract/openapi/bank-transfers.yaml bankTransfers.createBankTransferFeeCommand */
export const createBankTransferFeeCommand: MerchantHandler<CreateBankTransferFeeCommandBody> = (
  { account, bankAccounts, bankTransfers },
  { path, body },
) => {
  const { amount, walletId, instructionType, isInstant = false } = body;
  if (Array.isArray(instructionType)) throw refusal(400, 'Null options');
  if (instructionType !== 1 && instructionType !== 2)
    throw BadRequest.ofRule('instructionType', 'one of 1, 2');
  const details = { amount, walletId: String(walletId), instructionType, isInstant };
  const { id, beneficiaryName } = bankAccounts.get(path.bankAccountId ?? '');
  const command = bankTransfers.createFeeCommand(id, details);
  return ok({
    bankCommandId: command.id,
    fee: majorUnits(command.fee, account.currencyCode),
    isInstant: command.isInstant,
    instructionType: command.instructionType,
    commissionType: command.instructionType,
    beneficiaryNames: beneficiaryName === null ? [] : [beneficiaryName],
  });
};
