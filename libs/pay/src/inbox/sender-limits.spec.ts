import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SenderLimits, TokenBucket } from './sender-limits.js';

const manualClock = () => ({
  time: 0,
  now(): number {
    return this.time;
  },
});

describe('TokenBucket', () => {
  it('gives one minute’s worth of tokens at once, then tokens at a steady rate', () => {
    const clock = manualClock();
    const bucket = new TokenBucket(clock, 60);
    for (let count = 0; count < 60; count++) expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(1_000);
    clock.time += 999;
    expect(bucket.take()).toBe(1);
    clock.time += 1;
    expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(1_000);
  });

  it('loses no tokens if the clock is set back', () => {
    const clock = manualClock();
    const bucket = new TokenBucket(clock, 60);
    clock.time -= 3_600_000;
    expect(bucket.take()).toBe(0);
    expect(bucket.take()).toBe(0);
  });

  it('never gives more tokens than the elapsed time allows, and has a token after the returned wait', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 20 })));
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 100 }), (all, perMinute) => {
        const clock = manualClock();
        const bucket = new TokenBucket(clock, perMinute);
        let tokens = 0;
        for (const [ms, times] of all) {
          clock.time += ms;
          for (let time = 0; time < times && bucket.take() === 0; time++) tokens++;
        }
        expect(tokens).toBeLessThanOrEqual(perMinute + (clock.time * perMinute) / 60_000);
        const waitMs = bucket.take();
        clock.time += waitMs;
        if (waitMs > 0) expect(bucket.take()).toBe(0);
      }),
    );
  });
});

describe('SenderLimits', () => {
  const route = (id: string) => ({ account: { id }, readsPerMinute: 20 });

  it('limits concurrent deliveries for each class of senders of each account, and reserves more for the service', () => {
    const limits = new SenderLimits();
    const end = limits.begin(route('wallet'), 'unknown');
    for (let count = 1; count < 100; count++) limits.begin(route('wallet'), 'unknown');
    expect(() => limits.begin(route('wallet'), 'unknown')).toThrow('100 deliveries are being handled');
    for (let count = 0; count < 200; count++) limits.begin(route('wallet'), 'service');
    expect(() => limits.begin(route('wallet'), 'service')).toThrow('200 deliveries are being handled');
    limits.begin(route('other'), 'service');
    for (let count = 0; count < 1_000; count++) limits.begin(route('wallet'), undefined);
    end();
    limits.begin(route('wallet'), 'unknown');
    expect(() => limits.begin(route('wallet'), 'unknown')).toThrow('100 deliveries are being handled');
  });

  it('limits reads for each class of senders: unknown senders get a tenth', () => {
    const limits = new SenderLimits();
    const read = (sender: 'service' | 'unknown' | undefined) => limits.takeRead(route('wallet'), sender);
    const overLimit = { outcome: 'over-limit', waitMs: expect.any(Number) };
    for (let count = 0; count < 2; count++) expect(read('unknown')).toBeNull();
    expect(read('unknown')).toMatchObject(overLimit);
    for (let count = 0; count < 20; count++) expect(read('service')).toBeNull();
    expect(read('service')).toMatchObject(overLimit);
    for (let count = 0; count < 1_000; count++) expect(read(undefined)).toBeNull();
  });
});
