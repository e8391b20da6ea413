import { IsvConnectedAccounts } from '../areas/isv-connected-accounts/isv-connected-accounts.js';
import { MarketPlaceSellers } from '../areas/marketplace-sellers/marketplace-sellers.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import type { CallOptions } from '../core/options/call-options.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import type { PayAccount } from '../nest/accounts/pay-accounts.js';
import type { PayClientName } from '../nest/pay.client-table.js';

/** Stands for nothing: that the service says so shows that it took the token and looked. */
const NOTHING = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

type Probe = (account: PayAccount, call: CallOptions) => Promise<MethodReturn<unknown>>;

const PROBES: Record<PayClientName, Probe> = {
  wallet: (account, call) => account.areaOf(PayTransactions, 'wallet').getTransactionById(NOTHING, call),
  marketplace: (account, call) =>
    account.areaOf(MarketPlaceSellers, 'marketplace').retrieveConnectedAccount(NOTHING, call),
  isv: (account, call) =>
    account.areaOf(IsvConnectedAccounts, 'isv').getAccountDatas({ accountId: NOTHING }, call),
};

/** What a probe found, fit to be shown: no ids. */
export interface ServiceFinding extends Record<string, unknown> {
  isUp: boolean;
  code: string | null;
  httpStatus: number | null;
}

/** Exchanges a token and reads something that is not there: nothing changes, and nothing is counted as moved. */
export async function probeService(
  account: PayAccount,
  client: PayClientName,
  timeoutMs: number,
): Promise<ServiceFinding> {
  const result = await PROBES[client](account, { timeoutMs, maxRetries: 0 });
  const { httpStatus } = result.meta;
  if (result.success || result.code === 'notfound') return { isUp: true, code: null, httpStatus };
  // Refused for what was asked, not for who asked.
  const isUp = result.code === 'rejected' && (httpStatus === 400 || httpStatus === 422);
  return { isUp, code: isUp ? null : result.code, httpStatus };
}
