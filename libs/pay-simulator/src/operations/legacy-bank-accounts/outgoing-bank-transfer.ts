import type { OutgoingBankTransferBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import { InstructionType } from '../../domain/bank-transfer.js';
import type { MerchantHandler } from '../handler.js';

/** Sends money through the older endpoint. For an IBAN of the service, the response is empty (inferred). @see contract/openapi/legacy-misc.yaml legacyBankAccounts.outgoingBankTransfer */
export const outgoingBankTransfer: MerchantHandler<OutgoingBankTransferBody> = (
  { bankTransfers },
  { path, body },
) => {
  const { amount, description = '', trySendInstant: isInstant = false } = body;
  const { instructionTypeId: instructionType = InstructionType.Shared } = body;
  const details = { amount, walletId: path.walletId ?? '', description };
  const sent = bankTransfers.sendLegacy(path.bankAccountId ?? '', details, { instructionType, isInstant });
  if (sent.kind === 'wallet') return { status: 200 };
  return ok({ CommandId: sent.transfer.commandId, IsInstant: sent.transfer.isInstant });
};
