/** Event IDs of the eligibility checks. Other values may appear. */
export const EligibilityEvent = {
  /** The payment is allowed, but must carry `tags`. */
  TagsNeeded: 109101,
} as const;
