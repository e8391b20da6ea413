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
import type { Transaction } from '../../areas/transactions/transactions.types.js';
import type { ClientOptions } from '../../clients/client-options.js';
import {
  buildPayIsvWebhookVerificationResponse,
  buildPayMerchantWebhookVerificationResponse,
} from '../../webhooks/handshake.js';
import type { PayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import type { PayClientName } from '../pay.client-table.js';
import type { ConnectedAccount } from './confirmation/connected-account-mismatch.js';

/** What receiving webhooks needs of the account that they belong to. */
export interface WebhookAccount {
  /** The name of its PayModule, null where that has none. */
  account: string | null;
  /** The client's name. */
  name: PayClientName;
  /** Tells it apart from all others, in keys and in logs. */
  id: string;
  environment: 'live' | 'demo';
  /** Whether the service is on this machine: the simulator. */
  isLocal: boolean;
  /** The merchant whose sessions it reads; null where the options do not say. */
  merchantId: string | null;
  /** Whether credentials for terminals were given: other credentials may not read sessions. */
  hasTerminalCredentials: boolean;
  retrieveKey(): Promise<MethodReturn<string, 'webhookerror'>>;
  /** The answer to the handshake, in the account's own spelling. */
  answerHandshake(key: string): PayWebhookVerificationResponse<object>;
  /** Absent where the account's client cannot read such a resource back. */
  readTransaction?: (transactionId: string, merchantId: string) => Promise<MethodReturn<Transaction>>;
  readOrder?: (orderCode: string) => Promise<MethodReturn<Order>>;
  /** Null while the session runs. */
  readSession?: (sessionId: string) => Promise<MethodReturn<PosSession | null>>;
  readConnectedAccount?: (accountId: string) => Promise<MethodReturn<ConnectedAccount>>;
}

type AccountParts = Omit<
  WebhookAccount,
  'account' | 'name' | 'id' | 'environment' | 'isLocal' | 'merchantId' | 'hasTerminalCredentials'
>;

/** Finds an area of the account's client. */
type FindArea = <Area>(area: Type<Area>) => Area;

/** How each client reads its key and reads resources back. */
const ACCOUNTS: Record<PayClientName, (areaOf: FindArea) => AccountParts> = {
  wallet: (areaOf) => ({
    retrieveKey: () => areaOf(PayWebhooks).retrieveWebhookKey(),
    answerHandshake: buildPayMerchantWebhookVerificationResponse,
    readTransaction: (transactionId) => areaOf(PayTransactions).getTransactionById(transactionId),
    readOrder: (orderCode) => areaOf(PayPayments).getOrder(orderCode),
    readSession: (sessionId) => areaOf(PayPos).session.retrieveSessionById({ sessionId }),
  }),
  marketplace: (areaOf) => ({
    retrieveKey: () => areaOf(PayWebhooks).retrieveWebhookKey(),
    answerHandshake: buildPayMerchantWebhookVerificationResponse,
    readTransaction: (transactionId) => areaOf(MarketPlaceTransactions).getTransactionById(transactionId),
    readConnectedAccount: (accountId) => areaOf(MarketPlaceSellers).retrieveConnectedAccount(accountId),
  }),
  isv: (areaOf) => ({
    retrieveKey: () => areaOf(IsvWebhook).retrieveWebhookKey(),
    answerHandshake: buildPayIsvWebhookVerificationResponse,
    // The event says whose payment it is; the service answers only for merchants that are connected to this ISV.
    readTransaction: (transactionId, targetMerchantId) =>
      areaOf(IsvTransactions).retrieveTransactionById({ transactionId, targetMerchantId }),
    readSession: (sessionId) => areaOf(IsvPos).session.retrieveSessionById({ sessionId }),
    readConnectedAccount: (accountId) => areaOf(IsvConnectedAccounts).getAccountDatas({ accountId }),
  }),
};

/** The account behind a client of a PayModule, null when that client is not configured. */
export function webhookAccount(client: PayClientName, payAccount: PayAccount): WebhookAccount | null {
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
