/** How often a seller is paid out. */
export const PayoutInterval = { Daily: 1, Weekly: 2, Monthly: 3 } as const;
export type PayoutInterval = (typeof PayoutInterval)[keyof typeof PayoutInterval];

/** On which day of the week: Sunday is 1. */
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
