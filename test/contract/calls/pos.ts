import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const posCalls: Record<string, CallExample> = {
  'PayWallet pos.devices.searchDevices': (c, _path, options) =>
    c.PayWallet.pos.devices.searchDevices(options),
  'PayWallet pos.transactions.initiateSaleRequest': (c, _path, options) =>
    c.PayWallet.pos.transactions.initiateSaleRequest(options as never),
  'PayWallet pos.transactions.capturePreAuthRequest': (c, _path, options) =>
    c.PayWallet.pos.transactions.capturePreAuthRequest(options as never),
  'PayWallet pos.transactions.refundTransaction': (c, _path, options) =>
    c.PayWallet.pos.transactions.refundTransaction(options as never),
  'PayWallet pos.transactions.unreferencedRefund': (c, _path, options) =>
    c.PayWallet.pos.transactions.unreferencedRefund(options as never),
  'PayWallet pos.transactions.fastRefund': (c, _path, options) =>
    c.PayWallet.pos.transactions.fastRefund(options as never),
  'PayWallet pos.transactions.rebate': (c, _path, options) =>
    c.PayWallet.pos.transactions.rebate(options as never),
  'PayWallet pos.transactions.createAction': (c, _path, options) =>
    c.PayWallet.pos.transactions.createAction(options as never),
  'PayWallet pos.transactions.getActionDetails': (c, path) =>
    c.PayWallet.pos.transactions.getActionDetails({ actionId: text(path, 'actionId') }),
  'PayWallet pos.session.retrieveSessionById': (c, path) =>
    c.PayWallet.pos.session.retrieveSessionById({ sessionId: text(path, 'sessionId') }),
  'PayWallet pos.session.retrieveSessionInfoByDate': (c, _path, options) =>
    c.PayWallet.pos.session.retrieveSessionInfoByDate(options),
  'PayWallet pos.session.abortSession': (c, path, options) =>
    c.PayWallet.pos.session.abortSession({ ...options, sessionId: text(path, 'sessionId') } as never),
};
