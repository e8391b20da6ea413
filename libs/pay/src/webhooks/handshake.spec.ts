import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import {
  buildPayIsvWebhookVerificationBody,
  buildPayIsvWebhookVerificationResponse,
  buildPayMerchantWebhookVerificationBody,
  buildPayMerchantWebhookVerificationResponse,
} from './handshake.js';

const { merchant, isv } = JSON.parse(
  readFileSync('contract/webhook-events.json', 'utf8'),
).verificationHandshake;

describe('the verification handshake', () => {
  it('returns the response of the contract, with Key or key for each kind of account [webhook-subscriptions.3]', () => {
    const { status, contentType, body } = merchant.respond;
    expect(buildPayMerchantWebhookVerificationResponse(body.Key)).toEqual({
      statusCode: status,
      headers: { 'Content-Type': contentType },
      body,
    });
    expect(buildPayIsvWebhookVerificationResponse(isv.respond.body.key)).toEqual({
      statusCode: isv.respond.status,
      headers: { 'Content-Type': isv.respond.contentType },
      body: isv.respond.body,
    });
    expect(buildPayMerchantWebhookVerificationBody('K')).toEqual({ Key: 'K' });
    expect(buildPayIsvWebhookVerificationBody('K')).toEqual({ key: 'K' });
  });

  it.each([[''], [' '], [null], [undefined], [42]])('rejects the key %p', (key) => {
    expect(() => buildPayMerchantWebhookVerificationBody(key as string)).toThrow(
      /^key must be a non-empty string: the verification key/,
    );
    expect(() => buildPayIsvWebhookVerificationResponse(key as string)).toThrow(
      /^key must be a non-empty string: the verification key/,
    );
  });
});
