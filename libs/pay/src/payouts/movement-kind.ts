import { AccountTransactionSubType } from '../areas/coded-values.generated.js';

const NAMES = new Map<number, string>(
  Object.entries(AccountTransactionSubType).map(([name, id]) => [id, name]),
);

/** Beginning of a type's name → its kind. The first match decides. */
const KINDS = [
  [/^ClearanceResellerFee$/, 'fee'],
  [/^Clearance/, 'sale'],
  [/^ISVAcquiringCommission$|Commission$|^PayPalProcessingFee$/, 'commission'],
  [/^(CardRefund|CashDisbursement|WalletRefund|PayOutCard)$/, 'refund'],
  [/^ManualChargeback$/, 'chargeback'],
  [/^(Manual)?PayOutIBAN$/, 'payout'],
  [/Fee|Subscription$/, 'fee'],
  [/^(WalletToWalletTransfer|WalletCharge|Platform.*)$/, 'transfer'],
  [/^(PayIn.*|ManualDeposit)$/, 'deposit'],
  [/Purchase|^ATMWithdrawal$/, 'purchase'],
] as const;
/** What a line is for your books. */
export type PayoutLineKind = (typeof KINDS)[number][1] | 'other';

const BY_ID = new Map([...NAMES].map(([id, name]) => [id, KINDS.find(([names]) => names.test(name))?.[1]]));

/**
 * Returns the name of a type of movement: 83 is `ClearanceCards`. Returns the number as text if the type is unknown.
 *
 * @example accountTransactionName(row.subTypeId); // 'ClearanceCards'
 */
export function accountTransactionName(subTypeId: number): string {
  return NAMES.get(subTypeId) ?? String(subTypeId);
}

/** Returns the kind of a type of movement, or undefined if the type is unknown. */
export function movementKind(subTypeId: number): PayoutLineKind | undefined {
  return NAMES.has(subTypeId) ? (BY_ID.get(subTypeId) ?? 'other') : undefined;
}
