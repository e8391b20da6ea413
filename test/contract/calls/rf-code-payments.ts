import type { CallExample } from '../call-example.js';

export const rfCodePaymentsCalls: Record<string, CallExample> = {
  'PayWallet rfCodePayments.generateRfCodes': (c, _path, options) =>
    c.PayWallet.rfCodePayments.generateRfCodes(options as never),
};
