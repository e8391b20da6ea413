import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PaySender } from '../../../inbox/pay-inbox.js';
import { Allowance } from './allowance.js';
import { ConfirmationBudget } from './confirmation-budget.js';
import { UnderWay } from './under-way.js';

const MINUTE = 60_000;
const manualClock = () => ({
  time: 0,
  now(): number {
    return this.time;
  },
});
const service = (address = '20.50.240.57') => ({ address, isService: true });
const other = (address: string) => ({ address, isService: false });

describe('an allowance', () => {
  it('gives a minute’s worth at once and comes back with time, debts last', () => {
    const clock = manualClock();
    const allowance = new Allowance(clock, 60);
    for (let spent = 0; spent < 60; spent++) {
      expect(allowance.waitMs).toBe(0);
      allowance.spend(1);
    }
    expect(allowance.waitMs).toBe(1_000);
    allowance.spend(10);
    clock.time += 10_000;
    expect(allowance.waitMs).toBe(1_000);
    clock.time += 1_000;
    expect(allowance.waitMs).toBe(0);
    // Whatever is spent in debt is paid off within two minutes.
    allowance.spend(1_000_000);
    clock.time += MINUTE + 1_000;
    expect(allowance.waitMs).toBe(0);
  });

  it('never lets more through than its minutes hold', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 20 })));
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 100 }), (all, perMinute) => {
        const clock = manualClock();
        const allowance = new Allowance(clock, perMinute);
        let spent = 0;
        for (const [ms, times] of all) {
          clock.time += ms;
          for (let time = 0; time < times && allowance.waitMs === 0; time++) {
            allowance.spend(1);
            spent++;
          }
        }
        expect(spent).toBeLessThanOrEqual(perMinute + (clock.time * perMinute) / MINUTE + 1);
      }),
    );
  });
});

describe('a budget for confirmation', () => {
  const limits = { perSource: 120, perAccount: 600 };

  it('is never met by a shop’s true events: twenty payments a second from one address, hour after hour', () => {
    const clock = manualClock();
    const budget = new ConfirmationBudget(clock, limits);
    for (let second = 0; second < 7_200; second++) {
      clock.time += 1_000;
      for (let payment = 0; payment < 20; payment++) {
        if (budget.waitMs(service()) > 0) throw new Error(`refused in second ${second}`);
        budget.confirmed(service());
      }
    }
  });

  it('holds one address to its own share, and leaves others theirs', () => {
    const budget = new ConfirmationBudget(manualClock(), limits);
    for (let count = 0; count < 120; count++) budget.spend(other('203.0.113.1'));
    expect(budget.waitMs(other('203.0.113.1'))).toBeGreaterThan(0);
    expect(budget.waitMs(other('203.0.113.2'))).toBe(0);
  });

  it('holds all strangers together, and never the service for them', () => {
    const budget = new ConfirmationBudget(manualClock(), limits);
    for (let address = 0; address < 60; address++)
      for (let count = 0; count < 10; count++) budget.spend(other(`203.0.113.${address}`));
    expect(budget.waitMs(other('198.51.100.1'))).toBeGreaterThan(0);
    expect(budget.waitMs(service())).toBe(0);
  });

  it('knows an address whose event was confirmed', () => {
    const budget = new ConfirmationBudget(manualClock(), limits);
    for (const address of ['198.51.100.1', '198.51.100.2']) budget.spend(other(address));
    budget.confirmed(other('198.51.100.1'));
    for (let count = 0; count < 600; count++) budget.spend(other(`203.0.113.${count % 200}`));
    expect(budget.waitMs(other('198.51.100.1'))).toBe(0);
    expect(budget.waitMs(other('198.51.100.2'))).toBeGreaterThan(0);
    // Somebody who has paid once and was first to say so uses up his own share, not the service's.
    for (let payer = 0; payer < 10; payer++) {
      budget.confirmed(other(`192.0.2.${payer}`));
      for (let count = 0; count < 120; count++) budget.spend(other(`192.0.2.${payer}`));
    }
    expect(budget.waitMs(other('198.51.100.1'))).toBeGreaterThan(0);
    expect(budget.waitMs(service())).toBe(0);
  });
});

describe('deliveries under way', () => {
  it('leave half for the service, and half for other addresses than one', () => {
    const underWay = new UnderWay(4);
    const enters = (sender: PaySender): boolean => underWay.enter(sender) !== undefined;
    const end = underWay.enter(other('a'));
    expect([end !== undefined, enters(other('b')), enters(other('c'))]).toEqual([true, true, false]);
    expect([enters(service('s')), enters(service('s')), enters(service('t'))]).toEqual([true, true, false]);
    end?.();
    expect([enters(service('s')), enters(service('t'))]).toEqual([false, true]);
  });

  it('let one through where one is all', () => {
    const underWay = new UnderWay(1);
    const end = underWay.enter(other('a'));
    expect(underWay.enter(service())).toBeUndefined();
    end?.();
    expect(typeof underWay.enter(service())).toBe('function');
  });
});
