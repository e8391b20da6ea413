import { describe, expect, it } from '@jest/globals';
import { DeliveryQueue } from './delivery-queue.js';

describe('DeliveryQueue', () => {
  it('runs at most 16 tasks at a time, in order, and is idle when none is left', async () => {
    const queue = new DeliveryQueue();
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    for (let index = 0; index < 40; index++) {
      void queue.run(() => {
        begun.push(index);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    }
    let idle = false;
    const settled = queue.idle().then(() => (idle = true));
    expect(begun).toHaveLength(16);
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toHaveLength(17);
    expect(idle).toBe(false);
    while (begun.length < 40 || ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await settled;
    expect(begun).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });

  it('rejects a failed task and continues with the next', async () => {
    const queue = new DeliveryQueue();
    await expect(queue.run(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    await expect(queue.run(() => Promise.resolve())).resolves.toBeUndefined();
    await queue.idle();
  });
});
