/** Path of the console. */
export const CONSOLE_PATH = '/console';

/** Path of the card terminal pages. */
export const TERMINAL_PATH = '/terminal';

/** Path of the timeline of an order. */
export function orderPath(orderCode: string): string {
  return `${CONSOLE_PATH}/orders/${orderCode}`;
}
