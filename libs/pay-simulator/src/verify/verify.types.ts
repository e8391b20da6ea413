import type { Operation, ServiceHost } from '../http/operation.js';

/** Base address of each host, without a trailing slash. */
export type Endpoints = Readonly<Record<ServiceHost, string>>;

/** What a probe needs. The user chooses each class by hand. */
export type ProbeClass = 'read-only' | 'unpaid-orders' | 'payment' | 'receiver' | 'terminal';

/** Facts of an operation of the contract. */
export interface ContractOperation extends Operation {
  area: string;
  /** Probe class of its claims, or `none: ` and the reason. */
  probe: string;
  /** HTTP statuses of a success. */
  statuses: readonly number[];
  /** Claims about the request, such as `body/amount` and `body/amount/unit`, with their probe class if it is not the operation's. */
  request: readonly (string | readonly [claim: string, probe: string])[];
  response: Readonly<Record<string, ContractField>>;
  errors: Readonly<Record<string, ContractError>>;
  /** Its claims without a source, such as `response/EventId`. */
  inferred: readonly string[];
}

/** Types of a schema. Without one, a value can have any. */
export type SchemaType = string | readonly string[];

export interface ContractField {
  type: SchemaType;
  /** Types of a list's items, if they are no objects with members. */
  items?: SchemaType;
  unit?: 'minor' | 'major' | 'unknown';
  probe?: string;
}

/** Facts of a webhook event. */
export interface ContractEvent {
  probe: string;
  /** Members of `EventData`. */
  members: Readonly<Record<string, ContractField>>;
}

export interface ContractError {
  /** Null if no source gives it. */
  status: number | null;
  code?: number | string;
  probe?: string;
}

/** A claim of the contract. */
export interface Claim {
  id: string;
  area: string;
  probe: string;
}

/** Sets of credentials that an account can have. `basic` is the merchant ID with the API key, all others are OAuth clients. */
export type CredentialName = 'checkout' | 'basic' | 'terminal' | 'dataServices' | 'accountTransactions';

/** The account that the probes use. A missing pair leads to "not probed". */
export type VerifyCredentials = Partial<Record<CredentialName, CredentialPair>>;

export interface CredentialPair {
  id: string;
  secret: string;
}

/** What only a person can do. Each method returns when the person has been asked; the probe then waits for the effect. */
export interface Person {
  /** Pays an order on its checkout page, as `how` says. */
  pay(order: { orderCode: string; url: string; how: string }): Promise<void>;
  /** Does something at a card terminal. */
  useTerminal(terminalId: string, what: TerminalUse): Promise<void>;
  /** Registers a webhook in the banking app. */
  registerWebhook(url: string, eventTypeIds: readonly number[]): Promise<void>;
  /** Lets an hour pass, after which the service delivers a webhook again. */
  waitForRetry(): Promise<void>;
}

type TerminalUse = 'present a card' | 'present no card';

/** An address that the service can reach, and that forwards to this process. */
export interface Receiver {
  /** Address that is registered as a webhook. */
  readonly url: string;
  /** Requests received so far, oldest first. */
  readonly received: readonly ReceivedWebhook[];
  /** Key that a verification request gets. */
  verificationKey: string;
  /** HTTP status of the next responses to deliveries. */
  status: number;
  close(): Promise<void>;
}

export interface ReceivedWebhook {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** HTTP status that it got. */
  responded: number;
}

/** A service to run the probes against: the demo environment, or a simulator. */
export interface Target {
  name: 'demo' | 'simulator';
  endpoints: Endpoints;
  credentials: VerifyCredentials;
  /** Payment source of the orders. @default the account's default source */
  sourceCode?: string;
  person: Person;
  receiver?: Receiver;
  /** Card terminal of the account. */
  terminalId?: string;
  /** Milliseconds between two reads of a state that is awaited, and at most in all. */
  wait: { everyMs: number; atMostMs: number };
  timeoutMs: number;
  /** Ends the run. Orders of the current probe are still canceled. */
  signal?: AbortSignal;
  /** Called after each probe with its record, and what it cost. */
  onProbe?(record: ProbeRecord, cost: { requests: number; ms: number }): void;
}

/** Credentials of a request: a token of this client, a pair in Basic auth, possibly with another secret, or an unsigned token of these claims. */
export type RequestAuth =
  | TokenOf
  | 'none'
  | { basic: CredentialName; secret?: string }
  | { bearer: string | object };

/** Clients that the account can have. */
export type TokenOf = Exclude<CredentialName, 'basic'>;

/** A request of a probe. */
export interface ProbeRequest {
  /** Key of the operation in the contract, such as `payments.createOrder`. */
  operation: string;
  /** Values of the placeholders of the path. @default what an earlier step kept under the name, or a value that no account has */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean>>;
  /** JSON, or a form for the accounts host. */
  body?: unknown;
  /** @default what the operation needs */
  auth?: RequestAuth;
  /** HTTP method and path that replace those of the operation, to probe 404 and 405. */
  instead?: { http?: string; path?: string };
  /** ID of the contract's error that is expected. @default a success */
  expects?: string;
  /** Amounts in minor units, to recognize units in the response. @default amounts of the body and the query */
  amounts?: readonly number[];
  /** Other claims that agree if the response is as expected, such as `payments.createOrder/body/amount`. */
  shows?: readonly string[];
}

/** A group of steps that check some claims. */
export interface Probe {
  id: string;
  class: ProbeClass;
  steps: readonly ProbeStep[];
}

