import type { AddSubscriptionBody } from '../request-values.generated.js';
import { BadRequest } from '../../http/bad-request.js';
import { receiverAddress } from '../../deliveries/send.js';
import { FILE_GENERATED_EVENT, type SubscriptionDetails } from '../../domain/subscriptions.js';
import type { AllowedHosts } from '../../http/allowed-hosts.js';

/** Returns the details of a subscription, which are all required. */
export function subscriptionOf(
  { url, secret, events }: AddSubscriptionBody,
  hosts: AllowedHosts,
): SubscriptionDetails {
  if (events.length === 0) throw BadRequest.ofRule('events', `a list of ${FILE_GENERATED_EVENT}`);
  try {
    return { url: receiverAddress(url, hosts).href, secret, events };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw BadRequest.ofRule('url', error.message.replace(/^url: expected /, ''));
  }
}
