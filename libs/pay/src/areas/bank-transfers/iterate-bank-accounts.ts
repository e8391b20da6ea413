import { unwrap } from '../../core/method-return.js';
import type { MethodReturn } from '../../core/method-return.js';
import type { BankAccount, RetrieveBankAccountsOptions } from './bank-transfers.types.js';

/** Page length when none is said: the service's own is not documented, so one must always be said. */
const PAGE_LENGTH = 100;

/**
 * Every account, page after page, until a page is short, or begins as the one before did.
 *
 * @param read reads one page.
 * @throws PayError when a page cannot be read.
 */
export async function* iterateBankAccounts(
  read: (query: RetrieveBankAccountsOptions) => Promise<MethodReturn<BankAccount[]>>,
  query: RetrieveBankAccountsOptions,
): AsyncGenerator<BankAccount, void, void> {
  const maxResults = query.maxResults ?? PAGE_LENGTH;
  let skip = query.skip ?? 0;
  let previous: string | undefined;
  for (;;) {
    const page = unwrap(await read({ ...query, skip, maxResults }));
    const first = page[0]?.bankAccountId;
    // A service that does not heed `skip` would send its first page for ever.
    if (first !== undefined && first === previous) return;
    yield* page;
    if (page.length < maxResults) return;
    previous = first;
    skip += page.length;
  }
}
