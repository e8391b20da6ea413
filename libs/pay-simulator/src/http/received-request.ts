import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** A request from a client. */
export interface ReceivedRequest extends Pick<Readable, 'on'> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Connection state of the client. */
  readonly socket: {
    readonly destroyed: boolean;
    once(event: 'close', listener: () => void): unknown;
  };
}
