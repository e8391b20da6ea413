import type { CallLimits } from './deadline.js';
import type { PayErrorCode, PayErrorDetails } from '../operation/method-return.js';
import type { AuthScheme } from '../operation/operation.js';

/** Why there is no Authorization header; the call is not sent. */
export interface AuthorizationProblem {
  code: PayErrorCode;
  message: string;
  error?: Pick<PayErrorDetails, 'httpStatus' | 'serviceCode' | 'serviceText' | 'retryable'>;
}

/** The header that a scheme asks for, `null` for none; or why there is none. */
export type Authorization = { header: string | null } | { problem: AuthorizationProblem };

/** Makes the Authorization header that a scheme asks for. */
export type Authorizer = (
  scheme: AuthScheme,
  /** Whom a reseller acts for. */
  targetMerchantId: string | undefined,
  limits: CallLimits,
  /** The header that the service did not accept: null when there is no newer one. */
  refused?: string,
) => Promise<Authorization | null>;

/** The merchant whose client it is, null where nothing says; or why that cannot be known now. */
export type MerchantOf = (
  limits: CallLimits,
) => Promise<{ merchantId: string | null } | { problem: AuthorizationProblem }>;
