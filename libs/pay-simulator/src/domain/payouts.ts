import { parseIban, isIban } from './iban.js';
import * as rules from './named-rules.js';
import { refusal } from './refusal.js';

/** Interval of payouts. @see contract/behaviour/marketplace.yaml enums.PayoutInterval */
const PayoutInterval = { Daily: 1, Weekly: 2, Monthly: 3 } as const;

/** Equivalent of EUR 10, in minor units. */
export const DEFAULT_PAYOUT_THRESHOLD = 1000;
/** Bank code in the IBANs of the service. */
const OWN_BANK = 'VPAY';

/** Details of a bank account outside the service that can be absent. */
export const NO_DETAILS = {
  iban: null as string | null,
  friendlyName: null as string | null,
  branchCode: null as string | null,
  accountNumber: null as string | null,
  countryCode: null as string | null,
};

/** A bank account outside the service. */
export interface PayoutBankAccount extends Readonly<typeof NO_DETAILS> {
  readonly beneficiaryName: string;
}

/** Schedule and bank account of a seller's automatic payouts. */
export interface Payouts {
  readonly interval: number;
  /** Sunday is 1. */
  readonly dayOfWeek: number | null;
  readonly dayOfMonth: number | null;
  /** Minimum balance for a payout, in minor units. */
  readonly amountThreshold: number | null;
  readonly disable: boolean | null;
  readonly statementDescriptor: string | null;
  readonly bankAccount: PayoutBankAccount;
}

/** Returns complete payout settings. @throws Refusal 400 if a setting is missing or invalid. The message names the setting. */
export function completePayouts({ interval, bankAccount, ...payouts }: Partial<Payouts>): Payouts {
  if (interval === undefined)
    throw refusal(400, 'payouts.interval: expected a value, because it is required');
  if (bankAccount === undefined)
    throw refusal(400, 'payouts.bankAccount: expected a value, because it is required');
  const { dayOfWeek = null, dayOfMonth = null } = payouts;
  if (!rules.dayOfWeekWithWeekly(interval === PayoutInterval.Weekly, dayOfWeek))
    throw refusal(400, 'payouts.dayOfWeek: expected a value with a weekly interval');
  if (!rules.dayOfMonthWithMonthly(interval === PayoutInterval.Monthly, dayOfMonth))
    throw refusal(400, 'payouts.dayOfMonth: expected a value with a monthly interval');
  const { iban } = bankAccount;
  if (!rules.ibanOrAccountNumber(bankAccount) || !rules.wholeAccount(bankAccount))
    throw refusal(
      400,
      'payouts.bankAccount: expected iban, or accountNumber with branchCode and countryCode',
    );
  if (iban !== null && !isIban(iban))
    throw refusal(400, 'payouts.bankAccount.iban: expected a valid IBAN without spaces');
  if (iban !== null && parseIban(iban).bankId === OWN_BANK)
    throw refusal(400, 'payouts.bankAccount.iban: expected an account outside the service');
  const { amountThreshold = null, disable = null, statementDescriptor = null } = payouts;
  return { interval, dayOfWeek, dayOfMonth, amountThreshold, disable, statementDescriptor, bankAccount };
}

/** Returns whether a time is on a payout day of the service's calendar. Short months use their last day for later days. */
export function isPayoutDay({ interval, dayOfWeek, dayOfMonth }: Payouts, date: string): boolean {
  const day = new Date(date);
  if (interval === PayoutInterval.Weekly) return day.getUTCDay() + 1 === dayOfWeek;
  if (interval !== PayoutInterval.Monthly) return true;
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(dayOfMonth ?? 1, lastDay);
}
