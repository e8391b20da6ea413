import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const legacyBankAccountsCalls: Record<string, CallExample> = {
  'PayWallet legacyBankAccounts.linkBankAccount': (c, _path, options) =>
    c.PayWallet.legacyBankAccounts.linkBankAccount(options as never),
  'PayWallet legacyBankAccounts.retrieveBankAccounts': (c) =>
    c.PayWallet.legacyBankAccounts.retrieveBankAccounts(),
  'PayWallet legacyBankAccounts.retrieveBankAccountById': (c, path) =>
    c.PayWallet.legacyBankAccounts.retrieveBankAccountById(text(path, 'bankAccountId')),
  'PayWallet legacyBankAccounts.unlinkBankAccount': (c, path) =>
    c.PayWallet.legacyBankAccounts.unlinkBankAccount(text(path, 'bankAccountId')),
  'PayWallet legacyBankAccounts.outgoingBankTransfer': (c, path, options) =>
    c.PayWallet.legacyBankAccounts.outgoingBankTransfer(
      text(path, 'walletId'),
      text(path, 'bankAccountId'),
      options as never,
    ),
};
