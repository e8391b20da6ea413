import { isInstance } from '../core/values/describe-thrown.js';
import { Marketplace } from '../clients/marketplace.js';
import { PayISV } from '../clients/pay-isv.js';
import type { PayWallet } from '../clients/pay-wallet.js';
import { confirmDelivery } from './confirmation/confirm-delivery.js';
import { READS } from './confirmation/confirming-endpoint.js';
import type { ConfirmingEndpoint, ConfirmingReads } from './confirmation/confirming-endpoint.js';
import type { PayConfirmationResult, PayDelivery, PayOverLimit, PaySender } from './delivery.types.js';
import { parseDelivery } from './parse-delivery.js';
import type { ParsingEndpoint, PayWebhookRequest } from './parse-delivery.js';
import type { ReceivedPayEvent } from './received-event.js';
import { isForOtherRecipient } from './recipient-filter.js';
import type { RecipientFilter } from './recipient-filter.js';

/** A webhook request, and how to confirm it. */
export interface ConfirmPayWebhookOptions extends PayWebhookRequest, RecipientFilter {
  /**
   * `service` if you have checked that the sender's address is one of `PAY_WEBHOOK_SOURCE_ADDRESSES`. From an unknown sender, the event
   * has only the members that the service confirms.
   * @default 'unknown'
   */
  sender?: PaySender;
  /** Merchant of a `PayWallet`. An event that names another merchant, and that the service does not know, is ignored, not denied. */
  merchantId?: string;
  /** Secrets of your subscriptions to report files (7936). */
  secrets?: readonly string[];
}

/** What became of a webhook request. `malformed`: it contains no delivery of the service. */
export type ConfirmPayWebhookResult =
  | Exclude<PayConfirmationResult<ReceivedPayEvent>, PayOverLimit>
  | { outcome: 'malformed'; reason: string };

/**
 * Confirms a webhook request without Nest: parses it, reads back from the service what it names, and compares. Use the function in any
 * HTTP server, or in a queue worker that has stored the request. Never throws.
 *
 * Respond with 200 to `confirmed` and `ignored`, 403 to `denied`, 400 to `malformed`, and 503 to `failed`, so that the service
 * delivers the event again. Detect duplicates by `delivery.key`. The function counts no reads: limit the requests of unknown senders
 * yourself. A reversal that the service made by itself is denied, because only an inbox remembers its payment.
 *
 * @param client - Client of the account that receives the webhook.
 * @param options.rawBody - Unparsed body, byte for byte.
 * @returns With `confirmed`, the event is `delivery.event`. Its `confirmedBy` is `none` if no read can confirm events of its type.
 * @example
 * const result = await confirmPayWebhook(pay, { rawBody: request.body, headers: request.headers });
 * if (result.outcome === 'confirmed' && result.isConfirmed) console.log(result.delivery.event.data);
 * @see https://developer.viva.com/webhooks-for-payments
 */
export async function confirmPayWebhook(
  client: PayWallet | PayISV | Marketplace,
  options: ConfirmPayWebhookOptions,
): Promise<ConfirmPayWebhookResult> {
  const { sender = 'unknown', secrets = [], merchantId = null, sourceCodes, merchantIds } = options;
  const [name, reads] = readsOf(client);
  const endpoint: ConfirmingEndpoint & ParsingEndpoint = {
    name: 'confirmPayWebhook',
    account: { account: null, name, id: name, merchantId, hasTerminalCredentials: false, ...reads },
    confirm: true,
    recipients: { sourceCodes, merchantIds },
    secrets,
    inbox: {},
    takeRead: () => null,
  };
  const parsing = parseDelivery(options, endpoint, sender);
  if (!parsing.success) return { outcome: 'malformed', reason: parsing.message };
  const { delivery } = parsing;
  if (isForOtherRecipient(delivery.event, endpoint.recipients)) return { outcome: 'ignored' };
  return (await confirmDelivery(delivery, endpoint)) as ConfirmPayWebhookResult;
}

function readsOf(client: PayWallet | PayISV | Marketplace): [PayDelivery['client'], ConfirmingReads] {
  if (isInstance(client, PayISV)) return ['isv', READS.isv(client)];
  if (isInstance(client, Marketplace)) return ['marketplace', READS.marketplace(client)];
  return ['wallet', READS.wallet(client)];
}
