import type { Type } from '@nestjs/common';
import { IsvWebhook } from '../../areas/isv-webhook/isv-webhook.js';
import { MarketPlaceTransactions } from '../../areas/marketplace-transactions/marketplace-transactions.js';
import { PayPayments } from '../../areas/payments/payments.js';
import { PayPos } from '../../areas/pos/pos.js';
import { PayTransactions } from '../../areas/transactions/transactions.js';
import { PayWebhooks } from '../../areas/webhooks/webhooks.js';
import { resolveHosts } from '../../core/hosts.js';
import { isLoopbackHost } from '../../core/loopback.js';
import type { MethodReturn } from '../../core/method-return.js';
import type { Order } from '../../areas/payments/payments.types.js';
import type { PosSession } from '../../areas/pos-session/pos-session.types.js';
import type { Transaction } from '../../areas/transactions/transactions.types.js';
import type { ClientOptions } from '../../clients/client-options.js';
import {
  buildPayIsvWebhookVerificationResponse,
  buildPayMerchantWebhookVerificationResponse,
} from '../../webhooks/handshake.js';
import type { PayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import type { PayModuleOptions } from '../options/pay.options.js';
import type { PayClientName } from '../pay.client-table.js';

/** What receiving webhooks needs of the account that they belong to. */
export interface WebhookAccount {
  name: PayClientName;
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
  readTransaction?: (transactionId: string) => Promise<MethodReturn<Transaction>>;
  readOrder?: (orderCode: string) => Promise<MethodReturn<Order>>;
  /** Null while the session runs. */
  readSession?: (sessionId: string) => Promise<MethodReturn<PosSession | null>>;
}

type AccountParts = Omit<
  WebhookAccount,
  'name' | 'environment' | 'isLocal' | 'merchantId' | 'hasTerminalCredentials'
>;

/** An area of the account's client, as it is injected: a test may have put its own in its place. */
export type InjectedArea = <Area>(area: Type<Area>) => Area;

/** How each client reads its key and reads resources back. */
const ACCOUNTS: Record<PayClientName, (areaOf: InjectedArea) => AccountParts> = {
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
  }),
  isv: (areaOf) => ({
    retrieveKey: () => areaOf(IsvWebhook).retrieveWebhookKey(),
    answerHandshake: buildPayIsvWebhookVerificationResponse,
  }),
};

/** The account behind a client's name, null when that client is not configured. */
export function webhookAccount(
  name: PayClientName,
  areaOf: InjectedArea,
  options: PayModuleOptions,
): WebhookAccount | null {
  const client: ClientOptions | undefined = options[name];
  if (client === undefined) return null;
  return {
    ...ACCOUNTS[name](areaOf),
    name,
    merchantId: name === 'wallet' ? (options.wallet?.merchantId ?? null) : null,
    hasTerminalCredentials: options.wallet?.cloudTerminal !== undefined,
    environment: client.dev === true ? 'demo' : 'live',
    isLocal: isLoopbackHost(new URL(resolveHosts(client).api).hostname),
  };
}
