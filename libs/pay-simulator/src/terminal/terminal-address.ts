/** Path of the card terminals' pages below the server's root. */
export const TERMINAL_PATH = '/terminal';

/** Path of one terminal's page, and of what its keys do. */
export function terminalAddress(terminalId: string, key = ''): string {
  return `${TERMINAL_PATH}/${encodeURIComponent(terminalId)}${key}`;
}
