import type { Type } from '@nestjs/common';
import { PayBankTransfers } from '../areas/bank-transfers/bank-transfers.js';
import { PayDataServices } from '../areas/data-services/data-services.js';
import { PayFees } from '../areas/fees/fees.js';
import { IsvConnectedAccounts } from '../areas/isv-connected-accounts/isv-connected-accounts.js';
import { IsvPayments } from '../areas/isv-payments/isv-payments.js';
import { IsvPos } from '../areas/isv-pos/isv-pos.js';
import { IsvSourceCode } from '../areas/isv-source/isv-source.js';
import { IsvTransactions } from '../areas/isv-transactions/isv-transactions.js';
import { IsvWebhook } from '../areas/isv-webhook/isv-webhook.js';
import { MarketPlacePayments } from '../areas/marketplace-payments/marketplace-payments.js';
import { MarketPlaceSellers } from '../areas/marketplace-sellers/marketplace-sellers.js';
import { MarketPlaceTransactions } from '../areas/marketplace-transactions/marketplace-transactions.js';
import { MarketPlaceTransfers } from '../areas/marketplace-transfers/marketplace-transfers.js';
import { PayLegacyBankAccounts } from '../areas/legacy-bank-accounts/legacy-bank-accounts.js';
import { PayObligations } from '../areas/obligations/obligations.js';
import { PayPayments } from '../areas/payments/payments.js';
import { PayPos } from '../areas/pos/pos.js';
import { PayResellers } from '../areas/resellers/resellers.js';
import { PayRFCodePayments } from '../areas/rf-code-payments/rf-code-payments.js';
import { PaySourceCode } from '../areas/source/source.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import { PayWallets } from '../areas/wallets/wallets.js';
import { PayWebhooks } from '../areas/webhooks/webhooks.js';
import { Marketplace } from '../clients/marketplace.js';
import type { PayClient } from '../clients/pay-client.js';
import { PayISV } from '../clients/pay-isv.js';
import { PayWallet } from '../clients/pay-wallet.js';

/** Clients by their names in PayModule's options. If two clients have the same area, the first client takes precedence. */
export const PAY_CLIENTS = {
  wallet: {
    service: PayWallet,
    areas: areasOf<PayWallet>({
      dataServices: PayDataServices,
      fees: PayFees,
      payments: PayPayments,
      pos: PayPos,
      resellers: PayResellers,
      rfCodePayments: PayRFCodePayments,
      source: PaySourceCode,
      transactions: PayTransactions,
      bankTransfers: PayBankTransfers,
      legacyBankAccounts: PayLegacyBankAccounts,
      obligations: PayObligations,
      wallets: PayWallets,
      webhooks: PayWebhooks,
    }),
  },
  marketplace: {
    service: Marketplace,
    areas: areasOf<Marketplace>({
      payments: MarketPlacePayments,
      sellers: MarketPlaceSellers,
      source: PaySourceCode,
      transactions: MarketPlaceTransactions,
      transfers: MarketPlaceTransfers,
      webhooks: PayWebhooks,
    }),
  },
  isv: {
    service: PayISV,
    areas: areasOf<PayISV>({
      connectedAccounts: IsvConnectedAccounts,
      payments: IsvPayments,
      pos: IsvPos,
      source: IsvSourceCode,
      transactions: IsvTransactions,
      webhook: IsvWebhook,
    }),
  },
} as const;

/** A client's name in PayModule's options. */
export type PayClientName = keyof typeof PAY_CLIENTS;

/** Names of the clients in order of precedence. */
export const PAY_CLIENT_NAMES = Object.keys(PAY_CLIENTS) as PayClientName[];

/** Area class, and the client's member that contains it. */
export type ClientArea = readonly [area: Type, member: string];

/** Members of a client that PayClient does not have: areas and methods. */
type OwnMembers<Client> = Exclude<keyof Client, keyof PayClient>;

/** Areas of a client. An ISV's `webhooks` is an alias of its `webhook`. */
type AreasOf<Client> = {
  [
    Member in OwnMembers<Client> as Client[Member] extends (...parameters: never[]) => unknown
      ? never
      : Exclude<Member, 'webhook' extends keyof Client ? 'webhooks' : never>
  ]: Type<Client[Member]>;
};

/** Lists the areas of a client. A missing area does not compile. */
function areasOf<Client>(areas: AreasOf<Client>): readonly ClientArea[] {
  return Object.entries<Type>(areas as Record<string, Type>).map(([member, area]) => [area, member]);
}
