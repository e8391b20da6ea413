import { defineOperation } from '../define-operation.js';

export const SOURCE_CODES = {
  400: 'sourcecodeerror',
  403: 'sourcecodeerror',
  404: 'sourcecodeerror',
  409: 'sourcecodeexist',
  422: 'sourcecodeerror',
} as const;

export const CREATE_SOURCE = defineOperation('source.createSource', {
  codes: SOURCE_CODES,
});
