import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const isvPosCalls: Record<string, CallExample> = {
  'PayISV pos.devices.searchDevices': (c, _path, options) =>
    c.PayISV.pos.devices.searchDevices(options as never),
  'PayISV pos.transactions.initiateSaleRequest': (c, _path, options) =>
    c.PayISV.pos.transactions.initiateSaleRequest(options as never),
  'PayISV pos.transactions.refundTransaction': (c, _path, options) =>
    c.PayISV.pos.transactions.refundTransaction(options as never),
  'PayISV pos.transactions.createAction': (c, _path, options) =>
    c.PayISV.pos.transactions.createAction(options as never),
  'PayISV pos.transactions.getActionDetails': (c, path) =>
    c.PayISV.pos.transactions.getActionDetails({ actionId: text(path, 'actionId') }),
  'PayISV pos.session.retrieveSessionById': (c, path) =>
    c.PayISV.pos.session.retrieveSessionById({ sessionId: text(path, 'sessionId') }),
  'PayISV pos.session.retrieveSessionInfoByDate': (c, _path, options) =>
    c.PayISV.pos.session.retrieveSessionInfoByDate(options),
  'PayISV pos.session.abortSession': (c, path, options) =>
    c.PayISV.pos.session.abortSession({ ...options, sessionId: text(path, 'sessionId') } as never),
};
