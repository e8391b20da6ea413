import { inCamelCase } from '../../core/values/plain-data.js';
import { defineOperation } from '../define-operation.js';
import type { Obligation } from '../results.generated.js';

export const CREATE_OBLIGATION = defineOperation('obligations.createObligation', {
  response: { forms: { read: readObligation, problem: 'without an obligation' } },
});

/** Reads both camelCase (documented) and PascalCase (seen in practice). */
function readObligation(body: Record<string, unknown>): Obligation | undefined {
  const obligation = inCamelCase(body) as Partial<Obligation>;
  const { obligationId, statusId, captureId = null, cancellationId = null, completed = null } = obligation;
  if (typeof obligationId !== 'string' || typeof statusId !== 'string') return undefined;
  return { ...(obligation as Obligation), captureId, cancellationId, completed };
}
