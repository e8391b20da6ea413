import { inPascalCase } from '../../domain/wire-json.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../../http/operation.js';
import { walletView } from './retrieve-merchant-wallets.js';

/** Lists the wallets in Pascal case, with the currency as a string. @see contract/wallets.json wallets.retrieveWallet */
export const retrieveWallet =
  ({ wallets }: Pick<Services, 'wallets'>): OperationHandler =>
  () => ({
    status: 200,
    json: wallets.own().map((wallet) => inPascalCase(walletView(wallet, wallets.balance(wallet)))),
  });
