import type { FundsTransfer } from '../../domain/funds-transfer.js';
import { UUID } from '../field-kinds.js';
import type { Fields } from '../../http/fields.js';
import { ok, type OperationReply } from '../../http/operation.js';

/** Reads a UUID. */
export function readId(fields: Fields, name: string): string | undefined {
  return fields.text(name, UUID);
}

/** Creates the response with a transfer or reversal. */
export function transferReply({ id, executedAt }: FundsTransfer): OperationReply {
  const executed = executedAt === null ? null : new Date(executedAt).toISOString();
  return ok({ transferId: id, executed });
}
