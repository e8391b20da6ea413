/** Why a wallet's balance changes. */
export interface MovementTerms {
  /** @see contract/data-services.json enums.AccountTransactionSubTypeId */
  readonly subTypeId: number;
  readonly description: string;
  /** Whether it stays inside the service. */
  readonly isInternal: boolean;
  /** IBAN of the other side, where it is outside. */
  readonly iban?: string;
  readonly bankAccountId?: string;
  readonly saleTransactionId?: string;
}
