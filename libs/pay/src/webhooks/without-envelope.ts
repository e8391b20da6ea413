/** The envelope of an event that came in none. */
export const WITHOUT_ENVELOPE = {
  messageId: null,
  correlationId: null,
  created: null,
  recipientId: null,
  messageTypeId: null,
  retryCount: null,
  retryDelayInSeconds: null,
  deliveryId: null,
  url: null,
} as const;
