import { expect, it } from '@jest/globals';
import { isWebAddress } from './web-address.js';

it.each([
  'https://x.com/\nfoo',
  'https://x.com/\u0000',
  'https://x.com/\u007f',
  ' https://x.com/',
  'https://x.com/a b',
  'https://u:p@x.com/',
  'https://u@x.com/',
  'https://x.com\\@evil.com',
  'https://x.com/\\evil.com',
  'https:x.com',
  'javascript:alert(1)',
  '//x.com',
  '/done',
  '',
])('%j is no address that a browser is sent to', (text) => {
  expect(isWebAddress(text)).toBe(false);
});

it.each([
  'https://x.com',
  'HTTP://localhost:3000/done?a=1&b=2#c',
  'https://x.com/@me?to=a@b',
  'https://x.com/é',
])('%j is one', (text) => {
  expect(isWebAddress(text)).toBe(true);
});
