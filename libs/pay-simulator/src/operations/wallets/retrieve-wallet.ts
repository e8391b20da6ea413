import { inPascalCase } from '../../domain/wire-json.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { walletView } from './retrieve-merchant-wallets.js';

/** Lists the wallets in Pascal case, with the currency as a string. @see contract/wallets.json wallets.retrieveWallet */
export const retrieveWallet =
  ({ wallets }: AccountServices): OperationHandler =>
  () =>
    ok(wallets.own().map((wallet) => inPascalCase(walletView(wallet, wallets.balance(wallet)))));
