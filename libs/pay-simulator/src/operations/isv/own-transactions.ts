import { PERMISSION_OFF_TEXT } from '../../domain/contract.generated.js';
import { Refusal } from '../../domain/refusal.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/**
 * An operation that the merchant does with its own credentials: on a connected merchant's transaction it is refused as
 * one that is switched off. @see contract/isv.json traps "three credential sets"
 */
export const onOwnTransactions =
  (
    { connectedMerchants }: Pick<Services, 'connectedMerchants'>,
    handle: OperationHandler,
  ): OperationHandler =>
  (request) => {
    const id = request.path.transactionId ?? '';
    if (connectedMerchants.list().some(({ transactions }) => transactions.find(id)))
      throw new Refusal(403, PERMISSION_OFF_TEXT);
    return handle(request);
  };
