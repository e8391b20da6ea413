import { IsvConnectedAccounts } from '../areas/isv-connected-accounts/isv-connected-accounts.js';
import { MarketPlaceSellers } from '../areas/marketplace-sellers/marketplace-sellers.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import type { CallOptions } from '../core/options/call-options.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import type { PayAccount } from '../nest/accounts/pay-accounts.js';
import type { PayClientName } from '../nest/pay.client-table.js';

/** ID that does not exist. A 404 response shows that the service accepted the token. */
const UNKNOWN_ID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

type Probe = (account: PayAccount, call: CallOptions) => Promise<MethodReturn<unknown>>;

const PROBES: Record<PayClientName, Probe> = {
  wallet: (account, call) => account.areaOf(PayTransactions, 'wallet').getTransactionById(UNKNOWN_ID, call),
  marketplace: (account, call) =>
    account.areaOf(MarketPlaceSellers, 'marketplace').retrieveConnectedAccount(UNKNOWN_ID, call),
  isv: (account, call) =>
    account.areaOf(IsvConnectedAccounts, 'isv').getAccountDatas({ accountId: UNKNOWN_ID }, call),
};

/** Result of a probe. */
export type ServiceHealth = Awaited<ReturnType<typeof probeService>>;

/** Requests a token and reads an ID that does not exist. Changes nothing. The result contains no IDs. */
export async function probeService(account: PayAccount, client: PayClientName, timeoutMs: number) {
  const result = await PROBES[client](account, { timeoutMs, maxRetries: 0 });
  const { httpStatus } = result.meta;
  if (result.success || result.code === 'notfound') return { isUp: true, code: null, httpStatus };
  // These statuses reject the request, not the credentials.
  const isUp = result.code === 'rejected' && (httpStatus === 400 || httpStatus === 422);
  return { isUp, code: isUp ? null : result.code, httpStatus };
}
