import { defineOperation } from '../define-operation.js';
import { GET_ORDER } from '../payments/payments.operations.js';

export const GET_ISV_ORDER = defineOperation('isv:payments.getOrder', {
  response: GET_ORDER.response,
});
