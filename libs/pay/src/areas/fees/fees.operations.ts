import { defineOperation } from '../define-operation.js';
import { RetrieveFeesOptions } from './fees.options.generated.js';

export const RETRIEVE_FEES = defineOperation('fees.retrieveFees', {
  options: { dto: RetrieveFeesOptions, int64: ['orderCode'] },
});
