import type { Fields } from '../http/fields.js';
import type { JsonValue } from '../domain/wire-json.js';

/** One of the service's base addresses. */
export type ServiceHost = 'accounts' | 'api' | 'web';

/** Authentication scheme. @see contract/auth.json enums.AuthScheme */
export type AuthScheme = 'oauth' | 'basic' | 'reseller' | 'cloudTerminal' | 'clientBasic' | 'none';

/** The wire facts of an operation, as the contract states them. */
export interface Operation {
  /** Names the operation here: the contract id, prefixed by its area where two areas use one id. */
  readonly key: string;
  readonly id: string;
  readonly clients: readonly string[];
  readonly method: string;
  readonly host: ServiceHost;
  /** Path with {placeholders}. */
  readonly path: string;
  readonly auth: AuthScheme;
  readonly contentType: string | null;
  /** Scope that the bearer token must carry; null: any valid token. */
  readonly scope: string | null;
}

/** A request that was routed and whose caller is known. */
export interface OperationRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: Fields;
  /** User and password of HTTP Basic, for the one operation that reads them itself: the token endpoint. */
  readonly basic: { readonly user: string; readonly password: string } | undefined;
  /** What the bearer token opens; nothing with other credentials. */
  readonly scopes: readonly string[];
  /** Merchant for which an authenticated reseller acts. */
  readonly targetMerchantId: string | undefined;
  /** Claims what it works on until it is answered. @throws Refusal 423 while another request does. */
  readonly claim: (names: readonly string[]) => void;
}

/** What an operation answers. Neither `json` nor `text` is an empty body. */
export interface OperationReply {
  readonly status: number;
  readonly json?: JsonValue;
  /** A body that is no JSON, and its content type. */
  readonly text?: { readonly type: string; readonly content: string };
  /** Event id for the answer's header; 0 when nothing is to report. */
  readonly eventId?: number;
}

/** One operation of the service. Refuses by throwing a Refusal or a BadRequest. */
export type OperationHandler = (request: OperationRequest) => OperationReply;

/** An operation that waits for another request before it responds. */
export type WaitingOperationHandler = (request: OperationRequest) => Promise<OperationReply>;
