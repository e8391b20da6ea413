import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { createAddressMatcher, resolveClientAddress } from './source-address.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

describe('what is remembered of senders', () => {
  it('holds their addresses, not the headers that those came in', () => {
    const trustedProxies = createAddressMatcher(['10.0.0.0/8']);
    const matches = createAddressMatcher(['40.127.253.112/28']);
    const before = heapUsed();
    const senders: (string | null)[] = [];
    for (let i = 0; i < 900; i++) {
      // As long as Node lets headers be; the last address is the proxy's word.
      const forwardedFor = Buffer.from(
        `${`${i}`.padStart(15_000, 'x')}, 203.113.${100 + (i >> 8)}.${i & 255}`,
      ).toString();
      const address = resolveClientAddress({ remoteAddress: '10.0.0.1', forwardedFor, trustedProxies });
      matches(address ?? '');
      senders.push(address);
    }
    expect(new Set(senders).size).toBe(900);
    expect(heapUsed() - before).toBeLessThan(4_000_000);
  });
});
