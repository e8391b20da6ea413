import { defineOperation } from '../define-operation.js';
import { CREATE_SOURCE } from '../source/source.operations.js';
import { CreateIsvSourceOptions } from './isv-source.types.js';

export const CREATE_ISV_SOURCE = defineOperation<null, 'sourcecodeexist' | 'sourcecodeerror'>()(
  'isv:source.createSource',
  {
    outcomeLookup: {
      nothing: 'The service cannot list sources. You can repeat the call with the same sourceCode.',
    },
    options: { dto: CreateIsvSourceOptions, int64: ['walletId'] },
    codes: CREATE_SOURCE.codes,
  },
);
