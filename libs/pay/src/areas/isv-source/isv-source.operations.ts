import { defineOperation } from '../define-operation.js';
import { SOURCE_CODES } from '../source/source.operations.js';
import { CreateIsvSourceOptions } from './isv-source.options.generated.js';

export const CREATE_ISV_SOURCE = defineOperation('isv:source.createSource', {
  outcomeLookup: {
    nothing: 'The service cannot list sources. You can repeat the call with the same sourceCode.',
  },
  options: { dto: CreateIsvSourceOptions, int64: ['walletId'] },
  codes: SOURCE_CODES,
});
