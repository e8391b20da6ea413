import { defineOperation } from '../../core/operation/operation.js';
import { CreateSourceOptions } from './source.types.js';

export const CREATE_SOURCE = defineOperation<null, 'sourcecodeexist' | 'sourcecodeerror'>()({
  id: 'source.createSource',
  method: 'POST',
  host: 'web',
  path: '/api/sources',
  auth: 'basic',
  retry: 'idempotent',
  options: { dto: CreateSourceOptions, in: 'json', int64: ['walletId'] },
  answer: { kind: 'empty' },
  codes: {
    400: 'sourcecodeerror',
    403: 'sourcecodeerror',
    404: 'sourcecodeerror',
    409: 'sourcecodeexist',
    422: 'sourcecodeerror',
  },
});
