import { DAY_MS } from '../core/values/durations.js';
import { localTime } from '../core/values/local-time.js';
import { periodStart } from './billing-calendar.js';
import { isHardDecline } from './hard-declines.js';
import type { SubscriptionRow } from './subscription-store.js';
import type { PaySubscriptionEndReason, PaySubscriptionsOptions } from './subscription.types.js';

/** Settings that decide what happens on which day. */
export type BillingSettings = Required<
  Pick<
    PaySubscriptionsOptions,
    'retryDays' | 'pastDueAfterDays' | 'endAfterDays' | 'linkDays' | 'missedPeriods'
  >
>;

/** What a subscription does next. */
export type NextStep =
  | { do: 'charge' }
  | { do: 'order' }
  | { do: 'past_due' }
  | { do: 'end'; reason: PaySubscriptionEndReason }
  /** Leaves out `count` periods and goes on with the period `to`, or asks whether to. */
  | { do: 'skip' | 'ask'; to: number; count: number }
  /** Null waits for a call, or for the payment of an open order. */
  | { do: 'wait'; until: number | null };

type Patch = Partial<SubscriptionRow>;

/** Nothing was tried for the period. */
const UNTRIED = {
  ...{ isSent: false, declines: 0, attemptedAt: null, declinedAt: null, linkAt: null, needsCard: false },
  ...{ periodAmount: null, orderCode: null, checks: 0 },
} satisfies Patch;

/**
 * Returns what a subscription does next, from its plan, its history and the time. Everything that decides about a day is here, so that
 * late runs, outages and pauses meet the same rules.
 */
export function nextStep(row: SubscriptionRow, settings: BillingSettings, now: number): NextStep {
  if (row.isSent) return { do: 'charge' };
  if (row.isCanceled) return { do: 'end', reason: 'canceled' };
  const { anchor, periodStart: start } = row;
  if (row.pausedAt !== null || anchor === null || start === null) return { do: 'wait', until: null };
  if (row.attemptedAt !== null) return dunningStep(row, row.attemptedAt, settings, now);
  if (now < start) return { do: 'wait', until: start };
  const current = periodAt(row, now);
  if (current > row.period) {
    if (row.missed === 'ask') return { do: 'wait', until: null };
    const choice = row.missed ?? settings.missedPeriods;
    const count = Array.from({ length: current - row.period }, (_, index) => row.period + index).filter(
      (period) => !isPaused(row, period),
    ).length;
    if (choice !== 'collect') return { do: choice, to: unpausedFrom(row, current), count };
  }
  const nextDay = row.paidAt === null ? start : dayAfter(row, anchor, row.paidAt);
  return now < nextDay ? { do: 'wait', until: nextDay } : { do: 'charge' };
}

/** Days count from the first attempt. `resume()` moves the history, so that paused days do not count. */
function dunningStep(
  { state, orderCode, linkAt, declines, declinedAt, needsCard }: SubscriptionRow,
  attemptedAt: number,
  { retryDays, pastDueAfterDays, endAfterDays, linkDays }: BillingSettings,
  now: number,
): NextStep {
  const pastDueAt = state === 'past_due' ? Infinity : attemptedAt + pastDueAfterDays * DAY_MS;
  const days = [0, ...retryDays];
  const gap = (days[declines] ?? Infinity) - (days[declines - 1] ?? 0);
  const retryAt = needsCard ? Infinity : (declinedAt ?? attemptedAt) + gap * DAY_MS;
  const endsAt = Math.max(attemptedAt + endAfterDays * DAY_MS, (linkAt ?? Infinity) + linkDays * DAY_MS);
  if (orderCode === null && (needsCard || now >= pastDueAt)) return { do: 'order' };
  if (now >= pastDueAt) return { do: 'past_due' };
  if (now >= retryAt) return { do: 'charge' };
  if (now >= endsAt) return { do: 'end', reason: 'unpaid' };
  return { do: 'wait', until: Math.min(pastDueAt, retryAt, endsAt) };
}

