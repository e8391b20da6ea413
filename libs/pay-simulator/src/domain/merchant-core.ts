import type { MerchantBasics } from './merchant-basics.js';
import type { Orders } from './orders.js';
import type { Terminals } from './terminals.js';
import type { Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';
import type { Wallets } from './wallets.js';

/** A merchant's records and money, which the services of its operations use. */
export interface MerchantCore extends MerchantBasics {
  readonly orders: Orders;
  readonly terminals: Terminals;
  readonly transactions: Transactions;
  readonly wallet: Wallet;
  readonly wallets: Wallets;
}
