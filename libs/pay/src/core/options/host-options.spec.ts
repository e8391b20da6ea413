import { describe, expect, it } from '@jest/globals';
import { resolveHosts } from './host-options.js';

describe('resolveHosts', () => {
  it('returns the demo hosts if dev is set, otherwise the live hosts', () => {
    expect(resolveHosts({}).api).toBe('https://api.vivapayments.com');
    expect(resolveHosts({ dev: false }).web).toBe('https://www.vivapayments.com');
    expect(resolveHosts({ dev: true })).toEqual({
      accounts: 'https://demo-accounts.vivapayments.com',
      api: 'https://demo-api.vivapayments.com',
      web: 'https://demo.vivapayments.com',
    });
  });

  it('replaces single hosts, keeps their paths and removes a trailing slash', () => {
    const hosts = resolveHosts({
      dev: true,
      endpoints: { api: 'http://127.0.0.1:4010/api/', web: 'https://proxy.example' },
    });
    expect(hosts).toEqual({
      accounts: 'https://demo-accounts.vivapayments.com',
      api: 'http://127.0.0.1:4010/api',
      web: 'https://proxy.example',
    });
  });

  it.each([
    ['http://pay.example', /endpoints\.api must use https/],
    ['http://127.0.0.1.evil.example', /must use https/],
    ['ftp://127.0.0.1', /absolute https address/],
    ['/api', /absolute https address/],
    ['https://user:pass@pay.example', /without credentials/],
    ['https://pay.example?x=1', /without credentials, query/],
  ])('refuses the endpoint %s, because credentials are sent there', (api, problem) => {
    expect(() => resolveHosts({ endpoints: { api } })).toThrow(problem);
  });

  it.each<[unknown, RegExp]>([
    ['http://127.0.0.1:4010', /endpoints must be an object/],
    [{ Api: 'http://127.0.0.1:4010' }, /endpoints\.Api is not an option: did you mean api\?/],
  ])('refuses %j instead of using the hosts of the service', (endpoints, problem) => {
    expect(() => resolveHosts({ endpoints: endpoints as never })).toThrow(problem);
  });
});
