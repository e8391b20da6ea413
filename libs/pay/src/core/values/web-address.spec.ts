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
])('isWebAddress refuses %j', (text) => {
  expect(isWebAddress(text)).toBe(false);
});

it.each([
  'https://x.com',
  'HTTP://localhost:3000/done?a=1&b=2#c',
  'https://x.com/@me?to=a@b',
  'https://x.com/é',
])('isWebAddress accepts %j', (text) => {
  expect(isWebAddress(text)).toBe(true);
});
