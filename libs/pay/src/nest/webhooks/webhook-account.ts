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
import type { ConfiguredClients } from '../pay.clients.js';
import type { PayClientName } from '../pay.client-table.js';

/** What receiving webhooks needs of the account that they belong to. */
export interface WebhookAccount {
  name: PayClientName;
  environment: 'live' | 'demo';
  /** Whether the service is on this machine: the simulator. */
  isLocal: boolean;
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

type AccountParts = Omit<WebhookAccount, 'name' | 'environment' | 'isLocal' | 'hasTerminalCredentials'>;

/** How each client reads its key and reads resources back; one entry for each, null while it is not configured. */
const ACCOUNTS: Record<PayClientName, (clients: ConfiguredClients) => AccountParts | null> = {
  wallet: ({ wallet }) =>
    wallet === undefined
      ? null
      : {
          retrieveKey: () => wallet.webhooks.retrieveWebhookKey(),
          answerHandshake: buildPayMerchantWebhookVerificationResponse,
          readTransaction: (transactionId) => wallet.transactions.getTransactionById(transactionId),
          readOrder: (orderCode) => wallet.payments.getOrder(orderCode),
          readSession: (sessionId) => wallet.pos.session.retrieveSessionById({ sessionId }),
        },
  marketplace: ({ marketplace }) =>
    marketplace === undefined
      ? null
      : {
          retrieveKey: () => marketplace.webhooks.retrieveWebhookKey(),
          answerHandshake: buildPayMerchantWebhookVerificationResponse,
          readTransaction: (transactionId) => marketplace.transactions.getTransactionById(transactionId),
        },
  isv: ({ isv }) =>
    isv === undefined
      ? null
      : {
          retrieveKey: () => isv.webhook.retrieveWebhookKey(),
          answerHandshake: buildPayIsvWebhookVerificationResponse,
        },
};

/** The account behind a client's name, null when that client is not configured. */
export function webhookAccount(
  name: PayClientName,
  clients: ConfiguredClients,
  options: PayModuleOptions,
): WebhookAccount | null {
  const parts = ACCOUNTS[name](clients);
  const client: ClientOptions | undefined = options[name];
  if (parts === null || client === undefined) return null;
  return {
    ...parts,
    name,
    hasTerminalCredentials: options.wallet?.cloudTerminal !== undefined,
    environment: client.dev === true ? 'demo' : 'live',
    isLocal: isLoopbackHost(new URL(resolveHosts(client).api).hostname),
  };
}
