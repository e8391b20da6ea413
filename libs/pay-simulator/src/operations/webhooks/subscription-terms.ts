import { receiverAddress } from '../../deliveries/send.js';
import { FILE_GENERATED_EVENT, type SubscriptionDetails } from '../../domain/subscriptions.js';
import type { AllowedHosts } from '../../http/allowed-hosts.js';
import type { Fields } from '../../http/fields.js';
import { readReceiver } from '../field-kinds.js';

/** Reads the details of a subscription, which are all required. */
export function readSubscription(body: Fields, hosts: AllowedHosts): SubscriptionDetails {
  const details = {
    url: readReceiverUrl(body, hosts),
    secret: body.text('secret', { required: true }),
    events: body.list<string>('events') ?? [],
  };
  if (body.has('events') && details.events.length === 0)
    body.expect('events', `a list of ${FILE_GENERATED_EVENT}`);
  body.check();
  return details;
}

function readReceiverUrl(body: Fields, hosts: AllowedHosts): string {
  const url = readReceiver(body, 'url');
  if (url === '') return '';
  try {
    return receiverAddress(url, hosts).href;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    body.expect('url', error.message.replace(/^url: expected /, ''));
    return '';
  }
}
