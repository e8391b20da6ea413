import { describe, expect, it } from '@jest/globals';
import { mask, maskFacts, maskMessage } from './mask.js';

const SECRETS = [
  'client-1234.apps.example',
  'S3cr3t/with+signs==',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl',
];
const CONTEXT = { amounts: [1234], secrets: SECRETS };

/** Everything that a hostile or careless service can put into a response. */
const PRIVATE = [
  ...SECRETS,
  encodeURIComponent(SECRETS[1] ?? ''),
  Buffer.from(SECRETS[1] ?? '').toString('base64'),
  'Maria Papadopoulou',
  'maria@example.com',
  '+30 697 123 4567',
  '6971234567',
  'GR1601101250000000012300695',
  '4111 1111 1111 1111',
  'Kifisias 12, Athens',
  'Papadopoulou & Sons Ltd',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3302',
  '1272214778972604',
  '987654',
];

describe('mask', () => {
  it.each(PRIVATE)('hides %s in every place of a response', (secret) => {
    const texts = [
      mask([{ fullName: secret, Nested: { Key: secret, list: [secret] } }], CONTEXT),
      mask({ [secret]: 1, [`order ${secret}`]: { amount: 1 } }, CONTEXT),
      mask(secret, CONTEXT),
      mask({ scope: secret, access_token: secret, webhookUrl: `https://x.example/${secret}` }, CONTEXT),
      mask(
        { message: `The value "${secret}" is not valid`, detail: `Source '${secret}' is unknown` },
        CONTEXT,
      ),
      mask(
        {
          ErrorText: `see https://user:${secret.replaceAll(' ', '')}@x.example/${secret.replaceAll(' ', '')}`,
        },
        CONTEXT,
      ),
    ].map((masked) => JSON.stringify(masked));
    for (const text of texts) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.replaceAll(' ', ''));
    }
  });

  it.each(SECRETS)('hides %s where a code is expected', (secret) => {
    const text = JSON.stringify(
      mask({ status: secret, error: `${secret} was refused`, ErrorText: secret }, CONTEXT),
    );
    expect(text).not.toContain(secret);
  });

  it('hides telephone numbers, names and order codes where a code is expected', () => {
    expect(
      mask(
        { status: 'Maria Papadopoulou', StatusId: '6971234567', EventId: 1272214778972604, error: 'Ζωή' },
        CONTEXT,
      ),
    ).toEqual({ status: '<text>', StatusId: '<digits>', EventId: '<integer>', error: '<text>' });
  });

  it('keeps codes, statuses and the text of messages', () => {
    const response = {
      ErrorCode: 403,
      ErrorText: 'The action is disabled',
      StatusId: 'F',
      Success: false,
      error: 'invalid_client',
    };
    expect(mask(response, CONTEXT)).toEqual(response);
    expect(maskMessage("PaymentsInvalidAmountForVoid: don't repeat it", CONTEXT)).toBe(
      "PaymentsInvalidAmountForVoid: don't repeat it",
    );
  });

  it('hides email addresses, IBANs and tokens that are no secret of the account', () => {
    const text =
      'maria@example.com GB29NWBK60161331926819 GR16 0110 1250 0000 0001 2300 695 eyJhbGciOi.eyJzdWIi.x';
    expect(maskMessage(`refused: ${text}`, CONTEXT)).toBe('refused: <address> <number> <number> <secret>');
  });

  it('hides an ID whose end looks like the start of an IBAN, and keeps the words after it', () => {
    const text = 'The transaction d4576ace-571e-46dc-ac94-ab12345678cd does not allow it';
    expect(maskMessage(text, CONTEXT)).toBe('The transaction <uuid> does not allow it');
  });

  it.each([
    ['letters', 'x'],
    ['digits', '1'],
    ['an address', 'a://'],
    ['quotes', `"'`],
    ['dots', 'a.'],
    ['blanks', 'Basic '],
  ])(
    'reads no more than 2,000 characters of a message with %s, so that a long one takes no more time',
    (_, part) => {
      const at = (length: number): string => maskMessage(part.repeat(length).slice(0, length), CONTEXT);
      expect(at(2000).length).toBeLessThanOrEqual(301);
      expect(at(2001)).toBe('<text>');
      expect(mask({ message: part.repeat(200_000), [part.repeat(200_000)]: 1 }, CONTEXT)).toEqual({
        message: '<text>',
        '<key>': '<integer>',
      });
    },
  );

  it('tells minor from major units', () => {
    expect(mask({ amount: 1234, RequestAmount: 12.34, Fee: 0.5, rest: -1234 }, CONTEXT)).toEqual({
      amount: '<minor>',
      RequestAmount: '<major>',
      Fee: '<decimal>',
      rest: '<minor>',
    });
  });

  it('hides both parts of a pair of credentials in base64', () => {
    const context = { amounts: [], secrets: ['merchant-1', 'api-key-1', 'merchant-1:api-key-1'] };
    const header = Buffer.from('merchant-1:api-key-1').toString('base64');
    for (const text of [header, `Basic ${header}`, `sent ${header}; ${header}`])
      expect(maskMessage(text, context)).not.toMatch(/[A-Za-z\d]{9}/);
  });

  it('keeps the words and booleans of a conclusion, but nothing of the account', () => {
    const expected = { rows: ['5 F', '7 X'], differs: true, member: 'StateId' };
    const actual = {
      rows: ['5 F', '7 C'],
      differs: false,
      amount: 1234,
      by: SECRETS[2],
      member: 'StateId',
      name: 'Maria Papadopoulou',
      other: 'something else',
    };
    expect(maskFacts(actual, expected, CONTEXT)).toEqual({
      ...actual,
      amount: '<minor>',
      by: '<uuid>',
      name: '<text>',
    });
  });
});
