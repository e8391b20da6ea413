/** Details that a merchant submits to link a bank account. */
export interface BankAccountDetails {
  readonly iban: string;
  readonly beneficiaryName: string | null;
  readonly friendlyName: string | null;
  /** Only for accounts in the United Kingdom. */
  readonly secondaryReferenceData: string | null;
  readonly purposeId: number | null;
  readonly accountTypeId: number | null;
}

/** A bank account that a merchant has linked. */
export interface BankAccount extends BankAccountDetails {
  readonly id: string;
  readonly bankId: string;
  readonly countryCode: string;
  readonly currencyCode: string;
  /** Archived accounts cannot receive transfers. */
  readonly isArchived: boolean;
  /** Whether the IBAN belongs to a wallet of the service. */
  readonly isInternal: boolean;
  readonly createdAt: number;
}
