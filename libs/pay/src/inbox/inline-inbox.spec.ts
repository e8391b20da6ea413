import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Clock } from '../core/values/clock.js';
import { PayInboxBusyError } from './inbox-errors.js';
import { InlineInbox } from './inline-inbox.js';
import type { PayConfirmationResult, PayDelivery } from '../webhooks/delivery.types.js';
import type { PayInboxSteps } from './pay-inbox.js';

const HOUR = 3_600_000;

function fakeClock(): Clock & { time: number } {
  return {
    time: 0,
    now: function () {
      return this.time;
    },
    after: () => () => undefined,
  };
}

const delivery = (key: string): PayDelivery =>
  ({ key, signed: false, event: { data: {} } }) as unknown as PayDelivery;
/** Confirms each delivery and runs `handle`. */
const stepsWith = (handle: () => Promise<void>, isConfirmed = true): PayInboxSteps => ({
  confirm: (one) => Promise.resolve({ outcome: 'confirmed', delivery: one, isConfirmed }),
  handlersOf: () => ({ needsTransaction: false, run: handle }),
});

const inboxOf = (clock: Clock, maxKeys?: number): InlineInbox => new InlineInbox(clock, 10_000, maxKeys);

describe('InlineInbox', () => {
  it('stops waiting for a handler that hangs', async () => {
    const tasks: [number, () => void][] = [];
    const clock = {
      ...fakeClock(),
      after: (ms: number, task: () => void) => {
        tasks.push([ms, task]);
        return () => undefined;
      },
    };
    const inbox = inboxOf(clock);
    const hanging = stepsWith(() => new Promise<never>(() => undefined));
    const done = stepsWith(() => Promise.resolve());
    void inbox.receive(delivery('a'), hanging);
    const duplicate = inbox.receive(delivery('a'), done);
    await new Promise(setImmediate);
    expect(tasks.map(([ms]) => ms)).toEqual([10_000]);
    tasks[0]?.[1]();
    await expect(duplicate).rejects.toBeInstanceOf(PayInboxBusyError);
    expect(await inbox.receive(delivery('b'), done)).toBe('handled');
  });

  it('handles each event once, in any order of deliveries and failures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          fc.record({
            key: fc.constantFrom('a', 'b', 'c'),
            denied: fc.boolean(),
            fails: fc.boolean(),
            isSigned: fc.boolean(),
          }),
          { maxLength: 12 },
        ),
        async (scheduler, deliveries) => {
          const inbox = inboxOf(fakeClock());
          const running = new Map<string, number>();
          const handled: string[] = [];
          const outcomes = deliveries.map(({ key, denied, fails, isSigned }) =>
            inbox
              .receive(delivery(key), {
                confirm: (one) => {
                  const result: PayConfirmationResult = denied
                    ? { outcome: 'denied', reason: 'forged' }
                    : { outcome: 'confirmed', delivery: one, isConfirmed: true };
                  return isSigned ? result : scheduler.schedule(Promise.resolve(result));
                },
                handlersOf: () => ({
                  needsTransaction: false,
                  run: async () => {
                    running.set(key, (running.get(key) ?? 0) + 1);
                    expect(running.get(key)).toBe(1);
                    await scheduler.schedule(Promise.resolve());
                    running.set(key, 0);
                    if (fails) throw new Error('failed');
                    handled.push(key);
                  },
                }),
              })
              .catch(() => 'failed' as const),
          );
          await scheduler.waitFor(Promise.all(outcomes));
          const results = await Promise.all(outcomes);
          for (const key of ['a', 'b', 'c']) {
            const ofKey = results.filter((_, index) => deliveries[index]?.key === key);
            const times = handled.filter((one) => one === key).length;
            const canSucceed = deliveries.some((one) => one.key === key && !one.denied && !one.fails);
            expect(times).toBe(canSucceed ? 1 : 0);
            expect(ofKey.filter((result) => result === 'handled')).toHaveLength(times);
            // An event that was never handled has no duplicates.
            if (times === 0) expect(ofKey).not.toContain('duplicate');
          }
        },
      ),
    );
  });

  it('handles the true delivery while the confirmation of a forged one with its key hangs', async () => {
    const inbox = inboxOf(fakeClock());
    const hanging: PayInboxSteps = {
      ...stepsWith(() => Promise.resolve()),
      confirm: () => new Promise<never>(() => undefined),
    };
    void inbox.receive(delivery('a'), hanging);
    expect(
      await inbox.receive(
        delivery('a'),
        stepsWith(() => Promise.resolve()),
      ),
    ).toBe('handled');
  });

  it('returns why a delivery has no event, and does not remember it', async () => {
    const inbox = inboxOf(fakeClock());
    const steps = stepsWith(() => Promise.resolve());
    const denied = { outcome: 'denied', reason: 'forged' } as const;
    const forged = { ...steps, confirm: () => Promise.resolve(denied) };
    expect(await inbox.receive(delivery('a'), forged)).toEqual(denied);
    expect(await inbox.receive(delivery('a'), steps)).toBe('handled');
  });

  it('does not remember a failed event', async () => {
    const inbox = inboxOf(fakeClock());
    const handle = jest
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('failed'))
      .mockResolvedValue();
    const steps = stepsWith(handle);
    await expect(inbox.receive(delivery('a'), steps)).rejects.toThrow('failed');
    expect(await inbox.receive(delivery('a'), steps)).toBe('handled');
    expect(await inbox.receive(delivery('a'), steps)).toBe('duplicate');
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it('remembers a handled event for 25 hours [webhook-events.16]', async () => {
    const clock = fakeClock();
    const inbox = inboxOf(clock);
    const done = stepsWith(() => Promise.resolve());
    await inbox.receive(delivery('a'), done);
    clock.time = 25 * HOUR - 1;
    expect(await inbox.receive(delivery('a'), done)).toBe('duplicate');
    clock.time = 25 * HOUR;
    expect(await inbox.receive(delivery('a'), done)).toBe('handled');
  });

  it('remembers a confirmed event after any number of unconfirmed ones', async () => {
    const inbox = inboxOf(fakeClock(), 2);
    const done = stepsWith(() => Promise.resolve());
    const unconfirmed = stepsWith(() => Promise.resolve(), false);
    await inbox.receive(delivery('true'), done);
    for (const key of ['a', 'b', 'c'])
      expect(await inbox.receive(delivery(key), unconfirmed)).toBe('handled');
    expect(await inbox.receive(delivery('true'), done)).toBe('duplicate');
    expect(await inbox.receive(delivery('c'), unconfirmed)).toBe('duplicate');
    expect(await inbox.receive(delivery('a'), unconfirmed)).toBe('handled');
  });
});
