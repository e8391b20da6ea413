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
};
