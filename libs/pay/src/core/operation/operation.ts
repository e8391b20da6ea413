import type { HostName } from './hosts.js';
import type { OutcomeLookupTopic } from './outcome-lookup.js';
import type { PayErrorCode } from './method-return.js';
import type { PathParameterKind } from './path-parameter.js';

/** How a request is authorized. */
export type AuthScheme = 'oauth' | 'basic' | 'reseller' | 'cloudTerminal' | 'clientBasic' | 'none';

/**
 * Further client ids and secrets that the service issues to a merchant, besides those for the checkout and card terminals. A token
 * of one set cannot authorize calls of another. @see contract/behaviour/auth.yaml credentialSets
 */
export type CredentialSet = 'accountTransactions' | 'dataServices';

/**
 * Whether the call may be repeated without knowing its outcome:
 * - `safe`: it only reads;
 * - `idempotent`: repeating it has no further effect;
 * - `unsafe`: repeating it may move money twice;
 * - `callerKey`: it may be repeated only with the key in this option. `idempotencyKey` is the call option.
 */
export type RetrySafety =
  | 'safe'
  | 'idempotent'
  | 'unsafe'
  | {
      callerKey: string;
      /** Whether the service refuses the call without an `idempotencyKey`. */
      isRequired?: true;
    };

/** A class of options with class-validator decorators. */
export type OptionsClass<Options extends object = object> = new () => Options;

/** Where an operation's options go. */
export interface OptionsPlace {
  dto: OptionsClass;
  in: 'json' | 'form' | 'query';
  /** Options that fill the path, if they have another name than the path parameter: path parameter → option. */
  toPath?: Record<string, string>;
  /** Options that go into the query of a call with a body: query parameter → option. */
  toQuery?: Record<string, string>;
  /** The option with the account that the call is made for, which becomes a part of the Basic user name: name on the wire → option. */
  toUserName?: Record<string, string>;
  /** Accepted aliases of options (dotted if nested) → name on the wire. */
  otherNames?: Readonly<Record<string, string>>;
  /** Options with a fixed value. */
  constants?: Readonly<Record<string, string | number | boolean>>;
  /** Names that would make the call another one, in any letter case: name → reason. The call option `extra` must not have them. */
  forbidden?: Readonly<Record<string, string>>;
  /** Options that are never stored, not even as a hash. */
  secret?: readonly string[];
  /** Options that are int64 on the wire. They accept a number, string or bigint, and are never rounded. */
  int64?: readonly string[];
  /** Options that are the text of an int64 on the wire. They accept a number, string or bigint. */
  int64AsText?: readonly string[];
}

/** One argument that carries several path parameters, such as a link. */
export interface PathArgument {
  name: string;
  /** Returns its path parameters, or null if the value is invalid. */
  read: (value: unknown) => Readonly<Record<string, string>> | null;
  /** The expected value, as the end of a sentence. */
  problem: string;
}

/**
 * Type of a member of a response. `wholeNumber`, `int64` (positive) and `currency` may also be text. In results, a `wholeNumber` is a
 * number, and a `currency` is text.
 */
export type MemberType = 'boolean' | 'text' | 'number' | 'wholeNumber' | 'int64' | 'currency';

/** Checks of the members of a response, or of each item of a list. Absent members are valid. */
export interface ResponseMembers {
  /** Types of members. A response with another type is unreadable: the text `false` is no success. */
  types?: Readonly<Record<string, MemberType>>;
  /** Members that repeat the request: member → path parameter or option. A response with another value is contradictory. */
  echoes?: Readonly<Record<string, string>>;
  /** The member that repeats the option `amount`, with or without a sign. */
  amount?: { name: string; unit: 'minor' | 'major' };
}

/** A payload that the service sends in more than one form. */
export interface ResponseForms<Sent, Data> {
  /** Returns undefined for an unreadable response. `input`: path parameters and options, by name. */
  read: (sent: Sent, input: Readonly<Record<string, unknown>>) => Data | undefined;
  /** What is wrong with an unreadable response, as the end of a sentence: `without an obligation`. */
  problem: string;
}

