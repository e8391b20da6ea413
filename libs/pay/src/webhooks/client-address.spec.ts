import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createAddressMatcher,
  PAY_WEBHOOK_SOURCE_ADDRESSES,
  resolveClientAddress,
} from './client-address.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

const { sourceAddresses } = areaOf('webhook-events');

describe('the published source addresses', () => {
  it('are those of the contract, for demo also the older ones', () => {
    const { current, older } = sourceAddresses;
    expect(PAY_WEBHOOK_SOURCE_ADDRESSES.live).toEqual(current.live);
    expect(new Set(PAY_WEBHOOK_SOURCE_ADDRESSES.demo)).toEqual(new Set([...current.demo, ...older.demo]));
    expect(new Set(PAY_WEBHOOK_SOURCE_ADDRESSES.demo).size).toBe(PAY_WEBHOOK_SOURCE_ADDRESSES.demo.length);
  });

  it('include the first and last address of each range', () => {
    const live = createAddressMatcher(PAY_WEBHOOK_SOURCE_ADDRESSES.live);
    expect(
      ['40.127.253.112', '40.127.253.127', '51.12.157.15', '::ffff:51.138.37.238'].filter(live),
    ).toHaveLength(4);
    expect(['40.127.253.111', '40.127.253.128', '51.12.157.16', '127.0.0.1', ''].filter(live)).toEqual([]);
  });
});

describe('createAddressMatcher', () => {
  it.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '203.0.113.9', false],
    ['::/0', '::ffff:203.0.113.9', false],
    ['203.0.113.9', '::ffff:203.0.113.9', true],
    ['203.0.113.9', '::ffff:cb00:7109', true],
    ['::ffff:203.0.113.0/120', '203.0.113.200', true],
    ['::ffff:203.0.113.9', '203.0.113.9', true],
    ['2001:db8::/32', '2001:DB8:0:0::1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
    [' 203.0.113.9 ', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.9:443', true],
    ['203.0.113.9', 'unknown', false],
  ])('with the entry %p and the address %p returns %p', (entry, address, expected) => {
    expect(createAddressMatcher([entry])(address)).toBe(expected);
  });

  it.each([
    ['256.1.1.1'],
    ['10.0.0.0/33'],
    ['10.0.0.0/-1'],
    ['10.0.0.0/'],
    ['10.0.0.0/8/8'],
    ['010.0.0.1'],
    ['10.0.0.1:80'],
    ['[::1]'],
    ['fe80::1%eth0'],
    ['::/129'],
    ['::ffff:10.0.0.0/95'],
    ['localhost'],
    [''],
    [null],
  ])('rejects the entry %p and names it', (entry) => {
    expect(() => createAddressMatcher(['10.0.0.1', entry as string])).toThrow(
      new RangeError(
        `address list entry 1 is ${entry === null ? 'not a string' : `'${entry}'`}: ` +
          'expected an IPv4 or IPv6 address or a range such as 40.127.253.112/28',
      ),
    );
  });

  it('agrees with arithmetic on every IPv4 range', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
    const toNumber = (parts: number[]) => parts.reduce((sum, part) => sum * 256 + part, 0);
    fc.assert(
      fc.property(octets, octets, fc.integer({ min: 0, max: 32 }), (network, address, prefix) => {
        const size = 2 ** (32 - prefix);
        const inside = Math.floor(toNumber(network) / size) === Math.floor(toNumber(address) / size);
        const matches = createAddressMatcher([`${network.join('.')}/${prefix}`]);
        expect(matches(address.join('.'))).toBe(inside);
        expect(matches(`::ffff:${address.join('.')}`)).toBe(inside);
      }),
    );
  });
});

describe('resolveClientAddress', () => {
  const trustedProxies = createAddressMatcher(['10.0.0.0/8', '::1']);

  it.each([
    ['no proxy, forged header', '203.0.113.9', '51.138.37.238', '203.0.113.9'],
    ['no header behind a proxy', '10.0.0.1', undefined, '10.0.0.1'],
    ['a blank header', '10.0.0.1', ' ', '10.0.0.1'],
    ['one proxy', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['two proxies', '10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['a forged address on the left', '10.0.0.1', '51.138.37.238, 203.0.113.9', '203.0.113.9'],
    ['a forged proxy in the middle', '10.0.0.1', '51.138.37.238, 10.9.9.9, 203.0.113.9', '203.0.113.9'],
    ['an invalid entry on the left of the client', '10.0.0.1', 'invalid, 203.0.113.9', '203.0.113.9'],
    ['only proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['header lines', '10.0.0.1', ['51.138.37.238', '203.0.113.9, 10.0.0.2'], '203.0.113.9'],
    ['no header lines', '10.0.0.1', [], '10.0.0.1'],
    ['ports', '10.0.0.1:1234', '203.0.113.9:5678, [::1]:80', '203.0.113.9'],
    ['brackets without a port', '::1', '[2001:db8::1]', '2001:db8::1'],
    ['an IPv4-mapped peer', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['a zone', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['a long spelling', '::1', '2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['an invalid entry of the proxy', '10.0.0.1', '203.0.113.9, unknown', null],
    ['an invalid entry between proxies', '10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', null],
    ['an empty entry', '10.0.0.1', '203.0.113.9, ', null],
    ['an invalid port', '10.0.0.1', '203.0.113.9:99999', null],
    ['an obfuscated proxy', '10.0.0.1', '_hidden', null],
    ['an IPv4 address in brackets', '10.0.0.1', '[203.0.113.9]:80', null],
    ['no peer, as on a Unix socket', undefined, '51.138.37.238', null],
    ['an empty peer', '', '51.138.37.238', null],
  ])('resolves %s', (_title, remoteAddress, forwardedFor, expected) => {
    expect(resolveClientAddress({ remoteAddress, forwardedFor, trustedProxies })).toBe(expected);
  });

  it('ignores entries that the client adds on the left', () => {
    const client = fc.ipV4().filter((address) => !trustedProxies(address));
    const proxies = fc.array(
      fc.nat(255).map((last) => `10.0.0.${last}`),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(
        client,
        proxies,
        fc.array(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6())),
        (address, [peer, ...rest], forged) => {
          const header = [...forged, address, ...rest].join(', ');
          expect(resolveClientAddress({ remoteAddress: peer, forwardedFor: header, trustedProxies })).toBe(
            address,
          );
          expect(resolveClientAddress({ remoteAddress: address, forwardedFor: header, trustedProxies })).toBe(
            address,
          );
        },
      ),
    );
  });

  it('returns every IPv6 address in one spelling, also with port, brackets or zone', () => {
    const resolve = (remoteAddress: string) =>
      resolveClientAddress({ remoteAddress, trustedProxies: () => false });
    fc.assert(
      fc.property(fc.ipV6(), fc.nat(65_535), (address, port) => {
        const text = resolve(address);
        expect(text).toMatch(/^[\da-f:.]+$/);
        expect(resolve(`[${address}]:${port}`)).toBe(text);
        expect(resolve(`${address}%en0`)).toBe(text);
        expect(resolve(text ?? '')).toBe(text);
      }),
    );
  });

  it('never throws on any text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('1', ':', '.', '[', ']', '%', ',', 'f') }),
    );
    fc.assert(
      fc.property(
        text,
        fc.oneof(text, fc.array(text)),
        fc.boolean(),
        (remoteAddress, forwardedFor, trusts) => {
          const response = resolveClientAddress({
            remoteAddress,
            forwardedFor,
            trustedProxies: () => trusts,
          });
          expect(response === null || /^[\da-f:.]+$/.test(response)).toBe(true);
        },
      ),
    );
  });
});
