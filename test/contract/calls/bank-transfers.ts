import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const bankTransfersCalls: Record<string, CallExample> = {
  'PayWallet bankTransfers.linkBankAccount': (c, _path, options) =>
    c.PayWallet.bankTransfers.linkBankAccount(options as never),
  'PayWallet bankTransfers.retrieveBankAccounts': (c, _path, options) =>
    c.PayWallet.bankTransfers.retrieveBankAccounts(options),
  'PayWallet bankTransfers.retrieveBankAccountById': (c, path) =>
    c.PayWallet.bankTransfers.retrieveBankAccountById(text(path, 'bankAccountId')),
  'PayWallet bankTransfers.updateBankAccount': (c, path, options) =>
    c.PayWallet.bankTransfers.updateBankAccount(text(path, 'bankAccountId'), options as never),
  'PayWallet bankTransfers.retrieveBankTransferOptions': (c, path, options) =>
    c.PayWallet.bankTransfers.retrieveBankTransferOptions(text(path, 'bankAccountId'), options as never),
  'PayWallet bankTransfers.createBankTransferFeeCommand': (c, path, options) =>
    c.PayWallet.bankTransfers.createBankTransferFeeCommand(text(path, 'bankAccountId'), options as never),
  'PayWallet bankTransfers.executeBankTransfer': (c, path, options) =>
    c.PayWallet.bankTransfers.executeBankTransfer(text(path, 'bankAccountId'), options as never),
};
