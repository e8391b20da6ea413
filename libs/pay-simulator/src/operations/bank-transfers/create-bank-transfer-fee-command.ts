import type { CreateBankTransferFeeCommandBody } from '../request-values.generated.js';
import { majorUnits } from '../../domain/currencies.js';
import { refusal } from '../../domain/refusal.js';
import { ok } from '../../http/operation.js';
import { readInstructionType } from '../field-kinds.js';
import type { MerchantHandler } from '../handler.js';

/** Fixes options and fee of a transfer. The fee is in major units, as in event 768. @see contract/openapi/bank-transfers.yaml bankTransfers.createBankTransferFeeCommand */
export const createBankTransferFeeCommand: MerchantHandler = (
  { account, bankAccounts, bankTransfers },
  { path, body },
) => {
  if (Array.isArray(body.value('instructionType'))) throw refusal(400, 'Null options');
  const instructionType = readInstructionType(body, 'instructionType');
  const { amount, walletId, isInstant = false } = body.rest<CreateBankTransferFeeCommandBody>();
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
