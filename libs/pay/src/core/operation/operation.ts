import type { HostName } from './hosts.js';
import type { OutcomeLookupTopic } from './outcome-lookup.js';
import type { PayErrorCode } from './method-return.js';
import type { PathParameterKind } from './path-parameter.js';

/** How a request proves who sends it. */
export type AuthScheme = 'oauth' | 'basic' | 'reseller' | 'cloudTerminal' | 'clientBasic' | 'none';

/**
 * Client ids and secrets that the service issues a merchant beside those of the checkout and of card terminals; a token of
 * one opens no call of another. @see contract/auth.json credentialSets
 */
export type CredentialSet = 'accountTransactions' | 'dataServices';

/**
 * May the call be repeated blindly?
 * - `safe`: it only reads; - `idempotent`: twice is as once; - `unsafe`: twice may move money twice;
 * - `caller-key`: safe only when the caller gives the key that the declaration names.
 */
export type RetrySafety = 'safe' | 'idempotent' | 'unsafe' | { callerKey: string };

/** A class of options with class-validator decorators. */
export type OptionsClass<Options extends object = object> = new () => Options;

/** The names of a path template's `{placeholders}`. */
export type PathParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterNames<Rest>
  : never;

/** Where an operation's options go. */
export interface OptionsPlace {
  dto: OptionsClass;
  in: 'json' | 'form' | 'query';
  /** Options that fill the path instead: path parameter → option. */
  toPath?: Record<string, string>;
  /** Options that go into the query of a call with a body: query parameter → option. */
  toQuery?: Record<string, string>;
  /** The option that names the merchant whom a reseller acts for: it becomes a part of the Basic user name. */
  toReseller?: string;
  /** Other names by which options are taken, dotted where nested → name on the wire. */
  otherNames?: Readonly<Record<string, string>>;
  /** Options that always have one value, whatever the caller says. */
  constants?: Readonly<Record<string, string | number | boolean>>;
  /** Options that the call must not have, in whatever letters: name → why, behind a colon. */
  forbidden?: Readonly<Record<string, string>>;
  /** Options that are written down nowhere, not even as a hash: cards. */
  secret?: readonly string[];
  /** Options that are int64 on the wire: number, text or bigint, written as a bare number without rounding. */
  int64?: readonly string[];
  /** Options that are order codes and text on the wire: number, text or bigint, written as their digits. */
  codesAsText?: readonly string[];
}

/** One argument that carries several path parameters, such as a link. */
export interface PathArgument {
  name: string;
  /** The path parameters in it; null when it is no such thing. */
  read: (value: unknown) => Readonly<Record<string, string>> | null;
  /** What it must be, as the end of a sentence. */
  problem: string;
}

/** What a member of an answer holds. `wholeNumber` and `currency` may come as text as well. */
export type MemberType = 'boolean' | 'text' | 'number' | 'wholeNumber' | 'currency';

/** What is known of an answer's members, where they are there. */
export interface AnswerMembers {
  /** A member of another type is not believed: the text `false` is no success. */
  types?: Readonly<Record<string, MemberType>>;
  /** Members that name what was asked for: member → path parameter or option. An answer about another is not believed. */
  echoes?: Readonly<Record<string, string>>;
  /** The member that says the option `amount` again, signed or not. */
  amount?: { name: string; unit: 'minor' | 'major' };
}

/** A payload that the service sends in more than one form. */
export interface AnswerForms<Sent, Data> {
  /** Undefined for what is not believed. `input`: path parameters and options, by name. */
  read: (sent: Sent, input: Readonly<Record<string, unknown>>) => Data | undefined;
  /** What such an answer is, as the end of a sentence: `without an obligation`. */
  problem: string;
}

