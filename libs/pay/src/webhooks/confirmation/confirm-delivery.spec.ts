import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseExactJson } from '../../core/values/exact-json.js';
import type { PayDelivery } from '../delivery.types.js';
import { NO_ENVELOPE } from '../event.types.js';
import type { PayWebhookEvent } from '../event.types.js';
import { createDelivery } from '../parse-delivery.js';
import { confirmDelivery } from './confirm-delivery.js';
import type { ConfirmingEndpoint } from './confirming-endpoint.js';

const ENDPOINT: ConfirmingEndpoint = {
  name: 'Hooks.pay',
  account: {
    account: 'shop',
    name: 'wallet',
    id: 'shop.wallet',
    merchantId: null,
    hasTerminalCredentials: false,
    readKey: () => Promise.reject(new Error('no key')),
  },
  confirm: true,
  recipients: {},
  inbox: {},
  takeRead: () => null,
};

function deliveryOf(data: unknown, signed: boolean): PayDelivery {
  const event = { ...NO_ENVELOPE, eventTypeId: 7936, name: 'SaleTransactions', data, idempotencyKey: '' };
  return createDelivery(event as unknown as PayWebhookEvent, ENDPOINT, {
    source: 'webhook',
    signed,
    sender: 'service',
  });
}

const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozen));

it('a signed event is the event that a copy would be, and frozen at every depth', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
      const text = JSON.stringify({ ...members, Link: 'https://api.example/1', FileType: '.csv' });
      const [signed, copied] = [true, false].map((isSigned) =>
        confirmDelivery(deliveryOf(parseExactJson(text), isSigned), ENDPOINT),
      );
      if (!signed || !copied || !('delivery' in signed) || !('delivery' in copied))
        throw new Error('the event is not confirmed at once');
      expect(isFrozen(signed.delivery.event)).toBe(true);
      expect(signed.delivery.event).toEqual({ ...copied.delivery.event, confirmedBy: 'signature' });
      expect(signed.delivery.event.data).toEqual(parseExactJson(text));
    }),
  );
});
