import { describe, expect, it } from '@jest/globals';
import { createRedactor } from './redaction.js';

describe('createRedactor', () => {
  const redact = createRedactor(['s3cret-key', 'bTpzM2NyZXQta2V5', undefined, 'abc']);

  it.each([
    ['key s3cret-key is wrong', 'key [hidden] is wrong'],
    ['got bTpzM2NyZXQta2V5', 'got [hidden]'],
    ['authorization: Basic QWxhZGRpbjpvcGVu', 'authorization: Basic [hidden]'],
    ['Bearer eyJhbGciOiJSUzI1NiJ9.e30.sig failed', 'Bearer [hidden] failed'],
    ['token eyJhbGciOiJSUzI1NiJ9.e30.sig', 'token [hidden]'],
    ['card 4147463011110133 refused', 'card [hidden] refused'],
    ['card 4147 4630 1111 0133 refused', 'card [hidden] refused'],
    ['card 3762-060000-00009 refused', 'card [hidden] refused'],
    ['Card 4111111111111111 08/30 declined', 'Card [hidden] 08/30 declined'],
    ['4111 1111 1111 1111 123', '[hidden] 123'],
    ['4111111111111111-1', '[hidden]-1'],
    ['pan_4111111111111111x', 'pan_[hidden]x'],
    ['%224111111111111111%22', '%[hidden]%22'],
    ['4111.1111.1111.1111', '[hidden]'],
    ['card ４１１１１１１１１１１１１１１１ refused', 'card [hidden] refused'],
    ['card ٤١١١١١١١١١١١١١١١ refused', 'card [hidden] refused'],
    ['4111\u00a01111\u00a01111\u00a01111', '[hidden]'],
    ['41111111111111110830', '[hidden]'],
    ['?card=4111%201111%201111%201111&b', '?card=[hidden]&b'],
    ['card=4111+1111+1111+1111', 'card=[hidden]'],
    ['4111  1111  1111  1111', '[hidden]'],
    ['4111 - 1111 - 1111 - 1111', '[hidden]'],
    ['4111\t1111\t1111\t1111', '[hidden]'],
    ['4111\u20131111\u20131111\u20131111', '[hidden]'],
    ['4111\u202f1111\u202f1111\u202f1111', '[hidden]'],
    ['a%20b 12%2034%2056', 'a%20b 12%2034%2056'],
    ['id_token-eyJhbGciOiJSUzI1NiJ9.e30.sig', 'id_token-[hidden]'],
    ['eyJhbGciOiJSUzI1NiJ9-eyJhbGciOiJSUzI1NiJ9.e30 x', '[hidden] x'],
    ['IBAN DE89370400440532013000 is closed', 'IBAN [hidden] is closed'],
    ['DE89 3704 0044 0532 0130 00 IS CLOSED', '[hidden] IS CLOSED'],
    ['gb33bukb20201555555555', '[hidden]'],
    ['DE88370400440532013000 is none', 'DE88370400440532013000 is none'],
    ['to a.buyer+1@mail.example.org, please', 'to [hidden], please'],
    ['?email=a%40example.org&b', '?email=[hidden]&b'],
    ['no postgres://pay:s3c@db:5432/pay', 'no postgres://[hidden]@db:5432/pay'],
    ['@home costs 5 @ 3.50', '@home costs 5 @ 3.50'],
    ['order 1272214778972604, 12.50 on 2026-11-21', 'order 1272214778972604, 12.50 on 2026-11-21'],
    ['abc stays: too short to be a secret', 'abc stays: too short to be a secret'],
    ['Update order 6116621340062089 failed', 'Update order 6116621340062089 failed'],
    ['transaction c90d4902-6245-449f-b2b0-51d99cd09cfe', 'transaction c90d4902-6245-449f-b2b0-51d99cd09cfe'],
  ])('converts %p to %p', (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it('takes linear time for hostile texts', () => {
    // A search that starts over at each possible secret would take minutes for each of these texts.
    for (const part of ['-eyJaaaaa', 'de12 ABCD ', '4111%20'])
      expect(redact(part.repeat(50_000))).toHaveLength(501);
  });

  it('shortens texts that are too long for a message', () => {
    expect(redact('x'.repeat(2000))).toHaveLength(501);
  });
});
