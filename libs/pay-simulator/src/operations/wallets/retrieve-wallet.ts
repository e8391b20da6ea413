import { inPascalCase } from '../../domain/wire-json.js';
import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { walletView } from './retrieve-merchant-wallets.js';

/** Lists the wallets in Pascal case, with the currency as a string. @see contract/openapi/wallets.yaml wallets.retrieveWallet */
export const retrieveWallet: MerchantHandler = ({ wallets }) =>
  ok(wallets.own().map((wallet) => inPascalCase(walletView(wallet, wallets.balance(wallet)))));
