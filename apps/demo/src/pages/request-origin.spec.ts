import { describe, expect, it } from '@jest/globals';
import { isFromOtherSite, isFromThisMachine, isLoopbackHost } from './request-origin.js';

describe('isLoopbackHost', () => {
  it.each(['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000'])(
    'accepts %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'shop.example',
    'localhost.shop.example',
    '127.0.0.1.shop.example',
    '192.168.0.7:3000',
    '0.0.0.0',
    '[::2]',
    'a b',
  ])('rejects %s', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe('isFromOtherSite', () => {
  const host = 'localhost:3000';

  it.each([
    {},
    { origin: 'http://localhost:3000' },
    { origin: 'https://localhost:3000' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('accepts %j', (headers) => {
    expect(isFromOtherSite({ host, ...headers })).toBe(false);
  });

  it.each([
    { origin: 'https://other.example' },
    { origin: 'http://localhost:4000' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
  ])('rejects %j', (headers) => {
    expect(isFromOtherSite({ host, ...headers })).toBe(true);
  });

  it('knows the default port', () => {
    expect(isFromOtherSite({ host: 'shop.example', origin: 'https://shop.example' })).toBe(false);
  });
});

describe('isFromThisMachine', () => {
  const host = 'localhost:3000';

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('accepts requests from %s', (address) => {
    expect(isFromThisMachine({ host }, address)).toBe(true);
  });

  it.each([
    [{ host }, '192.168.0.7'],
    [{ host }, '::ffff:192.168.0.7'],
    [{ host }, '2001:db8::127.0.0.1'],
    [{ host }, undefined],
    [{ host: 'shop.example' }, '127.0.0.1'],
    [{}, '127.0.0.1'],
    [{ host, 'x-forwarded-for': '' }, '127.0.0.1'],
    [{ host, forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
    [{ host, via: '1.1 proxy' }, '127.0.0.1'],
  ])('rejects %j from %s', (headers, address) => {
    expect(isFromThisMachine(headers, address)).toBe(false);
  });
});