/** A step of a probe, as contract/probes has it. A text such as `$orderCode` stands for the value of this name. */
export interface ProbeStep extends Omit<ProbeRequest, 'operation' | 'shows'> {
  /** Name of the record, which is unique in its probe. @default the operation */
  step?: string;
  /** Operation whose request is sent and recorded. */
  send?: string;
  /** Operation whose request is sent and not recorded. */
  peek?: string;
  /** Name of the step that creates an order, which is canceled after the probe. Keeps `orderCode`. */
  create?: string;
  /** Operation that creates the order. @default `payments.createOrder` */
  at?: string;
  /** Name of the step that creates an order, which a person pays. Keeps `orderCode` and `transactionId`. */
  pay?: string;
  /** Whether the amount declines the payment. */
  declined?: boolean;
  /** Type and status of each transaction of the order, such as `5 F, 7 X`. */
  rows?: string;
  /** HTTP status with which the service refuses a request of each operation that can be probed without an effect. */
  refuse?: number;
  /** Host of the operations to refuse. @default all */
  host?: ServiceHost;
  /** Pattern of the paths of the operations to refuse. @default all */
  paths?: string;
  /** Values of fields of the body, each in a request of its own, whose record is named after the field. */
  each?: Readonly<Record<string, unknown>>;
  /** HTTP status of the response to each request that is not recorded. */
  is?: number;
  /** Client whose token is read. Its scopes are the response. */
  token?: TokenOf;
  /** Scope without which the probe makes no sense. */
  needs?: string;
  /** Scopes with which the probe makes no sense. */
  lacks?: readonly string[];
  /** What a person does at the card terminal. */
  terminal?: TerminalUse;
  /** Operation that responds with 200 when a session at the terminal has ended. */
  awaits?: string;
  /** Event types for which a person registers a webhook. */
  register?: readonly number[];
  /** Key that proves the address of the webhook. */
  key?: string;
  /** Event type of a webhook that is awaited, and recorded if the step has a name. */
  receive?: number;
  /** Members of the event's data. */
  where?: Readonly<Record<string, string>>;
  /** Whether the webhook is the retry of one that was rejected. */
  again?: boolean;
  /** HTTP status of the next responses to webhooks. */
  respond?: number;
  /** What the step or its check shows: claims, separated by blanks. `body/amount` means the operation's own claim. */
  shows?: string;
  /** Whether the step is left out if an earlier response lacks a value that it needs. */
  optional?: boolean;
  /** Values of the response for later steps, by their names. */
  keep?: Readonly<Record<string, KeptValue>>;
  /** Checks of the response, by the names of their records. */
  checks?: Readonly<Record<string, ResponseCheck>>;
}

interface KeptValue {
  /** Place in the response, such as `0.WalletId`. */
  at: string;
  /** @default as it is */
  as?: 'code' | 'number';
  /** Why the rest makes no sense if the response has no such value. */
  else?: string;
}

/** A check of facts (`is`), or of a statement (`says`) about a value of the response. */
export interface ResponseCheck {
  shows: string;
  /** Names of the members, or facts: `status`, `empty`, `found`, `unit`, or members by their names. */
  is?: Readonly<Record<string, unknown>> | readonly string[];
  /** Amount in minor units, for the fact `unit`. */
  amount?: number;
  says?: string;
  /** Place of the value: `(text)` for the whole text, `*` for the names of all members. @default the whole response */
  at?: string;
  /** Two times: the value is the number of seconds between them. */
  seconds?: readonly [string, string];
  pattern?: string;
  const?: unknown;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** A response, not masked. */
export interface ProbeResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
  /** Exact JSON: integers beyond 2^53 are strings. Undefined if the body is no JSON. */
  json: unknown;
}

/** Masked record of a request and its response. */
export interface Exchange {
  step: string;
  operation: string;
  expects: string;
  shows: readonly string[];
  request: { http: string; path: string; query: unknown; body: unknown };
  response: { status: number; headers: Readonly<Record<string, string>>; body: unknown };
}

/** Masked facts of a check. */
export interface Check {
  step: string;
  claims: readonly string[];
  expected: unknown;
  actual: unknown;
}

/** Masked record of a webhook. */
export interface DeliveryRecord {
  step: string;
  headers: readonly string[];
  body: unknown;
}

/** Masked record of one run. Contains no secrets and no personal data. */
export interface Transcript {
  format: 1;
  /** Where it was recorded. */
  target: Target['name'];
  /** Day of the run. */
  date: string;
  classes: readonly ProbeClass[];
  probes: readonly ProbeRecord[];
}

export interface ProbeRecord {
  id: string;
  exchanges: readonly Exchange[];
  checks: readonly Check[];
  deliveries: readonly DeliveryRecord[];
  /** Why the probe ended early. */
  stopped?: string;
}

export type Verdict = 'agrees' | 'simulator differs' | 'contract differs' | 'not probed';

export interface ClaimReport {
  id: string;
  area: string;
  verdict: Verdict;
  /** The difference, or why it was not probed. */
  reason?: string;
  /** Probe and step that showed it. */
  probe?: string;
}

export interface AreaScore {
  area: string;
  agrees: number;
  simulatorDiffers: number;
  contractDiffers: number;
  notProbed: number;
  /** Share of the probed claims that agree, from 0 to 1; null if none was probed. */
  score: number | null;
}

export interface VerifyReport {
  target: Target['name'];
  date: string;
  classes: readonly ProbeClass[];
  claims: readonly ClaimReport[];
  areas: readonly AreaScore[];
}
