import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedResponse, SendFailure } from '../deliveries/send.js';

/** A recorded request, without real card numbers. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Recorded result of a request to a webhook receiver. */
export interface RecordedResponse {
  /** Name of the request; see {@link Recording}. */
  readonly to: string;
  readonly response?: ReceivedResponse;
  readonly failure?: Pick<SendFailure, 'reason' | 'message'>;
}

/** An external input that can change the simulator's state. */
export type RecordedInput =
  | { readonly request: RecordedRequest }
  /** A call through the handle: part, method and arguments. */
  | { readonly call: readonly [part: string, method: string, args: readonly unknown[]] }
  /** The clock ran planned work. */
  | { readonly tick: true }
  | { readonly answered: RecordedResponse };

/** A recorded input with its time and the position in the ID sequence. */
export type Entry = RecordedInput & {
  /** Real time, milliseconds. */
  readonly at: number;
  readonly ids: number;
};
