import { TransactionStatus } from '../areas/coded-values.generated.js';
import type { LegacyTransaction } from '../areas/results.generated.js';
import { serviceTime } from '../areas/service-time.js';
import { movesBack } from '../areas/transactions/movement-kind.js';
import { toMinorUnits } from '../core/values/money.js';
import { factOfLegacyTransaction } from '../timeline/fact-reader.js';
import { Movements } from '../timeline/movements.js';
import { amountsOfRoot } from '../timeline/root-amounts.js';
import type { SubscriptionRow } from './subscription-store.js';
import type { NewEvent, PaySubscriptionCharge } from './subscription.types.js';

/** A successful payment. `amount` is in minor units. */
export type Payment = Pick<PaySubscriptionCharge, 'transactionId' | 'amount' | 'chargedAt'>;

/** Returns whether a transaction took money, or verified a card. It may have been refunded or disputed since. */
export const isTaking = ({ StatusId, Amount, TransactionType: { TransactionTypeId } }: LegacyTransaction) =>
  StatusId !== TransactionStatus.Error && Amount >= 0 && !movesBack(TransactionTypeId);

export const paymentOf = ({ TransactionId, Amount, CurrencyCode, InsDate }: LegacyTransaction): Payment => ({
  transactionId: TransactionId,
  amount: toMinorUnits(Amount, CurrencyCode),
  // Without an offset, it is not the local time of this machine.
  chargedAt: serviceTime(InsDate) ?? new Date(NaN),
});

/** Returns the period of a charge by its reference, or null for other transactions. */
export function periodOf(id: string, { ParentId, MerchantTrns }: LegacyTransaction): number | null {
  const number = /\/(\d+)$/.exec(MerchantTrns ?? '')?.[1];
  return ParentId && MerchantTrns === `${id}/${number}` ? Number(number) : null;
}

/**
 * Compares the transactions of an order with the recorded charges, and returns what the subscription did not do: refunds, disputes, and
 * charges of the card. Charges of the present and later periods are its own, and are being recorded.
 */
export function noticedMoney(
  { id, period }: Pick<SubscriptionRow, 'id' | 'period'>,
  recorded: readonly PaySubscriptionCharge[],
  transactions: readonly LegacyTransaction[],
): NewEvent[] {
  const byId = new Map(recorded.map((charge) => [charge.transactionId.toLowerCase(), charge]));
  const now = new Date();
  const movements = new Movements(transactions.map((one) => factOfLegacyTransaction(one, now)));
  return transactions.flatMap((one): NewEvent[] => {
    if (!isTaking(one) || one.Amount === 0 || one.StatusId === TransactionStatus.Active) return [];
    const charge = byId.get(one.TransactionId.toLowerCase());
    if (charge !== undefined) {
      const amounts = amountsOfRoot(factOfLegacyTransaction(one, now), movements).amounts;
      const { refunded, maybeRefunded, chargedBack, disputed } = amounts;
      const returned = refunded + maybeRefunded + chargedBack;
      if (returned === charge.refunded && disputed === charge.disputed) return [];
      const { period: of, transactionId } = charge;
      return [{ type: 'returned', period: of, transactionId, refunded: returned, disputed }];
    }
    const own = periodOf(id, one);
    if (own !== null && own >= period) return [];
    const { chargedAt, ...made } = paymentOf(one);
    if (recorded.some((other) => other.period === own))
      return [{ type: 'paid_twice', period: own ?? 0, ...made }];
    return [{ type: 'unexpected_charge', ...made, chargedAt }];
  });
}
