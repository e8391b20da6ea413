import { Refusal } from '../../domain/refusal.js';
import type { MerchantHandler } from '../handler.js';

/** Downloads an announced file until it expires. @see contract/openapi/data-services.yaml dataServices.downloadSaleTransactionsFile */
export const downloadSaleTransactionsFile: MerchantHandler = ({ saleFiles }, { path }) => {
  const file = saleFiles.find(path.requestId ?? '', path.fileId ?? '');
  if (!file) throw new Refusal(404, 'File was not found');
  return { status: 200, text: { type: 'text/csv; charset=utf-8', content: file.csv } };
};
