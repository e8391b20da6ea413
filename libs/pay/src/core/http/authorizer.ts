import type { CallLimits } from './deadline.js';
import type { PayErrorCode, PayErrorDetails } from '../operation/method-return.js';
import type { AuthScheme } from '../operation/operation.js';

/** The reason why there is no Authorization header. The call is not sent. */
export interface AuthorizationProblem {
  code: PayErrorCode;
  message: string;
  error?: Pick<PayErrorDetails, 'httpStatus' | 'serviceCode' | 'serviceText' | 'retryable'>;
}

/** The header for a scheme (`null` if it needs none), or why there is none. */
export type Authorization = { header: string | null } | { problem: AuthorizationProblem };

/** Creates the Authorization header for a scheme. Returns no promise if a token is at hand, which saves time. */
export type Authorizer = (
  scheme: AuthScheme,
  /** The account that the call is made for, if it is not the client's own. */
  onBehalfOf: string | undefined,
  limits: CallLimits,
  /** The header that the service refused. The authorizer then returns null if there is no newer one. */
  refused?: string,
) => Authorization | null | Promise<Authorization | null>;

/** Finds the account of the client: null if its options name none, or why it is unknown now. */
export type AccountOf = (
  limits: CallLimits,
) => Promise<{ accountId: string | null } | { problem: AuthorizationProblem }>;
