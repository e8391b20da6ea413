import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const paymentsCalls: Record<string, CallExample> = {
  'PayWallet payments.createOrder': (c, _path, options) => c.PayWallet.payments.createOrder(options as never),
  'PayWallet payments.getOrder': (c, path) => c.PayWallet.payments.getOrder(text(path, 'orderCode')),
  'PayWallet payments.updateOrder': (c, path, options) =>
    c.PayWallet.payments.updateOrder(text(path, 'orderCode'), options),
  'PayWallet payments.cancelOrder': (c, path) => c.PayWallet.payments.cancelOrder(text(path, 'orderCode')),
  'Marketplace payments.cancelOrder': (c, path) =>
    c.Marketplace.payments.cancelOrder(text(path, 'orderCode')),
  'PayWallet payments.createLegacyOrder': (c, _path, options) =>
    c.PayWallet.payments.createLegacyOrder(options as never),
};
