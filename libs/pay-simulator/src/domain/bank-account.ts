/** What a caller says when linking an account. */
export interface BankAccountTerms {
  readonly iban: string;
  readonly beneficiaryName: string | null;
  readonly friendlyName: string | null;
  /** For accounts in the United Kingdom. */
  readonly secondaryReferenceData: string | null;
  readonly purposeId: number | null;
  readonly accountTypeId: number | null;
}

/** A bank account to which money can be sent. */
export interface BankAccount extends BankAccountTerms {
  readonly id: string;
  readonly bankId: string;
  readonly countryCode: string;
  readonly currencyCode: string;
  /** Archived accounts cannot receive transfers. */
  readonly isArchived: boolean;
  /** Whether the IBAN is a wallet inside the service. */
  readonly isInside: boolean;
  readonly createdAt: number;
}
