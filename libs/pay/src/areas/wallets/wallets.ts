import { WalletsMethods } from '../methods.generated.js';

/** Lists the merchant's wallets, and transfers money between wallets of the service. */
export class PayWallets extends WalletsMethods {}
