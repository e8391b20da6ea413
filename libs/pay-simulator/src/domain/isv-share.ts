import type { IsvTerms } from './order.js';
import { DEFAULT_SOURCE_CODE } from './sources.js';
import type { Transaction } from './transaction.js';

/** What an ISV says of its share when it charges. */
export interface IsvShare {
  /** Minor units, contained in the amount and smaller; absent: as before. */
  readonly amount?: number;
  /** The ISV's own payment source; absent: as before. */
  readonly resellerSourceCode?: string;
}

/** The ISV's part of a new transaction: what is said now, for the rest what was said before; none where no ISV acted. */
export function isvShare(before: IsvTerms | undefined, said: IsvShare): { readonly isv?: IsvTerms } {
  const isNew = said.resellerSourceCode !== undefined || (said.amount ?? 0) > 0;
  if (before === undefined && !isNew) return {};
  return {
    isv: {
      amount: said.amount ?? before?.amount ?? 0,
      resellerSourceCode: said.resellerSourceCode ?? before?.resellerSourceCode ?? DEFAULT_SOURCE_CODE,
    },
  };
}

/** The reseller's payment source: an ISV's, or the store whose counter took the payment. */
export function resellerSourceCode({ isv, counter }: Transaction): string | null {
  return isv?.resellerSourceCode ?? counter?.resellerSourceCode ?? null;
}
