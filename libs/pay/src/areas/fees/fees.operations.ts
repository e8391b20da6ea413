import { defineOperation } from '../define-operation.js';
import { RetrieveFeesOptions } from './fees.types.js';
import type { OrderFees } from '../results.generated.js';

export const RETRIEVE_FEES = defineOperation<OrderFees>()('fees.retrieveFees', {
  options: { dto: RetrieveFeesOptions, int64: ['orderCode'] },
});
