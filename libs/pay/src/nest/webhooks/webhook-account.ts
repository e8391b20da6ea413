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
import type { ClientOptions } from '../../clients/client-options.js';
import { READS } from '../../webhooks/confirmation/confirming-endpoint.js';
import type { ConfirmingAccount, ConfirmingReads } from '../../webhooks/confirmation/confirming-endpoint.js';
import {
  buildPayIsvWebhookVerificationResponse,
  buildPayMerchantWebhookVerificationResponse,
} from '../../webhooks/handshake.js';
import type { PayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import type { PayClientName } from '../pay.client-table.js';

/** The account that a webhook belongs to. */
export interface WebhookAccount extends ConfirmingAccount {
  environment: 'live' | 'demo';
  /** Whether the service is on this machine, as the simulator is. */
  isLocal: boolean;
  retrieveKey(): Promise<MethodReturn<string, 'webhookerror'>>;
  /** Builds the response to the handshake. Merchants and ISVs spell its member differently. */
  answerHandshake(key: string): PayWebhookVerificationResponse<object>;
}

type AccountParts = Pick<WebhookAccount, 'retrieveKey' | 'answerHandshake'> & ConfirmingReads;

/** Returns an area of the account's client. */
type FindArea = <Area>(area: Type<Area>) => Area;

/** How each client reads its key and reads resources back. */
const ACCOUNTS: Record<PayClientName, (areaOf: FindArea) => AccountParts> = {
  wallet: (areaOf) => ({
    ...merchantKey(areaOf(PayWebhooks)),
    ...READS.wallet({
      transactions: areaOf(PayTransactions),
      payments: areaOf(PayPayments),
      pos: areaOf(PayPos),
    }),
  }),
  marketplace: (areaOf) => ({
    ...merchantKey(areaOf(PayWebhooks)),
    ...READS.marketplace({
      transactions: areaOf(MarketPlaceTransactions),
      sellers: areaOf(MarketPlaceSellers),
    }),
  }),
  isv: (areaOf) => ({
    retrieveKey: () => areaOf(IsvWebhook).retrieveWebhookKey(),
    answerHandshake: buildPayIsvWebhookVerificationResponse,
    ...READS.isv({
      transactions: areaOf(IsvTransactions),
      pos: areaOf(IsvPos),
      connectedAccounts: areaOf(IsvConnectedAccounts),
    }),
  }),
};

function merchantKey(webhooks: PayWebhooks): Pick<WebhookAccount, 'retrieveKey' | 'answerHandshake'> {
  return {
    retrieveKey: () => webhooks.retrieveWebhookKey(),
    answerHandshake: buildPayMerchantWebhookVerificationResponse,
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
