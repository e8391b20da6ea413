import { defineOperation } from '../define-operation.js';
import { MERCHANT_REFUSED } from '../target-merchant.js';
import { GET_ORDER, LOST_ORDER } from '../payments/payments.operations.js';
import {
  ConnectedMerchantQuery,
  CreateIsvOrderOptions,
  IsvOrderOptions,
} from './isv-payments.options.generated.js';

export const CREATE_ISV_ORDER = defineOperation('isv:payments.createOrder', {
  outcomeLookup: LOST_ORDER,
  query: ConnectedMerchantQuery,
  options: { dto: CreateIsvOrderOptions },
  hints: MERCHANT_REFUSED,
});

export const GET_ISV_ORDER = defineOperation('isv:payments.getOrder', {
  options: { dto: IsvOrderOptions },
  response: GET_ORDER.response,
});

export const CANCEL_ISV_ORDER = defineOperation('isv:payments.cancelOrder', {
  outcomeLookup: { read: 'payments.getOrder', about: 'cancelled-order', from: 'orderCode', client: 'isv' },
  options: { dto: IsvOrderOptions },
});
