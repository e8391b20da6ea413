/** State of a terminal. Send transactions only to live terminals. */
export const DeviceStatus = {
  InWarehouse: 0,
  Live: 1,
  ReadyToShip: 2,
  InStock: 3,
  WaitingForKeyInjection: 4,
  Lost: 5,
  Broken: 6,
  Locked: 7,
} as const;
export type DeviceStatus = (typeof DeviceStatus)[keyof typeof DeviceStatus] | (number & {});
