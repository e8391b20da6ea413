import { readDay, UUID } from '../field-kinds.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Schedules the file of a day. All subscriptions are notified when it is ready. @see contract/openapi/data-services.yaml dataServices.requestSaleTransactionsExport */
export const requestSaleTransactionsExport: MerchantHandler = ({ saleFiles }, { body }) => {
  const day = readDay(body, 'Date');
  const id = body.text('Id', UUID);
  body.text('FileType', { pattern: /^csv$/, expected: 'csv' });
  body.check();
  return ok({ requestId: saleFiles.request(day, id) });
};
