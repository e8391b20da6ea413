import type { CallExample } from '../call-example.js';
import { targetMerchantId } from './isv-payments.js';

/** Not required by themselves, but an online source needs them. */
const ONLINE = { domain: 'www.example.com', isSecure: true, pathSuccess: 'success', pathFail: 'fail' };

export const isvSourceCalls: Record<string, CallExample> = {
  'PayISV source.createSource': (c, _path, options) =>
    c.PayISV.source.createSource({ ...ONLINE, ...options, targetMerchantId } as never),
};
