import type { PayWebhooks } from '../../areas/webhooks/webhooks.js';
import { isLoopbackHost } from '../../core/operation/hosts.js';
import { resolveHosts } from '../../core/options/host-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { ClientOptions } from '../../clients/client-options.js';
import { READS } from '../../webhooks/confirmation/confirming-endpoint.js';
import type { ConfirmingAccount, ConfirmingReads } from '../../webhooks/confirmation/confirming-endpoint.js';
import { buildPayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import type { PayWebhookVerificationResponse } from '../../webhooks/handshake.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import { PAY_CLIENTS } from '../pay.client-table.js';
import type { PayClientName } from '../pay.client-table.js';

/** The account that a webhook belongs to. */
export interface WebhookAccount extends ConfirmingAccount {
  environment: 'live' | 'demo';
  /** Whether the service is on this machine, as the simulator is. */
  isLocal: boolean;
  retrieveKey(): Promise<MethodReturn<string, 'webhookerror'>>;
  /** Builds the response to the handshake. Merchants and ISVs spell its member differently. */
  respondToHandshake(key: string): PayWebhookVerificationResponse;
}

/** Returns the account of a PayModule's client; null if the client is not configured. */
export function webhookAccountOf(client: PayClientName, payAccount: PayAccount): WebhookAccount | null {
  const { name: account, options } = payAccount;
  const clientOptions: Partial<ClientOptions> | undefined = options[client];
  if (clientOptions === undefined) return null;
  const areas = Object.fromEntries(
    PAY_CLIENTS[client].areas.map(([area, member]) => [member, payAccount.confirmingAreaOf(area, client)]),
  );
  // An ISV's area has another name.
  const { webhook, webhooks = webhook } = areas as Record<string, PayWebhooks>;
  return {
    ...(READS[client] as (areas: unknown) => ConfirmingReads)(areas),
    retrieveKey: () => (webhooks as PayWebhooks).retrieveWebhookKey(),
    respondToHandshake: (key) => buildPayWebhookVerificationResponse(key, { isv: client === 'isv' }),
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
