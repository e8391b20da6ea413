import { defineOperation } from '../define-operation.js';
import { CreateSourceOptions } from './source.options.generated.js';

export const SOURCE_CODES = {
  400: 'sourcecodeerror',
  403: 'sourcecodeerror',
  404: 'sourcecodeerror',
  409: 'sourcecodeexist',
  422: 'sourcecodeerror',
} as const;

export const CREATE_SOURCE = defineOperation('source.createSource', {
  options: { dto: CreateSourceOptions, int64: ['walletId'] },
  codes: SOURCE_CODES,
});
