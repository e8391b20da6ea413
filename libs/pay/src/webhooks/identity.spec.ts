import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { readPayWebhookEnvelope } from './identity.js';

const contract = JSON.parse(readFileSync('contract/webhook-events.json', 'utf8'));
const sample = (id: number) =>
  contract.events.find((event: { eventTypeId: number }) => event.eventTypeId === id).samplePayload;

describe('the envelope of a delivery', () => {
  it('reads the envelope and the headers', () => {
    const headers = {
      'viva-delivery-id': 'd-1',
      RetryCount: '2',
    };
    expect(readPayWebhookEnvelope(sample(1796), headers)).toEqual({
      messageId: 'e8b00000-d4a4-43fc-8251-acd87ad00001',
      correlationId: '26-034-DB33F8C9',
      created: '2026-02-03T10:15:29.8496795Z',
      retryCount: 0,
      retryDelayInSeconds: null,
      recipientId: 'bdf40000-c26d-4046-b5df-5c443ec30001',
      messageTypeId: 512,
      deliveryId: 'd-1',
    });
  });

  it('reads retry members from headers only if the body has none', () => {
    const headers = { RetryCount: '4', RetryDelayInSeconds: '3600' };
    expect(readPayWebhookEnvelope({ RetryCount: 1 }, headers)).toMatchObject({
      retryCount: 1,
      retryDelayInSeconds: 3600,
    });
    expect(readPayWebhookEnvelope({}, { RetryCount: '', RetryDelayInSeconds: 'null' })).toMatchObject({
      retryCount: null,
      retryDelayInSeconds: null,
    });
  });

  it('reads Headers of fetch', () => {
    const headers = new Headers({ 'Viva-Delivery-Id': 'd-2' });
    expect(readPayWebhookEnvelope({}, headers).deliveryId).toBe('d-2');
  });

  it('never throws for any input', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (payload, headers) => {
        expect(readPayWebhookEnvelope(payload, headers as never)).toHaveProperty('messageId');
      }),
    );
  });
});
