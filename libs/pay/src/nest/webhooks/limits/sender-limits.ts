/** Limits for one class of senders of webhook deliveries. */
export interface PaySenderLimits {
  /** How many of their deliveries are handled at the same time, per process. More are answered 503. */
  maxConcurrent?: number;
  /**
   * How many reads per minute confirm their deliveries, per process. More are answered 503 with `Retry-After`; in a durable inbox
   * they wait, which does not count as an attempt.
   */
  readsPerMinute?: number;
}

/** Limits for the two classes of senders. What unknown senders use up is never the service's. */
export interface PaySendersLimits {
  /**
   * Senders from the service's addresses: those in `sourceAddresses`, with `'any'` the published ones.
   * @default { maxConcurrent: 200, readsPerMinute: 6_000 }
   */
  service?: PaySenderLimits;
  /** All other senders together. @default { maxConcurrent: 100, readsPerMinute: 600 } */
  unknown?: PaySenderLimits;
}

export const DEFAULT_SENDER_LIMITS = {
  service: { maxConcurrent: 200, readsPerMinute: 6_000 },
  unknown: { maxConcurrent: 100, readsPerMinute: 600 },
} as const satisfies Required<PaySendersLimits>;
