import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertyRuns } from '../../../../test/full-size.js';
import { localTime } from '../core/values/local-time.js';
import { periodStart } from './billing-calendar.js';
import { afterDecline, afterPause, afterPayment, goTo, nextStep } from './billing-plan.js';
import type { BillingSettings } from './billing-plan.js';
import type { SubscriptionRow } from './subscription-store.js';

const DAY = 86_400_000;
const START = Date.parse('2027-01-31T07:00:00Z');

const NEW_ROW: SubscriptionRow = {
  ...{ id: 'member', amount: 990, interval: 'month', timeZone: 'Europe/Athens', state: 'pending' },
  ...{ dueAt: null, orderCode: null, anchor: null, card: null, period: 0, periodStart: null },
  ...{ periodAmount: null, isSent: false, declines: 0, attemptedAt: null, declinedAt: null, linkAt: null },
  ...{
    needsCard: false,
    unpaidPeriod: null,
    checks: 0,
    pausedAt: null,
    pauses: [],
    paidAt: null,
    missed: null,
  },
  ...{ isCanceled: false, endReason: null },
};

/** Settings with which an application boots. */
const SETTINGS: fc.Arbitrary<BillingSettings> = fc
  .record({
    retryDays: fc
      .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 4 })
      .map((days) => days.sort((a, b) => a - b)),
    linkDays: fc.integer({ min: 1, max: 20 }),
    pastDueAfterDays: fc.integer({ min: 1, max: 40 }),
    more: fc.integer({ min: 0, max: 20 }),
    missedPeriods: fc.constantFrom('skip', 'collect', 'ask'),
  })
  .map(({ more, ...settings }) => ({
    ...settings,
    endAfterDays: Math.max(
      (settings.retryDays.at(-1) ?? 0) + settings.linkDays + more,
      settings.pastDueAfterDays + 1,
    ),
  }));

const PLAN = fc.record({
  interval: fc.constantFrom('day', 'week', 'week', 'month', 'year'),
  intervalCount: fc.integer({ min: 1, max: 3 }),
  timeZone: fc.constantFrom('Europe/Athens', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
});

/** What happens between two runs, and what the issuer says at the next ones. */
const ACT = fc.record({
  // Mostly regular runs, sometimes an outage.
  hours: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 3, arbitrary: fc.integer({ min: 24, max: 200 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_500 }) },
  ),
  issuer: fc.constantFrom('approves', 'approves', 'soft', 'soft', 'hard', 'lost'),
  does: fc.constantFrom('nothing', 'nothing', 'pays link', 'pause', 'resume', 'resume', 'answer'),
  again: fc.integer({ min: 1, max: 3 }),
});
/** By default, fast-check creates at most about ten elements, which is too short for a dunning and what follows. */
const ACTS = fc.oneof(
  { weight: 3, arbitrary: fc.array(ACT, { minLength: 1, maxLength: 10 }) },
  { weight: 1, arbitrary: fc.array(ACT, { minLength: 1, maxLength: 60, size: 'max' }) },
);

type Act = typeof ACTS extends fc.Arbitrary<(infer One)[]> ? One : never;

/** A subscription whose service, issuer and customer are lists of acts. It notes what happened, and checks each step. */
class World {
  row: SubscriptionRow;
  now = START;
  readonly paid: { period: number; at: number; byCard: boolean }[] = [];
  readonly pauses: { from: number; until: number }[] = [];
  /** Of the present period: attempts, and active (not paused) time since the first decline and since the link. */
  attempts: number[] = [];
  active: { attempt: number | null; link: number | null } = { attempt: null, link: null };
  left = new Set<number>();

  constructor(
    plan: Pick<SubscriptionRow, 'interval' | 'timeZone'>,
    private readonly settings: BillingSettings,
  ) {
    this.row = { ...NEW_ROW, ...plan };
    this.#pay(new Date(START), false);
  }

  pass(ms: number): void {
    this.now += ms;
    if (this.row.pausedAt !== null) return;
    for (const name of ['attempt', 'link'] as const) if (this.active[name] !== null) this.active[name] += ms;
  }

