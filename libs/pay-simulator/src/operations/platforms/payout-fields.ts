import type { PayoutBankAccount, Payouts } from '../../domain/payouts.js';
import type { Fields } from '../../http/fields.js';
import { COUNTRY_CODE } from '../field-kinds.js';

/** Reads payout settings. Omitted members stay absent, and null members are null. */
export function readPayouts(body: Fields): Partial<Payouts> | undefined {
  const payouts = body.object('payouts');
  if (!payouts) return undefined;
  const bankAccount = payouts.object('bankAccount');
  return omitUndefined({
    statementDescriptor: payouts.text('statementDescriptor'),
    dayOfWeek: payouts.integer('dayOfWeek', { min: 1, max: 7 }),
    dayOfMonth: payouts.integer('dayOfMonth', { min: 1, max: 31 }),
    interval: payouts.integer('interval', { min: 1, max: 3 }),
    amountThreshold: payouts.integer('amountThreshold', { min: 1 }),
    disable: payouts.boolean('disable'),
    bankAccount: bankAccount && readBankAccount(bankAccount),
  });
}

function readBankAccount(account: Fields): PayoutBankAccount {
  return {
    iban: account.text('iban') ?? null,
    friendlyName: account.text('friendlyName') ?? null,
    beneficiaryName: account.text('beneficiaryName', { min: 1, required: true }),
    branchCode: account.text('branchCode', { min: 1 }) ?? null,
    accountNumber: account.text('accountNumber', { min: 1 }) ?? null,
    countryCode: account.text('countryCode', COUNTRY_CODE) ?? null,
  };
}

function omitUndefined(payouts: { [Name in keyof Payouts]: Payouts[Name] | undefined }): Partial<Payouts> {
  return Object.fromEntries(Object.entries(payouts).filter(([, value]) => value !== undefined));
}
