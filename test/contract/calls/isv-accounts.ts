import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const isvAccountsCalls: Record<string, CallExample> = {
  'PayISV connectedAccounts.create': (c, _path, options) =>
    c.PayISV.connectedAccounts.create(options as never),
  'PayISV connectedAccounts.getAccountDatas': (c, path) =>
    c.PayISV.connectedAccounts.getAccountDatas({ accountId: text(path, 'accountId') }),
  'PayISV webhook.create': (c, _path, options) => c.PayISV.webhook.create(options as never),
};
