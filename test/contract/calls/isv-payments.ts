import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

/** The connected merchant of the contract's examples of reseller calls. */
export const targetMerchantId = 'b7c1e2d0-0000-4000-8000-000000000002';

export const isvPaymentsCalls: Record<string, CallExample> = {
  'PayISV payments.createOrder': (c, _path, { merchantId, ...options }) =>
    c.PayISV.payments.createOrder(merchantId as string, options as never),
  'PayISV payments.getOrder': (c, path) =>
    c.PayISV.payments.getOrder({ orderCode: text(path, 'orderCode'), targetMerchantId }),
  'PayISV payments.cancelOrder': (c, path) =>
    c.PayISV.payments.cancelOrder({ orderCode: text(path, 'orderCode'), targetMerchantId }),
};
