import type { IncreasePreauthBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { acquiringRequest } from './acquiring-fields.js';

/** Increases a pre-authorization. @see contract/openapi/transactions.yaml transactions.increasePreauth */
export const increasePreauth: MerchantHandler<IncreasePreauthBody> = (
  { idempotencyKeys, recharges },
  { path, body },
) => {
  const { request, key } = acquiringRequest(body);
  const preauthId = path.transactionId?.toLowerCase() ?? '';
  const { id } = idempotencyKeys.runOnce('increasePreauth', key, { preauthId, ...request }, () =>
    recharges.increase(preauthId, request),
  );
  return ok({ transactionId: id });
};
