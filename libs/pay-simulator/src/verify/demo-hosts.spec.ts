import { expect, it } from '@jest/globals';
import { endpointsOutsideDemo } from './demo-hosts.js';

const DEMO = {
  accounts: 'https://demo-accounts.vivapayments.com',
  api: 'https://demo-api.vivapayments.com',
  web: 'https://demo.vivapayments.com',
};

it.each([
  DEMO.api,
  'https://demo-api.vivapayments.com:443/',
  'http://127.0.0.1:4100/api',
  'http://localhost:4100',
  'http://[::1]:4100',
])('accepts %s', (api) => {
  expect(endpointsOutsideDemo({ ...DEMO, api })).toEqual([]);
});

it.each([
  'https://api.vivapayments.com',
  'https://www.vivapayments.com',
  'https://demo-api.vivapayments.com.evil.example',
  'https://demo-api.vivapayments.com@evil.example',
  'https://evil.example/demo-api.vivapayments.com',
  'https://evil.example?https://demo-api.vivapayments.com',
  'https://evil.example#demo-api.vivapayments.com',
  'https://user:secret@demo-api.vivapayments.com',
  'https://demo-api.vivapayments.com:8443',
  'https://demo-api.vivapayments.com/other',
  'http://demo-api.vivapayments.com',
  'https://xdemo-api.vivapayments.com',
  'https://demo-api-vivapayments.com',
  'https://demo-api.vivapayments.com.',
  'https://demo-api.vivapayments.com\t.evil.example',
  'https://demo-api.vivapaymentѕ.com',
  'https://demo-accounts.vivapayments.com',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://localhost@evil.example',
  'http://user@127.0.0.1',
  'http://10.0.0.1',
  'ftp://127.0.0.1',
  'file:///127.0.0.1',
  'demo-api.vivapayments.com',
  '',
])('refuses %j', (api) => {
  expect(endpointsOutsideDemo({ ...DEMO, api })).toEqual(['api']);
});
