import type { IsvShare } from './order.js';
import { DEFAULT_SOURCE_CODE } from './sources.js';
import type { Transaction } from './transaction.js';

/** Share of an ISV in a request. Values that the request omits are those of the order or the earlier transaction. */
export type IsvShareRequest = Partial<IsvShare>;

/**
 * Returns the share of a new transaction. Values that the request omits come from the order or the earlier transaction.
 * Without either, there is no share.
 */
export function resolveIsvShare(
  previous: IsvShare | undefined,
  request: IsvShareRequest,
): { readonly isv?: IsvShare } {
  const isNew = request.resellerSourceCode !== undefined || (request.amount ?? 0) > 0;
  if (previous === undefined && !isNew) return {};
  return {
    isv: {
      amount: request.amount ?? previous?.amount ?? 0,
      resellerSourceCode: request.resellerSourceCode ?? previous?.resellerSourceCode ?? DEFAULT_SOURCE_CODE,
    },
  };
}

/** Returns the payment source of the reseller: the ISV's source, or the store whose counter accepted the payment. */
export function resellerSourceCode({ isv, counter }: Transaction): string | null {
  return isv?.resellerSourceCode ?? counter?.resellerSourceCode ?? null;
}
