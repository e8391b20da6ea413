import type { IncomingHttpHeaders } from 'node:http';

/** What is looked at of a request: one that comes in, or one that is read from the data file. */
export interface ReceivedRequest extends AsyncIterable<Buffer> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Whether the caller is still there. */
  readonly socket: {
    readonly destroyed: boolean;
    once(event: 'close', listener: () => void): unknown;
  };
}
