import type { Operation } from '../../core/operation/operation.js';
import { operations } from '../define-operation.js';
import type { MarketplaceRefundResponse } from '../results.generated.js';

/** The same call under the name that users look for, which its messages use. */
export const REFUND: Operation<MarketplaceRefundResponse> = {
  ...operations['marketplace:transactions.cancelTransaction'],
  displayName: 'transactions.refund',
};
