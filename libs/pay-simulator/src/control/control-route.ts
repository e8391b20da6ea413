import { Refusal } from '../domain/refusal.js';
import type { AccountServices } from '../services/merchant-services.js';
import type { Services } from '../services/services.js';
import type { Schema } from '../domain/json-schema.js';

/** A validated request to the control API. */
export interface ControlInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** Address of the simulator that the client used, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly worlds: WorldDesk;
}

/** Body of the request for a new world. */
export type WorldSettings = Readonly<Record<string, unknown>>;

/** Creates, describes and ends worlds. `origin` is the address of the simulator that the client used. */
export interface WorldDesk {
  readonly create: (settings: WorldSettings, origin: string) => unknown;
  readonly list: (origin: string) => readonly { readonly id: string }[];
  readonly get: (id: string, origin: string) => unknown;
  readonly end: (id: string) => void;
}

/** Returns the response, whose times are in milliseconds. A route without a response gets 204. */
export type Run<Scope> = (services: Scope, request: ControlInput) => unknown;

/** A route of the control API, as contract/control.yaml says, with its handler. */
export interface ControlRoute {
  /** Unique name: the `operationId`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path after `/_simulator`. */
  readonly path: string;
  /** Sentence that starts with a verb in the third person. */
  readonly summary: string;
  /** Members of `PaySimulator` that the route stands for, such as `orders.list`. */
  readonly calls: readonly string[];
  /** Optional query parameters. */
  readonly query: Readonly<Record<string, Schema>>;
  /** Schema of the body. Without it, the route takes no body. */
  readonly body: Schema | undefined;
  /** Size of the largest body, if it is not the service's. */
  readonly maxBytes: number | undefined;
  /** A valid body, for the documentation and for error messages. */
  readonly example: Readonly<Record<string, unknown>> | undefined;
  /** Schema of the response. Without it, the route responds with 204. */
  readonly response: Schema | undefined;
  readonly run: Run<Services>;
}

/** Handlers by the ID of their route. */
export const handlers = <Table extends Readonly<Record<string, Run<Services>>>>(table: Table): Table => table;
/** Handlers of routes that act on an account. */
export const handlersOfAccount = <Table extends Readonly<Record<string, Run<AccountServices>>>>(
  table: Table,
): Table => table;

/** Returns a parameter of the path. */
export const parameter = ({ path }: ControlInput, name: string): string => path[name] ?? '';

/** Reads a body that matches the schema of its route. */
export const bodyAs = <Body>({ body }: ControlInput): Body => body as unknown as Body;

/** Returns nothing if the item existed. @throws RangeError otherwise. */
export function removed(done: boolean, what: string): void {
  if (!done) throw new RangeError(`id: expected the ID of a ${what}; list the IDs with GET`);
}

/** Returns a value that exists. @throws Refusal 404 otherwise. */
export function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Refusal(404, `The ${what} was not found`);
  return value;
}

/** Returns the connected merchant of the path. @throws Refusal 404 if it is not connected. */
export function merchantOf({ connectedMerchants }: Services, request: ControlInput): AccountServices {
  const merchant = connectedMerchants.find(parameter(request, 'merchantId'));
  if (!merchant)
    throw new Refusal(404, 'merchantId: expected a connected merchant; GET /_simulator/merchants lists them');
  return merchant;
}

/** Reads a date and time. @throws RangeError that names the field. */
export function timeOf(field: string, value: string): number {
  const time = Date.parse(value);
  if (Number.isNaN(time))
    throw new RangeError(`${field}: expected a date and time such as 2026-02-03T10:00:00Z`);
  return time;
}

/** Error for deliveries without a response. */
export class NotSettled extends Error {
  constructor(readonly pending: readonly string[]) {
    super(
      `${pending.length} deliveries got no response in time. Check the receiver, or pass a longer timeoutMs`,
    );
  }
}
