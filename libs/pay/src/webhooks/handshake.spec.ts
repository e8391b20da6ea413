import { describe, expect, it } from '@jest/globals';
import { buildPayWebhookVerificationResponse } from './handshake.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

const { merchant, isv } = areaOf('webhook-events').verificationHandshake;

describe('the verification handshake', () => {
  it('returns the response of the contract, with Key or key for each kind of account [webhook-subscriptions.3]', () => {
    const { status, contentType, body } = merchant.respond;
    expect(buildPayWebhookVerificationResponse(body.Key)).toEqual({
      statusCode: status,
      headers: { 'Content-Type': contentType },
      body,
    });
    expect(buildPayWebhookVerificationResponse(isv.respond.body.key, { isv: true })).toEqual({
      statusCode: isv.respond.status,
      headers: { 'Content-Type': isv.respond.contentType },
      body: isv.respond.body,
    });
  });

  it.each([[''], [' '], [null], [undefined], [42]])('rejects the key %p', (key) => {
    for (const isv of [false, true])
      expect(() => buildPayWebhookVerificationResponse(key as string, { isv })).toThrow(
        /^key must be a non-empty string: the verification key/,
      );
  });
});
