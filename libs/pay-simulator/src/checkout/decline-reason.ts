/** Event IDs of each reason. */
const EVENTS = {
  funds: [10051],
  expired: [10054],
  blocked: [10004, 10007, 10020, 10041, 10043, 10046, 10062, 10078, 10212, 10222, 10223, 10224],
  cardNumber: [10014, 10015, 10039, 10052, 10053, 10216, 10221],
  securityCode: [10200, 10210, 10211],
  limit: [10061],
  notAllowed: [10057, 10058, 10081, 10093, 10215, 2108],
  security: [10059, 10063, 10083, 10214],
  challengeFailed: [2062, 10065, 10300, 10301],
  challengeLeft: [2061],
  technical: [6511, 6614, 6624, 6650, 10006, 10030, 10088, 10091, 10094, 10096, 10199, 10401],
};

/** Reason for a decline, as shown to customers. */
export type DeclineReason = 'bank' | keyof typeof EVENTS;

const REASONS = new Map(
  Object.entries(EVENTS).flatMap(([reason, events]) =>
    events.map((event) => [event, reason as DeclineReason] as const),
  ),
);

/** Returns the reason for an event ID. Events without a meaning for customers give `bank`. @see contract/behaviour/transactions.yaml enums.EventId */
export function declineReason(eventId: number): DeclineReason {
  return REASONS.get(eventId) ?? 'bank';
}
