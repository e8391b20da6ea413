import type { Type } from '@nestjs/common';
import { IsvConnectedAccounts } from '../../areas/isv-connected-accounts/isv-connected-accounts.js';
import { IsvPos } from '../../areas/isv-pos/isv-pos.js';
import { IsvTransactions } from '../../areas/isv-transactions/isv-transactions.js';
import { IsvWebhook } from '../../areas/isv-webhook/isv-webhook.js';
import { MarketPlaceTransactions } from '../../areas/marketplace-transactions/marketplace-transactions.js';
import { MarketPlaceSellers } from '../../areas/marketplace-sellers/marketplace-sellers.js';
import { PayPayments } from '../../areas/payments/payments.js';
import { PayPos } from '../../areas/pos/pos.js';
import { PayTransactions } from '../../areas/transactions/transactions.js';
import { PayWebhooks } from '../../areas/webhooks/webhooks.js';
import { isLoopbackHost, resolveHosts } from '../../core/operation/hosts.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { Order } from '../../areas/payments/payments.types.js';
import type { PosSession } from '../../areas/pos-session/pos-session.types.js';
import type { LegacyTransactions } from '../../areas/transactions/legacy-transaction.types.js';
import type { Transaction } from '../../areas/transactions/transactions.types.js';
import type { ClientOptions } from '../../clients/client-options.js';
import { buildPayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import type { PayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import type { PayClientName } from '../pay.client-table.js';
import type { ConnectedAccount } from './confirmation/mismatch.js';

/** The account that a webhook belongs to. */
export interface WebhookAccount {
  /** Name of its PayModule; null if it has none. */
  account: string | null;
  /** Name of its client. */
  name: PayClientName;
  /** Identifies the account in keys and logs. */
  id: string;
  environment: 'live' | 'demo';
  /** Whether the service is on this machine, as the simulator is. */
  isLocal: boolean;
  /** Merchant whose sessions the client reads; null if the options do not name one. */
  merchantId: string | null;
  /** Whether the options have credentials for terminals. Other credentials may be unable to read sessions. */
  hasTerminalCredentials: boolean;
  retrieveKey(): Promise<MethodReturn<string, 'webhookerror'>>;
  /** Builds the answer to the handshake. Merchants and ISVs spell its member differently. */
  answerHandshake(key: string): PayWebhookVerificationResponse;
  /** Reads a transaction back. Each of these reads is absent if the client cannot make it. */
  readTransaction?: (transactionId: string, merchantId: string) => Promise<MethodReturn<Transaction>>;
  /** Lists the transactions of an order. The list can be incomplete: see `contract/transactions.json`. */
  listTransactions?: (orderCode: string) => Promise<MethodReturn<LegacyTransactions>>;
  readOrder?: (orderCode: string) => Promise<MethodReturn<Order>>;
  /** Resolves with null while the session runs. */
  readSession?: (sessionId: string) => Promise<MethodReturn<PosSession | null>>;
  readConnectedAccount?: (accountId: string) => Promise<MethodReturn<ConnectedAccount>>;
}

type AccountParts = Omit<
  WebhookAccount,
  'account' | 'name' | 'id' | 'environment' | 'isLocal' | 'merchantId' | 'hasTerminalCredentials'
>;

/** Returns an area of the account's client. */
type FindArea = <Area>(area: Type<Area>) => Area;

/** Returns how each client reads its key and reads resources back. */
const ACCOUNTS: Record<PayClientName, (areaOf: FindArea) => AccountParts> = {
  wallet: (areaOf) => {
    const [transactions, payments, pos] = [areaOf(PayTransactions), areaOf(PayPayments), areaOf(PayPos)];
    return {
      ...merchantKey(areaOf(PayWebhooks)),
      readTransaction: (transactionId) => transactions.getTransactionById(transactionId),
      listTransactions: (orderCode) => transactions.getLegacyTransactions(undefined, { orderCode }),
      readOrder: (orderCode) => payments.getOrder(orderCode),
      readSession: (sessionId) => pos.session.retrieveSessionById({ sessionId }),
    };
  },
  marketplace: (areaOf) => {
    const [transactions, sellers] = [areaOf(MarketPlaceTransactions), areaOf(MarketPlaceSellers)];
    return {
      ...merchantKey(areaOf(PayWebhooks)),
      readTransaction: (transactionId) => transactions.getTransactionById(transactionId),
      readConnectedAccount: (accountId) => sellers.retrieveConnectedAccount(accountId),
    };
  },
  isv: (areaOf) => {
    const [webhook, transactions, pos, accounts] = [
      areaOf(IsvWebhook),
      areaOf(IsvTransactions),
      areaOf(IsvPos),
      areaOf(IsvConnectedAccounts),
    ];
    return {
      retrieveKey: () => webhook.retrieveWebhookKey(),
      answerHandshake: (key) => buildPayWebhookVerificationResponse(key, { isv: true }),
      // The event names the merchant, and the service answers only for merchants that are connected to this ISV.
      readTransaction: (transactionId, targetMerchantId) =>
        transactions.retrieveTransactionById({ transactionId, targetMerchantId }),
      readSession: (sessionId) => pos.session.retrieveSessionById({ sessionId }),
      readConnectedAccount: (accountId) => accounts.getAccountDatas({ accountId }),
    };
  },
};

function merchantKey(webhooks: PayWebhooks): Pick<WebhookAccount, 'retrieveKey' | 'answerHandshake'> {
  return {
    retrieveKey: () => webhooks.retrieveWebhookKey(),
    answerHandshake: (key) => buildPayWebhookVerificationResponse(key),
  };
}

/** Returns the account of a PayModule's client; null if the client is not configured. */
export function webhookAccountOf(client: PayClientName, payAccount: PayAccount): WebhookAccount | null {
  const { name: account, options } = payAccount;
  const clientOptions: Partial<ClientOptions> | undefined = options[client];
  if (clientOptions === undefined) return null;
  return {
    ...ACCOUNTS[client]((area) => payAccount.confirmingAreaOf(area, client)),
    account,
    name: client,
    id: account === null ? client : `${account}.${client}`,
    merchantId: client === 'isv' ? null : (options[client]?.merchantId ?? null),
    // An ISV reads its merchants' sessions with its ordinary credentials.
    hasTerminalCredentials: client !== 'isv' && clientOptions.cloudTerminal !== undefined,
    environment: clientOptions.dev === true ? 'demo' : 'live',
    isLocal: isLoopbackHost(new URL(resolveHosts(clientOptions).api).hostname),
  };
}
