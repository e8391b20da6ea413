import { inCamelCase } from '../../core/values/plain-data.js';
import type { Obligation } from '../results.generated.js';

/** Reads both camelCase (documented) and PascalCase (seen in practice). */
export function readObligation(body: Record<string, unknown>): Obligation | undefined {
  const obligation = inCamelCase(body) as Partial<Obligation>;
  const { obligationId, statusId, captureId = null, cancellationId = null, completed = null } = obligation;
  if (typeof obligationId !== 'string' || typeof statusId !== 'string') return undefined;
  return { ...(obligation as Obligation), captureId, cancellationId, completed };
}
