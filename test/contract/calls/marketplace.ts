import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const marketplaceCalls: Record<string, CallExample> = {
  'Marketplace payments.createOrder': (c, _path, options) =>
    c.Marketplace.payments.createOrder(options as never),
  'Marketplace sellers.createAccount': (c, _path, options) =>
    c.Marketplace.sellers.createAccount(options as never),
  'Marketplace sellers.retrieveConnectedAccount': (c, path) =>
    c.Marketplace.sellers.retrieveConnectedAccount(text(path, 'accountId')),
  'Marketplace sellers.updateConnectedAccount': (c, path, options) =>
    c.Marketplace.sellers.updateConnectedAccount(text(path, 'accountId'), options),
  'Marketplace transfers.sendFunds': (c, _path, options) =>
    c.Marketplace.transfers.sendFunds(options as never),
  // Options without an amount are refused: what is to be all of it says so, by null or by no options.
  'Marketplace transfers.createTransferReversal': (c, path, options) =>
    c.Marketplace.transfers.createTransferReversal(
      text(path, 'transferId'),
      'amount' in options ? (options as never) : undefined,
    ),
  'Marketplace transactions.cancelTransaction': (c, path, options) =>
    c.Marketplace.transactions.cancelTransaction(text(path, 'transactionId'), options as never),
};
