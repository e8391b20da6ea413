import type { CallExample } from '../call-example.js';

export const obligationsCalls: Record<string, CallExample> = {
  'PayWallet obligations.createObligation': (c, _path, options) =>
    c.PayWallet.obligations.createObligation(options as never),
};
