import type { CreateTransferReversalBody } from '../request-values.generated.js';
import type { Handler } from '../handler.js';
import { transferReply } from './transfer-fields.js';

/** Reverses a transfer, or without an amount its remaining amount. @see contract/openapi/marketplace.yaml transfers.createTransferReversal */
export const createTransferReversal: Handler<CreateTransferReversalBody> = (
  { transfers },
  { path, body },
) => {
  const { amount } = body;
  return transferReply(transfers.reverse(path.transferId ?? '', amount));
};
