import type { RequestSaleTransactionsExportBody } from '../request-values.generated.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Schedules the file of a day. All subscriptions are notified when it is ready. @see contract/openapi/data-services.yaml dataServices.requestSaleTransactionsExport */
export const requestSaleTransactionsExport: MerchantHandler<RequestSaleTransactionsExportBody> = (
  { saleFiles },
  { body },
) => {
  const { Date: day, Id: id } = body;
  return ok({ requestId: saleFiles.request(day, id) });
};
