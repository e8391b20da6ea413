import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, SendFailure } from '../deliveries/send.js';

/** A request as it is kept: whole, and without the number of a real card. */
export interface KeptRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What came of a request that the simulator sent to a receiver. */
export interface KeptAnswer {
  /** Which request: see {@link Recording}. */
  readonly to: string;
  readonly answer?: Answer;
  readonly failure?: Pick<SendFailure, 'reason' | 'message'>;
}

/** Something that comes from outside and may change the simulator's state. */
export type Happening =
  | { readonly request: KeptRequest }
  /** A call of the application through the handle: part, method, arguments. */
  | { readonly call: readonly [part: string, method: string, args: readonly unknown[]] }
  /** Time has come for something that was planned. */
  | { readonly tick: true }
  | { readonly answered: KeptAnswer };

/** A happening with when it was, and where the sequence of ids stood. */
export type Entry = Happening & {
  /** Real time, milliseconds. */
  readonly at: number;
  readonly ids: number;
};
