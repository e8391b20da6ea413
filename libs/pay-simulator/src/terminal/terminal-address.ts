import { TERMINAL_PATH } from '../console/console-address.js';

/** Returns the path of a list of terminals. @param merchantId - A connected merchant. Without it: the main merchant. */
export function terminalListAddress(merchantId: string | null, path = ''): string {
  return TERMINAL_PATH + path + (merchantId === null ? '' : `?merchant=${encodeURIComponent(merchantId)}`);
}

/** Returns the path of a terminal's page or action. Terminals of two merchants can have one ID. */
export function terminalAddress(merchantId: string | null, terminalId: string, action = ''): string {
  return terminalListAddress(merchantId, `/${encodeURIComponent(terminalId)}${action}`);
}
