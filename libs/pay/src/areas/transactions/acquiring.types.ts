/** Kinds of payment that `transactions.octAndPayout` makes. */
export const OctServiceId = {
  /** Original credit, for example winnings. */
  Oct: 6,
  Payout: 14,
} as const;
export type OctServiceId = (typeof OctServiceId)[keyof typeof OctServiceId];
