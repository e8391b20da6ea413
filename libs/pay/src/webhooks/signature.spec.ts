import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { verifyPayDataServicesWebhookSignature as verify } from './signature.js';
import { signPayWebhookForTest } from './test-signer.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

interface Vector {
  rawBody: string;
  secret: string;
  'Viva-Signature-256': string;
  'Viva-Signature': string;
  wrongIfReserialised?: string;
}
const vectors: Vector[] = areaOf('webhook-events').signature.testVectors;
const SHA256 = 'Viva-Signature-256';
const SHA1 = 'Viva-Signature';

describe('verifyPayDataServicesWebhookSignature', () => {
  it.each(vectors)('accepts the test vector $rawBody', ({ rawBody, secret, ...signed }) => {
    for (const body of [rawBody, Buffer.from(rawBody), new Uint8Array(Buffer.from(rawBody))]) {
      expect(verify({ rawBody: body, secret, headers: { [SHA256]: signed[SHA256] } })).toEqual({
        valid: true,
        algorithm: 'sha256',
        issues: [],
        signature: signed[SHA256],
      });
      expect(verify({ rawBody: body, secret, headers: { [SHA1]: signed[SHA1] } })).toMatchObject({
        valid: true,
        algorithm: 'sha1',
      });
    }
    const headers = { [SHA256]: signed[SHA256], [SHA1]: signed[SHA1] };
    expect(verify({ rawBody, secret, headers, algorithm: 'sha1' })).toMatchObject({
      valid: true,
      algorithm: 'sha1',
    });
  });

  it('rejects the signature of a body that was parsed and serialized again [webhook-events.10]', () => {
    const vector = vectors.find(({ wrongIfReserialised }) => wrongIfReserialised !== undefined);
    const { rawBody = '', secret = '', wrongIfReserialised } = vector ?? {};
    const headers = { [SHA256]: wrongIfReserialised };
    expect(verify({ rawBody, secret, headers }).issues).toEqual([
      { code: 'mismatch', field: SHA256, message: expect.stringContaining(SHA256) },
    ]);
    expect(verify({ rawBody: JSON.stringify(JSON.parse(rawBody)), secret, headers }).valid).toBe(true);
  });

  const { rawBody, headers } = signPayWebhookForTest({
    body: { Link: 'λ' },
    secret: 'new',
    deliveryId: 'd-1',
  });

  it('reads header names in any case, and returns the delivery ID and event from the first of several values', () => {
    const raw = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value, 'x']]),
    );
    expect(verify({ rawBody, secret: 'new', headers: raw })).toEqual({
      valid: true,
      algorithm: 'sha256',
      issues: [],
      signature: headers[SHA256],
      deliveryId: 'd-1',
      event: 'SaleTransactionsFileGenerated',
    });
    expect(verify({ rawBody, secret: 'new', headers: new Headers(headers) }).valid).toBe(true);
  });

  it('accepts the old and the new secret during a rotation, and no other', () => {
    expect(verify({ rawBody, secret: ['old', 'new'], headers }).valid).toBe(true);
    expect(verify({ rawBody, secret: ['new', 'old'], headers }).valid).toBe(true);
    expect(verify({ rawBody, secret: ['old', 'older'], headers }).valid).toBe(false);
  });

  it('does not fall back to SHA-1 if the SHA-256 signature is wrong', () => {
    for (const wrong of [
      '',
      'zz',
      '00',
      `sha256=${headers[SHA256]}`,
      `${headers[SHA256]}00`,
      '0'.repeat(64),
    ]) {
      expect(verify({ rawBody, secret: 'new', headers: { ...headers, [SHA256]: wrong } })).toMatchObject({
        valid: false,
        algorithm: 'sha256',
        issues: [{ code: 'mismatch', field: SHA256 }],
      });
    }
  });

  it.each([
    ['rawBody', 'missing', { rawBody: undefined }],
    ['rawBody', 'missing', { rawBody: '' }],
    ['rawBody', 'missing', { rawBody: Buffer.alloc(0) }],
    ['rawBody', 'invalid', { rawBody: { Link: 'λ' } }],
    ['secret', 'missing', { secret: undefined }],
    ['secret', 'missing', { secret: '' }],
    ['secret', 'missing', { secret: [''] }],
    ['Viva-Signature-256|Viva-Signature', 'missing', { headers: {} }],
    [SHA256, 'missing', { headers: { [SHA1]: headers[SHA1] }, algorithm: 'sha256' }],
    [SHA1, 'missing', { headers: { [SHA256]: headers[SHA256] }, algorithm: 'sha1' }],
  ])('names the invalid field: %s is %s', (field, code, wrong) => {
    const result = verify({ rawBody, secret: 'new', headers, ...wrong } as never);
    expect(result).toMatchObject({ valid: false, issues: [{ code, field, message: expect.any(String) }] });
    expect(result.issues).toHaveLength(1);
  });

  it('never returns the correct signature or the secret', () => {
    const bad = { ...headers, [SHA256]: '0'.repeat(64), [SHA1]: '0'.repeat(40) };
    const result = JSON.stringify(verify({ rawBody, secret: 'whsec-secret', headers: bad }));
    expect(result).not.toContain('whsec-secret');
    expect(result).not.toContain(
      signPayWebhookForTest({ body: rawBody, secret: 'whsec-secret' }).headers[SHA256],
    );
  });

  it('rejects a body with any bit changed', () => {
    const body = fc.uint8Array({ minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(body, fc.string({ minLength: 1 }), fc.nat(), fc.nat(7), (bytes, secret, at, bit) => {
        const signed = signPayWebhookForTest({ body: bytes, secret });
        expect(verify({ ...signed, secret }).valid).toBe(true);
        const changed = Uint8Array.from(signed.rawBody);
        changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ (1 << bit);
        expect(verify({ ...signed, rawBody: changed, secret }).valid).toBe(false);
      }),
    );
  });

  it('rejects a signature with any character changed', () => {
    fc.assert(
      fc.property(fc.nat(63), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        const right = headers[SHA256] ?? '';
        const wrong = right.slice(0, at) + character + right.slice(at + 1);
        fc.pre(wrong.toLowerCase() !== right);
        expect(verify({ rawBody, secret: 'new', headers: { [SHA256]: wrong } }).valid).toBe(false);
      }),
    );
  });

  it('never throws for any input', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.anything(),
        fc.anything(),
        fc.anything(),
        (rawBody, secret, headers, algorithm) => {
          expect(verify({ rawBody, secret, headers, algorithm } as never).valid).toBe(false);
        },
      ),
    );
    fc.assert(fc.property(fc.anything(), (options) => expect(verify(options as never).valid).toBe(false)));
  });
});
