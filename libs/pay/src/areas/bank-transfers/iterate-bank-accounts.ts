import { unwrap } from '../../core/operation/method-return.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { withMembers } from '../../core/values/plain-data.js';
import type { RetrieveBankAccountsOptions } from '../options.generated.js';
import type { BankAccount } from '../results.generated.js';

/** Default page length. It is always sent, because the service's own default is not documented. */
const PAGE_LENGTH = 100;

/**
 * Iterates over all accounts, until a page is empty or begins like the previous one.
 * A short page may not be the last: the service reports no total, and may return fewer accounts than requested.
 *
 * @param read Reads one page.
 * @throws PayError if a page cannot be read.
 */
export async function* iterateBankAccounts(
  read: (query: RetrieveBankAccountsOptions) => Promise<MethodReturn<BankAccount[]>>,
  query: RetrieveBankAccountsOptions | null,
): AsyncGenerator<BankAccount, void, void> {
  const filters = query ?? {};
  let { skip = 0 } = filters;
  let previous: string | undefined;
  for (;;) {
    const page = unwrap(
      await read(withMembers(filters, ({ maxResults }) => ({ skip, maxResults: maxResults ?? PAGE_LENGTH }))),
    );
    const first = page[0]?.bankAccountId;
    // A service that ignores `skip` would send its first page forever.
    if (page.length === 0 || (first !== undefined && first === previous)) return;
    yield* page;
    previous = first;
    skip += page.length;
  }
}
