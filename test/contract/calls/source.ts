import type { CallExample } from '../call-example.js';

export const sourceCalls: Record<string, CallExample> = {
  'PayWallet source.createSource': (c, _path, options) => c.PayWallet.source.createSource(options as never),
  'Marketplace source.createSource': (c, _path, options) =>
    c.Marketplace.source.createSource(options as never),
};
