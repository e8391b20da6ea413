import type { Deadline } from './deadline.js';
import type { PayErrorCode, PayErrorDetails } from './method-return.js';
import type { AuthScheme } from './operation.js';

/** Why there is no Authorization header; the call is not sent. */
export interface AuthorizationProblem {
  code: PayErrorCode;
  message: string;
  error?: Pick<PayErrorDetails, 'httpStatus' | 'serviceCode' | 'serviceText' | 'retryable'>;
}

/** Makes the Authorization header that a scheme asks for. `null` is no header. */
export type Authorizer = (
  scheme: AuthScheme,
  /** Whom a reseller acts for. */
  targetMerchantId: string | undefined,
  deadline: Deadline,
) => Promise<{ header: string | null } | { problem: AuthorizationProblem }>;
