import { unwrap } from '../../core/operation/method-return.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { withMembers } from '../../core/values/plain-data.js';
import type { BankAccount, RetrieveBankAccountsOptions } from './bank-transfers.types.js';

/** Page length when none is said: the service's own is not documented, so one must always be said. */
const PAGE_LENGTH = 100;

/**
 * Every account, page after page, until a page is empty, or begins as the one before did. A short page may not be the last:
 * the service may give fewer than were asked for, and says no total.
 *
 * @param read reads one page.
 * @throws PayError when a page cannot be read.
 */
export async function* iterateBankAccounts(
  read: (query: RetrieveBankAccountsOptions) => Promise<MethodReturn<BankAccount[]>>,
  query: RetrieveBankAccountsOptions | null,
): AsyncGenerator<BankAccount, void, void> {
  const asked = query ?? {};
  let { skip = 0 } = asked;
  let previous: string | undefined;
  for (;;) {
    const page = unwrap(
      await read(withMembers(asked, ({ maxResults }) => ({ skip, maxResults: maxResults ?? PAGE_LENGTH }))),
    );
    const first = page[0]?.bankAccountId;
    // A service that does not heed `skip` would send its first page for ever.
    if (page.length === 0 || (first !== undefined && first === previous)) return;
    yield* page;
    previous = first;
    skip += page.length;
  }
}
