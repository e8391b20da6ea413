import { minorUnits } from './currencies.js';
import { FIM_CONTROL } from './terminal-actions.js';
import { AADE_FIELDS } from './terminal-session.js';

// The rules that contract/ names in `x-rules`: those across fields, and others that no keyword states. Some return the limits of a
// field, the others whether a request keeps the rule. As at the service, most refuse a request that breaks them, and some let the
// payment of an order fail, or end the session of a terminal.

/** Limits of a field. */
interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The service takes a smaller order than it lets customers pay. @see contract/behaviour/payments.yaml small-orders */
export const orderAmount = (isCardVerification: boolean): Limits =>
  isCardVerification ? { minimum: 0, maximum: 0 } : { minimum: 1 };

/** The service takes an order that asks for several of the three. Returns what counts. @see contract/behaviour/payments.yaml exclusive-kinds */
export const exclusiveKind = (
  preauth: boolean,
  allowRecurring: boolean,
  maxInstallments: number,
): { readonly allowRecurring: boolean; readonly maxInstallments: number } => ({
  allowRecurring: allowRecurring && !preauth,
  maxInstallments: preauth || allowRecurring ? 0 : maxInstallments,
});

/** The service takes the order, and fails every payment. The event ID is inferred. @see contract/behaviour/payments.yaml traps */
export const noTipWithPreauth = (preauth: boolean, tipAmount: number): boolean => !preauth || tipAmount <= 0;

export const noTipWithPreauthAtTerminal = noTipWithPreauth;

export const tipWithinAmount = (amount: number): Limits => ({ maximum: amount });

export const noPreauthAtTerminal = (kind: string): boolean => kind !== 'preauth';

/** A fee of 0 is no fee. */
export const isvAmountOfCharge = (amount: number, fee: number): boolean => fee <= 0 || fee < amount;

export const isvAmountOfOrder = (amount: number, fee: number, preauth: boolean): boolean =>
  isvAmountOfCharge(amount, fee) && (!preauth || fee <= 0);

export const feeOfSale = (amount: number, fee: number): boolean => fee < amount;

export const transferOfOrder = (amount: number): Limits => ({ minimum: 1, maximum: amount });

export const feeOfTransfer = (moved: number): Limits => ({ minimum: 0, maximum: moved });

const MAX_PRELOADED_HOURS = 24;

/** @param isSent - Whether the request has a field. */
export const exclusiveFiscalisation = (
  fiscalisationData: unknown,
  isSent: (name: string) => boolean,
): boolean => fiscalisationData === undefined || !AADE_FIELDS.some(isSent);

/** Some of the fields without the others let the terminal end the session. @param isSent - Whether the request has a field. */
export const aadeTogether = (isSent: (name: string) => boolean): boolean =>
  AADE_FIELDS.every(isSent) || !AADE_FIELDS.some(isSent);

/** The service takes hours without a preloaded sale, and ignores them (inferred). Returns the hours that count. */
export const preloadedHours = (isPreloaded: boolean, hours: number | undefined): number | null =>
  isPreloaded ? (hours ?? MAX_PRELOADED_HOURS) : null;

/** Returns the fields that the action requires in its `request`. */
export const actionToken = (actionType: string): readonly string[] =>
  actionType === FIM_CONTROL ? ['token'] : [];

/** Returns the fields that a source requires. The library also requires `isSecure`. @see contract/behaviour/fees-sources.yaml secure-can-be-absent */
export const requiredOnline = (isPhysical: boolean): readonly string[] =>
  isPhysical ? [] : ['domain', 'pathSuccess', 'pathFail'];

interface BankAccount {
  readonly iban: string | null;
  readonly accountNumber: string | null;
  readonly branchCode: string | null;
  readonly countryCode: string | null;
}

export const ibanOrAccountNumber = ({ iban, accountNumber }: BankAccount): boolean =>
  iban !== null || accountNumber !== null;

export const wholeAccount = ({ iban, branchCode, countryCode }: BankAccount): boolean =>
  iban !== null || (branchCode !== null && countryCode !== null);

export const dayOfWeekWithWeekly = (isWeekly: boolean, dayOfWeek: number | null): boolean =>
  !isWeekly || dayOfWeek !== null;

export const dayOfMonthWithMonthly = (isMonthly: boolean, dayOfMonth: number | null): boolean =>
  !isMonthly || dayOfMonth !== null;

export const oneFilter = (filters: readonly unknown[]): boolean =>
  filters.some((filter) => filter !== undefined);

/** Returns the minor units of an amount in major units. Undefined if it has more decimals than its currency, or is not above 0. */
export function fitsCurrency(amount: unknown, currencyCode: string): number | undefined {
  const minor = typeof amount === 'number' ? minorUnits(amount, currencyCode) : undefined;
  return minor !== undefined && minor > 0 ? minor : undefined;
}