/** Returns the change by a declined charge, and when the card is charged again. Null: the customer needs to act. */
export function afterDecline(
  row: SubscriptionRow,
  eventId: number,
  { retryDays }: BillingSettings,
  now: number,
): { patch: Patch; retryAt: number | null } {
  const days = [0, ...retryDays];
  const nextDay = isHardDecline(eventId) ? undefined : days[row.declines + 1];
  return {
    patch: {
      ...{ isSent: false, unpaidPeriod: null, checks: 0, declines: row.declines + 1, declinedAt: now },
      ...{ attemptedAt: row.attemptedAt ?? now, needsCard: nextDay === undefined, dueAt: now },
    },
    retryAt: nextDay === undefined ? null : now + (nextDay - (days[row.declines] ?? 0)) * DAY_MS,
  };
}

/** Returns the change by a payment of the period. @param paidAt - Its time, for the rule of one charge a day. */
export function afterPayment(row: SubscriptionRow, chargedAt: Date, paidAt = chargedAt.getTime()) {
  const anchor = row.anchor ?? localTime(chargedAt, row.timeZone, row.trialDays);
  const isTrial = row.anchor === null && (row.trialDays ?? 0) > 0;
  const begun = { ...row, anchor };
  const next = goTo(begun, unpausedFrom(begun, isTrial ? 0 : row.period + 1));
  const isCaughtUp = next.periodStart > paidAt;
  return {
    ...{ isTrial, periodStart: startOf(begun, row.period) },
    patch: {
      ...{ ...UNTRIED, ...next, state: 'active', anchor, endReason: null },
      ...(!isTrial && { paidAt }),
      missed: isCaughtUp ? null : row.missed,
    } satisfies Patch,
  };
}

/** Returns the change by the end of a pause. Periods that started in it are left out, and its days do not count. */
export function afterPause(row: SubscriptionRow, now: number): Patch {
  const { pausedAt, attemptedAt, declinedAt, linkAt, orderCode, isSent, periodStart: start } = row;
  if (pausedAt === null) return { isCanceled: false, dueAt: row.dueAt ?? now };
  // A charge that was sent before the pause can be declined during it.
  const moved = (at: number | null): number | null => at && at + now - Math.max(pausedAt, at);
  const pauses = [...row.pauses.filter(([, until]) => until > (start ?? 0)), [pausedAt, now] as const];
  const after = { ...row, pauses };
  const isTried = isSent || attemptedAt !== null || orderCode !== null || start === null;
  return {
    ...{ pausedAt: null, isCanceled: false, pauses, dueAt: now },
    ...{ attemptedAt: moved(attemptedAt), declinedAt: moved(declinedAt), linkAt: moved(linkAt) },
    ...(!isTried && goTo(after, unpausedFrom(after, row.period))),
  };
}

/** Returns the change to another period. */
export function goTo(row: SubscriptionRow, period: number) {
  const start = startOf(row, period).getTime();
  return { period, periodStart: start, dueAt: start };
}

function startOf({ anchor, ...row }: SubscriptionRow, period: number): Date {
  return periodStart({ ...row, anchor: anchor ?? '' }, period);
}

/** Returns the last period that has started, or the present one. */
function periodAt(row: SubscriptionRow, now: number): number {
  let { period } = row;
  while (startOf(row, period + 1).getTime() <= now) period++;
  return period;
}

function isPaused(row: SubscriptionRow, period: number): boolean {
  const start = startOf(row, period).getTime();
  return row.pauses.some(([from, until]) => start >= from && start < until);
}

/** Returns the first period, from one on, that did not start during a pause. */
function unpausedFrom(row: SubscriptionRow, period: number): number {
  return isPaused(row, period) ? unpausedFrom(row, period + 1) : period;
}

/** Returns the usual time on the day after an instant, in the subscription's time zone. */
function dayAfter({ timeZone }: SubscriptionRow, anchor: string, instant: number): number {
  const day = localTime(new Date(instant), timeZone, 1).slice(0, 11);
  return periodStart({ anchor: day + anchor.slice(11), timeZone, interval: 'day' }, 0).getTime();
}