  act({ does }: Act): void {
    if (does === 'pays link' && this.row.orderCode !== null && !this.row.isSent)
      this.#pay(new Date(this.now), false);
    if (does === 'pause' && this.row.pausedAt === null) {
      this.row = { ...this.row, pausedAt: this.now };
      this.pauses.push({ from: this.now, until: Infinity });
    }
    if (does === 'resume' && this.row.pausedAt !== null) {
      this.pauses.at(-1)!.until = this.now;
      this.row = { ...this.row, ...afterPause(this.row, this.now) };
    }
    if (does === 'answer' && this.row.missed === 'ask') this.row = { ...this.row, missed: 'collect' };
  }

  /** Does everything that is due. */
  run(issuer: Act['issuer']): void {
    for (let steps = 0; this.row.state !== 'ended'; steps++) {
      expect(steps).toBeLessThan(12);
      const step = nextStep(this.row, this.settings, this.now);
      if (step.do === 'wait') {
        if (step.until !== null) expect(step.until).toBeGreaterThan(this.now);
        break;
      }
      if (step.do === 'charge') {
        if (this.#charge(issuer)) break;
      } else if (step.do === 'order') {
        this.row = { ...this.row, orderCode: 'order', linkAt: this.now };
        this.active.link = 0;
      } else if (step.do === 'past_due') {
        expect(this.active.attempt).toBeGreaterThanOrEqual(this.settings.pastDueAfterDays * DAY);
        expect(this.row.orderCode).not.toBeNull();
        this.row = { ...this.row, state: 'past_due' };
      } else if (step.do === 'end') this.#end();
      else if (step.do === 'ask') this.row = { ...this.row, missed: 'ask' };
      else {
        for (let period = this.row.period; period < step.to; period++) this.left.add(period);
        this.row = { ...this.row, ...goTo(this.row, step.to) };
      }
    }
    // `past_due` comes on its day, whatever the retries do.
    const { attempt } = this.active;
    const isLate = attempt !== null && attempt >= this.settings.pastDueAfterDays * DAY;
    if (isLate && this.row.pausedAt === null && !this.row.isSent)
      expect(['past_due', 'ended']).toContain(this.row.state);
  }

  /** Whether the outcome stays unknown. */
  #charge(issuer: Act['issuer']): boolean {
    const wasSent = this.row.isSent;
    if (!wasSent) {
      expect(this.row.pausedAt).toBeNull();
      const start = this.#startOf(this.row.period);
      expect(start).toBeLessThanOrEqual(this.now);
      expect(this.pauses.some(({ from, until }) => start >= from && start < until)).toBe(false);
      const day = this.#day(this.now);
      // One charge for each day, whether it is paid or declined.
      expect(this.paid.map(({ at }) => this.#day(at))).not.toContain(day);
      expect(this.attempts.every((at) => this.now - at >= DAY)).toBe(true);
      this.attempts.push(this.now);
      expect(this.attempts.length).toBeLessThanOrEqual(1 + this.settings.retryDays.length);
    }
    this.row = { ...this.row, isSent: true };
    if (issuer === 'lost') return true;
    if (issuer === 'approves') this.#pay(new Date(this.now), true);
    else {
      const { patch } = afterDecline(this.row, issuer === 'soft' ? 10_051 : 10_041, this.settings, this.now);
      this.active.attempt ??= 0;
      this.row = { ...this.row, ...patch };
    }
    return false;
  }

  #pay(at: Date, byCard: boolean): void {
    this.paid.push({ period: this.row.period, at: at.getTime(), byCard });
    this.row = { ...this.row, ...afterPayment(this.row, at).patch };
    this.attempts = [];
    this.active = { attempt: null, link: null };
  }

  #end(): void {
    expect(this.row.state).toBe('past_due');
    expect(this.active.link).toBeGreaterThanOrEqual(this.settings.linkDays * DAY);
    expect(this.active.attempt).toBeGreaterThanOrEqual(this.settings.endAfterDays * DAY);
    this.row = { ...this.row, state: 'ended' };
  }