/** How a 2xx answer is read. `Success: false` in any body is a refusal, whatever the HTTP status. */
export type AnswerShape<Data> =
  /** Success has no payload. An object is ignored, unless it holds a message: a page of maintenance is no success. */
  | {
      kind: 'empty';
      /** Success may come with a message. */
      ignoresMessage?: true;
    }
  /** A list. A single object is a list of one, HTTP 204 an empty list. */
  | {
      kind: 'list';
      /** Members without which an item is not believed. */
      required: readonly string[];
      /** Of each item. */
      members?: AnswerMembers;
      pick?: (item: Record<string, unknown>) => unknown;
      forms?: AnswerForms<Record<string, unknown>[], Data>;
    }
  /** A file: its bytes as they came. */
  | {
      kind: 'bytes';
      maxBytes: number;
      forms?: AnswerForms<Uint8Array, Data>;
      /** The payload of HTTP 204, where the service may answer so. */
      whenNoContent?: Data;
    }
  | {
      kind: 'json';
      /** Members without which the answer is not believed. */
      required: readonly string[];
      members?: AnswerMembers;
      /** The payload, where it is not the whole body. */
      pick?: (body: Record<string, unknown>) => Data;
      forms?: AnswerForms<Record<string, unknown>, Data>;
      /** The payload of a 2xx with an empty body, where the service may answer so. Absent: that is no answer. */
      whenEmpty?: Data;
      /** HTTP 202 says that the service is still working on it: success without a payload, marked pending. */
      pendingOn202?: true;
    };

/** What tells what became of a call whose answer was lost, or why nothing can. */
export type OutcomeLookupRule =
  | {
      /** The id of the operation that answers. */
      read: string;
      about: OutcomeLookupTopic;
      /** The path parameter or option with the id that it is asked about. */
      from: string;
      /** Whose reads these are. @default the merchant's */
      client?: 'isv';
      /** Event ids of refusals that say that an earlier request with this id arrived: it may have done what this one did not. */
      arrivedBefore?: readonly number[];
    }
  | {
      /** Why no read can tell, as a sentence. */
      nothing: string;
      /** Doing it twice harms nobody, unless one of these options was given. */
      harmlessWithout?: readonly string[];
    };

/** What the wire needs to know of one operation. Same `id` as in contract/. */
export interface Operation<Data, Kind extends string = never> {
  id: string;
  /** How messages call it, where its id would tell a user nothing. */
  spoken?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  host: HostName;
  path: string;
  auth: AuthScheme;
  /** Whose token it takes. Absent: the checkout's, an ISV's or a platform's. */
  credentials?: CredentialSet;
  retry: RetrySafety;
  /** Absent only where the call can simply be repeated: what settles it when its answer is lost. */
  outcomeLookup?: OutcomeLookupRule;
  parameters: Record<string, PathParameterKind>;
  pathFrom?: PathArgument;
  options?: OptionsPlace;
  /** Options for the query of a call that carries others in its body. */
  query?: OptionsClass;
  answer: AnswerShape<Data>;
  /** The kind of every failure that the service or the network causes, where the interface names one. */
  failureCode?: PayErrorCode & Kind;
  /** Kinds for particular refusals, by the service's code or HTTP status. */
  codes?: Record<number, PayErrorCode & (Kind | PayErrorCode)>;
  /** What to do after particular refusals, by the service's code or HTTP status. */
  hints?: Record<number, string>;
}

/** What a call carries: path parameters and options. */
export interface OperationInput {
  path?: Record<string, unknown>;
  options?: object;
  query?: object;
}

type Declared<Path extends string, Data, Kind extends string> = Omit<
  Operation<Data, Kind>,
  'path' | 'parameters'
> & {
  path: Path;
} & (PathParameterNames<Path> extends never
    ? { parameters?: undefined }
    : { parameters: Record<PathParameterNames<Path>, PathParameterKind> });

/** Declares an operation; a `{placeholder}` whose kind is not declared does not compile. */
export function defineOperation<Data, Kind extends string = never>() {
  return <const Path extends string>(declaration: Declared<Path, Data, Kind>): Operation<Data, Kind> => ({
    ...declaration,
    parameters: declaration.parameters ?? {},
  });
}
