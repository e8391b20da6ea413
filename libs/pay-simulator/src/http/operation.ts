import type { JsonValue } from '../domain/wire-json.js';

/** A host of the service. */
export type ServiceHost = 'accounts' | 'api' | 'web';

/** Authentication scheme. @see contract/behaviour/auth.yaml enums.AuthScheme */
type AuthScheme = 'oauth' | 'basic' | 'reseller' | 'cloudTerminal' | 'clientBasic' | 'none';

/** Wire facts of an operation, from the contract. */
export interface Operation {
  /** Unique name: the contract ID, prefixed with its area if another area has the same ID. */
  readonly key: string;
  readonly id: string;
  readonly clients: readonly string[];
  readonly method: string;
  readonly host: ServiceHost;
  /** Path with {placeholders}. */
  readonly path: string;
  readonly auth: AuthScheme;
  readonly contentType: string | null;
  /** Scope that the bearer token must have. Null if any valid token is accepted. */
  readonly scope: string | null;
}

/** A routed request of an authenticated caller. */
export interface OperationRequest<Body = object, Query = object> {
  readonly path: Readonly<Record<string, string>>;
  /** Values of the query, by the names of the contract. @throws BadRequest if a value does not fit the contract. */
  readonly query: Query;
  /** Values of the body, by the names of the contract. @throws BadRequest if a value does not fit the contract. */
  readonly body: Body;
  /** Basic credentials, only used by the token endpoint. */
  readonly basic: { readonly user: string; readonly password: string } | undefined;
  /** Scopes of the bearer token. Empty for other credentials. */
  readonly scopes: readonly string[];
  /** Merchant for which an authenticated reseller acts. */
  readonly targetMerchantId: string | undefined;
  /** Locks resources until the request gets a response. @throws Refusal 423 if another request has locked one of them. */
  readonly claim: (names: readonly string[]) => void;
}

/** Response of an operation. Without `json` and `text`, the body is empty. */
export interface OperationReply {
  readonly status: number;
  readonly json?: JsonValue;
  /** A body other than JSON, with its content type. */
  readonly text?: { readonly type: string; readonly content: string };
  /** Event ID in the response header, or 0. */
  readonly eventId?: number;
  /** Whether the operation changed the state although the response is an error, as for a declined charge. */
  readonly isExecuted?: boolean;
  /** Why the contract refuses the request's credentials or fields. */
  readonly refused?: string;
}

/** Creates the response of a successful operation. */
export const ok = (json: JsonValue): OperationReply => ({ status: 200, json });

/** Handles an operation. Rejects a request with a Refusal or a BadRequest. */
export type OperationHandler<Services, Body = object, Query = object> = (
  services: Services,
  request: OperationRequest<Body, Query>,
) => OperationReply;

/** Handles an operation that waits for another request before it responds. */
export type WaitingOperationHandler<Services, Body = object, Query = object> = (
  services: Services,
  request: OperationRequest<Body, Query>,
) => Promise<OperationReply>;
