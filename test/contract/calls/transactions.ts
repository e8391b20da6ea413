import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const transactionsCalls: Record<string, CallExample> = {
  'PayWallet transactions.getTransactionById': (c, path) =>
    c.PayWallet.transactions.getTransactionById(text(path, 'transactionId')),
  'Marketplace transactions.getTransactionById': (c, path) =>
    c.Marketplace.transactions.getTransactionById(text(path, 'transactionId')),
  'PayWallet transactions.createTransaction': (c, path, options) =>
    c.PayWallet.transactions.createTransaction({ ...options, id: text(path, 'transactionId') } as never),
  'Marketplace transactions.createTransaction': (c, path, options) =>
    c.Marketplace.transactions.createTransaction({ ...options, id: text(path, 'transactionId') } as never),
  'PayWallet transactions.cancelTransaction': (c, path, options) =>
    c.PayWallet.transactions.cancelTransaction(text(path, 'transactionId'), options as never),
  'PayWallet transactions.getLegacyTransactions': (c, path) =>
    c.PayWallet.transactions.getLegacyTransactions(text(path, 'transactionId')),
  // No filter is required by itself, but one of them is.
  'PayWallet transactions.getLegacyTransactions:list': (c, _path, options) =>
    c.PayWallet.transactions.getLegacyTransactions(undefined, { sourceCode: '8541', ...options }),
  'PayWallet transactions.createCardToken': (c, _path, options) =>
    c.PayWallet.transactions.createCardToken(options as never),
  'PayWallet transactions.makeMotoCardCharge': (c, _path, options) =>
    c.PayWallet.transactions.makeMotoCardCharge(options as never),
  'PayWallet transactions.increasePreauth': (c, path, options) =>
    c.PayWallet.transactions.increasePreauth(text(path, 'transactionId'), options as never),
  'PayWallet transactions.cancelPartialAuthorization': (c, path, options) =>
    c.PayWallet.transactions.cancelPartialAuthorization(text(path, 'transactionId'), options as never),
  'PayWallet transactions.rebate': (c, path, options) =>
    c.PayWallet.transactions.rebate(text(path, 'transactionId'), options as never),
  'PayWallet transactions.fastRefund': (c, path, options) =>
    c.PayWallet.transactions.fastRefund(text(path, 'transactionId'), options as never),
  'PayWallet transactions.cancelRebateOrFastRefund': (c, path, options) =>
    c.PayWallet.transactions.cancelRebateOrFastRefund(text(path, 'transactionId'), options as never),
  'PayWallet transactions.octAndPayout': (c, path, options) =>
    c.PayWallet.transactions.octAndPayout(text(path, 'transactionId'), options as never),
};
