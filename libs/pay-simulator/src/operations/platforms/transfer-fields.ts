import type { FundsTransfer } from '../../domain/funds-transfer.js';
import { ok, type OperationReply } from '../../http/operation.js';

/** Creates the response with a transfer or reversal. */
export function transferReply({ id, executedAt }: FundsTransfer): OperationReply {
  const executed = executedAt === null ? null : new Date(executedAt).toISOString();
  return ok({ transferId: id, executed });
}
