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

/** Returns the kind of a type of movement, or undefined if the type has a number only, because it is unknown. */
export function movementKind(type: string): PayoutLineKind | undefined {
  return /^-?\d+$/.test(type) ? undefined : (KINDS.find(([names]) => names.test(type))?.[1] ?? 'other');
}
