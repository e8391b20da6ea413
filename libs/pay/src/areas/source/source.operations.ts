import { defineOperation } from '../define-operation.js';
import { CreateSourceOptions } from './source.types.js';

export const CREATE_SOURCE = defineOperation<null, 'sourcecodeexist' | 'sourcecodeerror'>()(
  'source.createSource',
  {
    options: { dto: CreateSourceOptions, int64: ['walletId'] },
    codes: {
      400: 'sourcecodeerror',
      403: 'sourcecodeerror',
      404: 'sourcecodeerror',
      409: 'sourcecodeexist',
      422: 'sourcecodeerror',
    },
  },
);
