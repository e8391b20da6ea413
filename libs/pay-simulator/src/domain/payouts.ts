import { athensDay } from './athens-time.js';
import { ibanParts, isIban } from './iban.js';
import { Refusal } from './refusal.js';

/** How often a seller is paid out. @see contract/marketplace.json enums.PayoutInterval */
export const PayoutInterval = { Daily: 1, Weekly: 2, Monthly: 3 } as const;

/** The equivalent of EUR 10, minor units. */
export const DEFAULT_PAYOUT_THRESHOLD = 1000;
/** Bank part of the IBANs that the service itself gives out. */
const OWN_BANK = 'VPAY';

/** A bank account outside the service. */
export interface PayoutBankAccount {
  readonly iban: string | null;
  readonly friendlyName: string | null;
  readonly beneficiaryName: string;
  readonly branchCode: string | null;
  readonly accountNumber: string | null;
  readonly countryCode: string | null;
}

/** How a seller is paid out by itself. */
export interface Payouts {
  readonly interval: number;
  /** Sunday is 1. */
  readonly dayOfWeek: number | null;
  readonly dayOfMonth: number | null;
  /** Least balance that is paid out, minor units. */
  readonly amountThreshold: number | null;
  readonly disable: boolean | null;
  readonly statementDescriptor: string | null;
  readonly bankAccount: PayoutBankAccount;
}

/** The payouts, when they say all that they must. @throws Refusal 400 naming what is missing or wrong. */
export function completePayouts({ interval, bankAccount, ...payouts }: Partial<Payouts>): Payouts {
  if (interval === undefined) throw refuse('interval: expected a value, it is required');
  if (bankAccount === undefined) throw refuse('bankAccount: expected a value, it is required');
  const { dayOfWeek = null, dayOfMonth = null } = payouts;
  if (interval === PayoutInterval.Weekly && dayOfWeek === null)
    throw refuse('dayOfWeek: expected a value with a weekly interval');
  if (interval === PayoutInterval.Monthly && dayOfMonth === null)
    throw refuse('dayOfMonth: expected a value with a monthly interval');
  const { iban, accountNumber, branchCode, countryCode } = bankAccount;
  const hasNumber = accountNumber !== null && branchCode !== null && countryCode !== null;
  if (iban === null && !hasNumber)
    throw refuse('bankAccount: expected iban, or accountNumber with branchCode and countryCode');
  if (iban !== null && !isIban(iban)) throw refuse('bankAccount.iban: expected a valid IBAN without spaces');
  if (iban !== null && ibanParts(iban).bankId === OWN_BANK)
    throw refuse('bankAccount.iban: expected an account outside the service');
  const { amountThreshold = null, disable = null, statementDescriptor = null } = payouts;
  return { interval, dayOfWeek, dayOfMonth, amountThreshold, disable, statementDescriptor, bankAccount };
}

/** Whether a payout falls on the service's calendar day of that time; in a short month the last day stands for later ones. */
export function isPayoutDay({ interval, dayOfWeek, dayOfMonth }: Payouts, time: number): boolean {
  const day = new Date(`${athensDay(time)}T00:00:00Z`);
  if (interval === PayoutInterval.Weekly) return day.getUTCDay() + 1 === dayOfWeek;
  if (interval !== PayoutInterval.Monthly) return true;
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(dayOfMonth ?? 1, lastDay);
}

const refuse = (text: string): Refusal => new Refusal(400, `payouts.${text}`, 0, 400);