/** How a 2xx response is read. `Success: false` in any body is a refusal, whatever the HTTP status. */
export type ResponseShape<Data> =
  /** Success has no payload. An object is ignored, unless it contains a message: a maintenance page is no success. */
  | {
      kind: 'empty';
      /** Success may come with a message. */
      ignoresMessage?: true;
    }
  /** A list. A single object is a list of one. */
  | (ResponseMembers & {
      kind: 'list';
      /** HTTP 204 means that the list is empty. Absent: it is no valid response. */
      emptyOn204?: true;
      /** Members that every item must have. */
      required: readonly string[];
      pick?: (item: Record<string, unknown>) => unknown;
      forms?: ResponseForms<Record<string, unknown>[], Data>;
    })
  /** A file, as unchanged bytes. */
  | {
      kind: 'bytes';
      maxBytes: number;
      forms?: ResponseForms<Uint8Array, Data>;
      /** The payload of HTTP 204, if it is a valid response. */
      whenNoContent?: Data;
    }
  | (ResponseMembers & {
      kind: 'json';
      /** Members that the response must have. */
      required: readonly string[];
      /** Extracts the payload, if it is not the whole body. */
      pick?: (body: Record<string, unknown>) => Data;
      forms?: ResponseForms<Record<string, unknown>, Data>;
      /** The payload of a 2xx with an empty body. Absent: an empty body is no valid response. */
      whenEmpty?: Data;
      /** HTTP 202 means that the service is still working on it: success without a payload, marked as pending. */
      pendingOn202?: true;
    });

/** How to find out the outcome of a call whose response was lost, or why that is impossible. */
export type OutcomeLookupRule =
  | {
      /** Id of the operation that reads the outcome. */
      read: string;
      about: OutcomeLookupTopic;
      /** The path parameter or option with the id to look up. */
      from: string;
      /** The client that makes the reads. @default the merchant's */
      client?: 'isv';
      /** Event ids of refusals after which an earlier request with this id may have taken effect. */
      arrivedBefore?: readonly number[];
    }
  | {
      /** Why no read can find it out, as a sentence. */
      nothing: string;
      /** Repeating the call is harmless unless one of these options is set. */
      harmlessWithout?: readonly string[];
    };

/** The declaration of one operation. It has the same `id` as in contract/. */
export interface Operation<Data, Kind extends string = never> {
  id: string;
  /** Its name in messages, if its id means nothing to a user. */
  displayName?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  host: HostName;
  path: string;
  auth: AuthScheme;
  /** The credential set of its token. Absent: the checkout's, an ISV's or a platform's. */
  credentials?: CredentialSet;
  retry: RetrySafety;
  /** How to find out the outcome when the response is lost. Absent only if the call can simply be repeated. */
  outcomeLookup?: OutcomeLookupRule;
  parameters: Record<string, PathParameterKind>;
  pathFrom?: PathArgument;
  options?: OptionsPlace;
  /** Options for the query of a call that has other options in its body. */
  query?: OptionsClass;
  response: ResponseShape<Data>;
  /** The code of every failure that the service or the network causes, if the interface names one. */
  failureCode?: PayErrorCode & Kind;
  /** Codes for particular refusals, by the service's code or HTTP status. */
  codes?: Record<number, PayErrorCode & (Kind | PayErrorCode)>;
  /** Codes for particular refusals in an envelope (HTTP 200): the service's code and its event ID, such as `403/2055`. */
  envelopeCodes?: Record<`${number}/${number}`, PayErrorCode & (Kind | PayErrorCode)>;
  /** What to do after particular refusals, by the service's code or HTTP status. */
  hints?: Record<number, string>;
}

/** A shape of a response, without what contract/ does not say. */
type ShapeFacts<Shape> = Shape extends unknown ? Omit<Shape, 'maxBytes' | 'pick' | 'forms'> : never;

/** What contract/ says about an operation. */
export type OperationFacts = Pick<
  Operation<unknown>,
  | 'method'
  | 'host'
  | 'path'
  | 'auth'
  | 'credentials'
  | 'retry'
  | 'outcomeLookup'
  | 'hints'
  | 'options'
  | 'query'
> & {
  parameters?: Operation<unknown>['parameters'];
  response: ShapeFacts<ResponseShape<null>>;
};

/** Path parameters and options of a call. */
export interface OperationInput {
  path?: Record<string, unknown>;
  options?: object | undefined;
  query?: object;
}
