import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import type { RequestTexts } from '../http/request-log.js';
import { curlCommand, shellQuoted } from './curl.js';

const ORIGIN = 'http://127.0.0.1:8090';
const HEADERS = {
  host: '127.0.0.1:8090',
  authorization: 'Basic bWVyY2hhbnQ6YXBpLWtleQ==',
  'content-type': 'application/json',
  'content-length': '2',
  'x-api-key': 'key-of-a-proxy',
};
const CREATE = { method: 'POST', operation: 'payments.createOrder' };
const READ = { method: 'GET', operation: 'transactions.getLegacyTransactions:list' };

const command = (texts: Partial<RequestTexts>, entry = CREATE): string | undefined =>
  curlCommand(ORIGIN, entry, { target: '/api/x', headers: HEADERS, request: '', response: '', ...texts });
/** Lets a shell split the command, with a text for each variable. */
const argumentsOf = (text: string, env: Record<string, string> = {}): string[] => {
  const run = `curl() { printf '%s\\0' "$@"; }\n${text}`;
  return execFileSync('bash', ['--norc', '-c', run], { encoding: 'utf8', env }).split('\0').slice(0, -1);
};
const unusual = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      "'",
      '"',
      '\\',
      '$',
      '`',
      '!',
      '\n',
      '\r',
      '\t',
      ' ',
      '\u001b',
      '\u0003',
      '\u0085',
      '€',
      '0',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => one !== '\0'),
  ),
});

describe('curlCommand', () => {
  it('repeats the method, the address, the headers and the body', () => {
    const request = '{"amount":4990,"customerTrns":"Tom\'s $HOME"}';
    const text = command({
      target: '/api/checkout/v2/orders?a=1&b=2',
      request,
      headers: { accept: 'a/b', 'content-type': 'application/json' },
    });
    expect(argumentsOf(text ?? '')).toEqual([
      ...['-X', 'POST', `${ORIGIN}/api/checkout/v2/orders?a=1&b=2`],
      ...['-H', 'accept: a/b', '-H', 'content-type: application/json', '--data-raw', request],
    ]);
  });

  it('has variables in the place of credentials, tokens and card numbers', () => {
    const request = '{"paymentToken":"secret-1","cvc":123,"text":"4111 1111 1111 1111"}';
    const text = command({ target: '/web/x?token=secret-2&a=1', request }, READ) ?? '';
    expect(text).not.toMatch(/secret|bWVy|4111|key-of|123,/);
    const env = {
      PAY_MERCHANT_ID: 'm',
      PAY_API_KEY: 'k',
      PAYMENT_TOKEN: 'pt',
      CVC: '7',
      CARD_NUMBER: '42',
      TOKEN: 't',
      X_API_KEY: 'x',
    };
    expect(argumentsOf(text, env)).toEqual([
      ...['-X', 'GET', `${ORIGIN}/web/x?token=t&a=1`, '-u', 'm:k', '-H', 'content-type: application/json'],
      ...['-H', 'x-api-key: x', '--data-raw', '{"paymentToken":"pt","cvc":7,"text":"42"}'],
    ]);
    expect(command({ headers: { authorization: 'Bearer secret' } })).toContain(
      '-H "authorization: Bearer $ACCESS_TOKEN"',
    );
  });

  it('runs nothing that the name of a header contains', () => {
    const headers = { 'x-`echo>&2`': '1', "x-$(id)'": 'Bearer 2', 'x-#!': '3' };
    const names = argumentsOf(command({ headers }) ?? '').filter((one) => one.startsWith('x-'));
    expect(names.map((one) => one.split(':')[0])).toEqual(Object.keys(headers));
  });

  it('sends one request to the address as it is, also with brackets, braces and dot segments', () => {
    for (const target of [
      '/api/x?a=[1-9]',
      '/web/{1,2}',
      '/api/../_simulator/reset',
      '/api/%2E%2e/x',
      '/web/.',
    ])
      expect(argumentsOf(command({ target }) ?? '').slice(0, 5)).toEqual([
        ...['--globoff', '--path-as-is', '-X', 'POST', ORIGIN + target],
      ]);
  });

  it('keeps an order code that passes the check of a card number', () => {
    for (const target of [
      '/web/api/orders/4111111111111111',
      '/api/transactions/?ordercode=4111111111111111',
    ])
      expect(command({ target }, READ)).toContain(ORIGIN + target);
  });

  it('has no command for a body that was not kept as a whole', () => {
    expect(command({ request: 'a'.repeat(8_000) })).toBeUndefined();
    expect(command({ request: 'a\0b' })).toBeUndefined();
  });
});

describe('shellQuoted', () => {
  it('makes every text one word that a shell reads back, without control characters for the terminal', () => {
    fc.assert(
      fc.property(fc.array(unusual, { minLength: 1, maxLength: 20 }), (texts) => {
        const words = texts.map(shellQuoted);
        expect(words.join(' ')).not.toMatch(/(?!\n)\p{Cc}/u);
        expect(argumentsOf(`curl ${words.join(' ')}`)).toEqual(texts);
      }),
      { numRuns: 60 },
    );
  });
});