  #day(at: number): string {
    return localTime(new Date(at), this.row.timeZone).slice(0, 10);
  }

  #startOf(period: number): number {
    return periodStart({ ...this.row, anchor: this.row.anchor ?? '' }, period).getTime();
  }

  /** Each period is paid, left out by its rule, or begun in a pause. None is paid twice. */
  checkBooks(): void {
    const periods = this.paid.map(({ period }) => period);
    expect(periods).toEqual([...new Set(periods)].sort((a, b) => a - b));
    for (let period = 0; period < this.row.period; period++) {
      const start = this.#startOf(period);
      const isPaused = this.pauses.some(({ from, until }) => start >= from && start < until);
      expect({ period, is: periods.includes(period) || this.left.has(period) || isPaused }).toEqual({
        period,
        is: true,
      });
    }
    if (this.settings.missedPeriods !== 'skip') expect(this.left.size).toBe(0);
  }
}

describe('the plan of a subscription', () => {
  it('keeps its promises with any settings, any outages, any pauses and any order of runs', () => {
    fc.assert(
      fc.property(PLAN, SETTINGS, ACTS, (plan, settings, acts) => {
        const world = new World(plan, settings);
        for (const act of acts) {
          world.pass(act.hours * 3_600_000);
          world.act(act);
          for (let run = 0; run < act.again; run++) world.run(act.issuer);
        }
        world.checkBooks();
      }),
      { numRuns: propertyRuns(1_500) },
    );
  });

  it('counts no day of a pause twice if a charge that was sent before it is declined during it', () => {
    const at = (day: string): number => Date.parse(`2027-${day}T12:00:00Z`);
    const row = { ...NEW_ROW, anchor: '2027-01-31T09:00:00', period: 1, pausedAt: at('03-01') };
    const declined = { ...row, attemptedAt: at('03-05'), declinedAt: at('03-05'), linkAt: at('02-28') };
    expect(afterPause(declined, at('03-10'))).toMatchObject({
      attemptedAt: at('03-10'),
      declinedAt: at('03-10'),
      linkAt: at('03-09'),
    });
  });

  it('starts no paid period in a pause that was over before the payment of a trial was recorded', () => {
    const at = (day: string): number => Date.parse(`2027-${day}T12:00:00Z`);
    const row = { ...NEW_ROW, trialDays: 14, pauses: [[at('02-10'), at('03-20')]] as const };
    // The trial ends on 14 February, so its first period starts in the pause.
    expect(afterPayment(row, new Date(START)).patch).toMatchObject({ period: 2 });
  });

  it('remembers each of several pauses while a period is unpaid', () => {
    const at = (day: string): number => Date.parse(`2027-${day}T12:00:00Z`);
    const anchor = '2027-01-31T09:00:00';
    const declined = { ...NEW_ROW, anchor, period: 1, attemptedAt: at('02-28'), pausedAt: at('03-01') };
    const once = {
      ...declined,
      periodStart: at('02-28'),
      ...afterPause({ ...declined, periodStart: at('02-28') }, at('04-01')),
    };
    const twice = { ...once, ...afterPause({ ...once, pausedAt: at('04-10') }, at('05-10')) };
    // 31 March and 30 April started during pauses.
    expect(afterPayment(twice, new Date(at('05-11'))).patch).toMatchObject({ period: 4, attemptedAt: null });
    expect(afterPayment(once, new Date(at('04-02'))).patch).toMatchObject({ period: 3 });
  });

  it('charges at the start of the second period, on whatever day and at whatever time the first one was paid', () => {
    const settings = { retryDays: [], pastDueAfterDays: 7, endAfterDays: 21, linkDays: 5 };
    const instants = fc.date({
      min: new Date('2024-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(PLAN, instants, (plan, paidAt) => {
        const row = { ...NEW_ROW, ...plan, ...afterPayment({ ...NEW_ROW, ...plan }, paidAt).patch };
        const next = nextStep(row, { ...settings, missedPeriods: 'skip' }, row.periodStart);
        expect(next).toEqual({ do: 'charge' });
      }),
    );
  });
});
