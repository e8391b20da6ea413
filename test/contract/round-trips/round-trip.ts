import type { MethodReturn } from 'nestjs-pay/client';
import type { World } from './world.js';

type Result = Promise<MethodReturn<unknown, string>>;

/** How the contract tests call an operation. */
export interface RoundTrip {
  /** Calls the operation so that the service rejects the call, or the library does before it sends anything. */
  fails: (world: World) => Result;
  /** Expected `code` of that failure. */
  code: string;
  /** Calls the operation successfully. Only if the response of the operation's example in docs/examples is incomplete. */
  succeeds?: (world: World) => Result;
  /**
   * Builds the arguments of the method from the contract's examples: path parameters by name, and query and body as one
   * object. Only if the method does not follow the conventions of `callRow`.
   */
  arguments?: (path: Record<string, string>, options: Record<string, unknown>) => unknown[];
}

/** Round trips of one area, by operation ID. */
export type RoundTrips = Record<string, RoundTrip>;
