import { UUID } from '../../http/field-kinds.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** Plans the file of a day; it is announced to the subscriptions that exist when it is ready. @see contract/data-services.json dataServices.requestSaleTransactionsExport */
export const requestSaleTransactionsExport =
  ({ saleFiles }: Pick<Services, 'saleFiles'>): OperationHandler =>
  ({ body }) => {
    body.require('Date');
    const day =
      body.text('Date', { pattern: /^\d{4}-\d\d-\d\d$/, expected: 'a day such as 2026-03-18' }) ?? '';
    if (day !== '' && Number.isNaN(Date.parse(day))) body.expect('Date', 'a day such as 2026-03-18');
    const id = body.text('Id', { pattern: UUID, expected: 'a UUID' });
    body.text('FileType', { pattern: /^csv$/, expected: 'csv' });
    body.check();
    return { status: 200, json: { requestId: saleFiles.request(day, id) } };
  };
