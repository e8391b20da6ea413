/** Interval of payouts to a seller. */
export const PayoutInterval = { Daily: 1, Weekly: 2, Monthly: 3 } as const;
export type PayoutInterval = (typeof PayoutInterval)[keyof typeof PayoutInterval];

/** Day of weekly payouts: Sunday is 1. */
export const PayoutDayOfWeek = {
  Sunday: 1,
  Monday: 2,
  Tuesday: 3,
  Wednesday: 4,
  Thursday: 5,
  Friday: 6,
  Saturday: 7,
} as const;
export type PayoutDayOfWeek = (typeof PayoutDayOfWeek)[keyof typeof PayoutDayOfWeek];
