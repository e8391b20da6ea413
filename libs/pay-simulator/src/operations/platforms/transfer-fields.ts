import type { FundsTransfer } from '../../domain/funds-transfer.js';
import { UUID } from '../../http/field-kinds.js';
import type { Fields } from '../../http/fields.js';
import type { OperationReply } from '../operation.js';

/** An id in a body. */
export function idField(fields: Fields, name: string): string | undefined {
  return fields.text(name, { pattern: UUID, expected: 'an id (UUID)' });
}

/** A transfer or reversal, as it is answered. */
export function transferReply({ id, executedAt }: FundsTransfer): OperationReply {
  const executed = executedAt === null ? null : new Date(executedAt).toISOString();
  return { status: 200, json: { transferId: id, executed } };
}
