import { NO_DETAILS, type Payouts } from '../../domain/payouts.js';
import type { UpdateConnectedAccountBody } from '../request-values.generated.js';

/** Returns payout settings with a complete bank account. Omitted members stay absent. */
export function payoutsOf({ payouts }: UpdateConnectedAccountBody): Partial<Payouts> | undefined {
  if (!payouts) return undefined;
  const { bankAccount, ...schedule } = payouts;
  return { ...schedule, ...(bankAccount && { bankAccount: { ...NO_DETAILS, ...bankAccount } }) };
}
