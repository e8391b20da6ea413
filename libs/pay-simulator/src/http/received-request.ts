import type { IncomingHttpHeaders } from 'node:http';

/** A request from a client or from the data file. */
export interface ReceivedRequest extends AsyncIterable<Buffer> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Connection state of the client. */
  readonly socket: {
    readonly destroyed: boolean;
    once(event: 'close', listener: () => void): unknown;
  };
}
