import type { Control, ResponseOf } from '../control/control.js';

/** A received request with its texts, in which secrets are hidden. */
export type RequestDetails = ResponseOf<'getRequest'>;
/** A received request without its texts. */
export type LoggedRequest = ResponseOf<'listRequests'>[number];

/** Lists the received requests, without those for the console. @param contains - Text that they contain. */
export function shownRequests(read: Control['read'], contains?: string): readonly LoggedRequest[] {
  return read('listRequests', contains === undefined ? {} : { query: { contains } }).filter(
    ({ operation, path }) => operation !== null || /^\/(accounts|api|web)\//.test(path),
  );
}

/** Returns whether a request got an error or no response. */
export function isFailed({ status }: Pick<LoggedRequest, 'status'>): boolean {
  return status === null || status >= 400;
}
