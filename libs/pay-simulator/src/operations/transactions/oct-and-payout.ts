import { ServiceId } from '../../domain/disbursements.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { readAcquiringRequest } from './acquiring-fields.js';
import { transactionResult } from './transaction-result.js';

/** Sends an original credit or a pay-out to the card of a payment. @see contract/transactions.json transactions.octAndPayout */
export const octAndPayout =
  ({ clock, disbursements, idempotencyKeys }: AccountServices): OperationHandler =>
  ({ path, query }) => {
    const { request, key } = readAcquiringRequest(query);
    query.require('idempotencyKey');
    const serviceId = query.integer('serviceId');
    const isPayout = serviceId === ServiceId.Payout;
    if (!isPayout && serviceId !== ServiceId.Oct) query.expect('serviceId', '6 (OCT) or 14 (pay out)');
    query.check();
    const kind = isPayout ? ServiceId.Payout : ServiceId.Oct;
    const paymentId = path.transactionId?.toLowerCase() ?? '';
    return transactionResult(clock.now(), () =>
      idempotencyKeys.runOnce('octAndPayout', key, { paymentId, kind, ...request }, () =>
        disbursements.payOut(paymentId, kind, request),
      ),
    );
  };
