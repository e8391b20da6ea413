import type { components } from '../domain/control-inputs.generated.js';
import { Refusal } from '../domain/refusal.js';
import type { AccountServices } from '../services/merchant-services.js';
import type { Services } from '../services/services.js';
import type { RouteFacts } from './control-document.js';

/** Names of the parameters of paths. */
type PathParameter = MoneyParameter | 'accountId' | 'id' | 'merchantId' | 'terminalId' | 'worldId';
type MoneyParameter = 'challengeId' | 'orderCode' | 'transactionId' | 'transferId';

/** A request to the control API that matches the schemas of its operation. */
export interface ControlInput<Body = unknown> {
  /** The parameters that the path of the operation has. */
  readonly path: Readonly<Record<PathParameter, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** Address of the simulator that the client used, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly worlds: WorldDesk;
}

/** A request whose members are not checked yet. */
export interface SentInput extends Omit<ControlInput, 'path' | 'body'> {
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
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
export type Run<Scope> = (services: Scope, request: ControlInput<never>) => unknown;

/** A route of the control API. */
export interface ControlRoute extends RouteFacts {
  readonly run: Run<Services>;
}

type Inputs = components['schemas'];

/** Handlers of operations by their IDs. The contract says what their bodies have. */
export type Handlers<Scope> = {
  readonly [Id in keyof Inputs]?: (services: Scope, request: ControlInput<Inputs[Id]>) => unknown;
};

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
export function merchantOf({ connectedMerchants }: Services, { path }: ControlInput): AccountServices {
  const merchant = connectedMerchants.find(path.merchantId);
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
