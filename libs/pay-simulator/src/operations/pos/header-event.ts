/** Event IDs in response headers. They differ from the event IDs of sessions. @see contract/behaviour/pos.yaml enums.HeaderEventId */
export const HeaderEvent = {
  SessionCreated: 1100,
  SessionReturned: 1102,
  AbortAccepted: 1104,
  DevicesReturned: 1106,
} as const;
