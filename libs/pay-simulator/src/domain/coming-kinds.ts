/** Kind of work that the service does by itself when its clock reaches a time. */
export type ComingKind = 'retry' | 'clearing' | 'payout' | 'charge' | 'expiry';

/** Why the clock cannot jump to the next work of a kind. */
export const NOTHING_COMES: Readonly<Record<ComingKind, string>> = {
  retry: 'no delivery waits for a retry',
  clearing: 'no payment waits for clearing',
  payout: 'no payout is planned',
  charge: 'no charge is planned',
  expiry: 'no order and no hold expires later',
};
