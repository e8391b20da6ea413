/** Details of a linked bank account that can be absent. */
export const NO_DETAILS = {
  beneficiaryName: null as string | null,
  friendlyName: null as string | null,
  /** Only for accounts in the United Kingdom. */
  secondaryReferenceData: null as string | null,
  purposeId: null as number | null,
  accountTypeId: null as number | null,
};

/** Details that a merchant submits to link a bank account. */
export interface BankAccountDetails extends Readonly<typeof NO_DETAILS> {
  readonly iban: string;
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
