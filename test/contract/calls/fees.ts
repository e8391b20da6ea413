import type { CallExample } from '../call-example.js';

export const feesCalls: Record<string, CallExample> = {
  'PayWallet fees.retrieveFees': (c, _path, options) => c.PayWallet.fees.retrieveFees(options as never),
};
