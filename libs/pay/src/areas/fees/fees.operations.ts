import { defineOperation } from '../../core/operation/operation.js';
import { RetrieveFeesOptions } from './fees.types.js';
import type { OrderFees } from './fees.types.js';

export const RETRIEVE_FEES = defineOperation<OrderFees>()({
  id: 'fees.retrieveFees',
  method: 'GET',
  host: 'web',
  path: '/api/fees',
  auth: 'basic',
  retry: 'safe',
  options: { dto: RetrieveFeesOptions, in: 'query', int64: ['orderCode'] },
  answer: { kind: 'json', required: ['Success'] },
});
