/** Path of the card terminal pages. */
export const TERMINAL_PATH = '/terminal';

/** Returns the path of a terminal's page or action. */
export function terminalAddress(terminalId: string, action = ''): string {
  return `${TERMINAL_PATH}/${encodeURIComponent(terminalId)}${action}`;
}
