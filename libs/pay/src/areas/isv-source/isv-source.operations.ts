import { defineOperation } from '../define-operation.js';
import { SOURCE_CODES } from '../source/source.operations.js';

export const CREATE_ISV_SOURCE = defineOperation('isv:source.createSource', {
  codes: SOURCE_CODES,
});
