import type { PayoutBankAccount, Payouts } from '../../domain/payouts.js';
import type { Fields } from '../../http/fields.js';

const COUNTRY = { pattern: /^[A-Za-z]{2}$/, expected: 'an ISO 3166-1 alpha-2 code' };

/** What a body says of payouts; members that it leaves out are absent, one that is null is null. */
export function payoutFields(body: Fields): Partial<Payouts> | undefined {
  const payouts = body.object('payouts');
  if (!payouts) return undefined;
  const bankAccount = payouts.object('bankAccount');
  return withoutAbsent({
    statementDescriptor: payouts.text('statementDescriptor'),
    dayOfWeek: payouts.integer('dayOfWeek', { min: 1, max: 7 }),
    dayOfMonth: payouts.integer('dayOfMonth', { min: 1, max: 31 }),
    interval: payouts.integer('interval', { min: 1, max: 3 }),
    amountThreshold: payouts.integer('amountThreshold', { min: 1 }),
    disable: payouts.boolean('disable'),
    bankAccount: bankAccount && bankAccountFields(bankAccount),
  });
}

function bankAccountFields(account: Fields): PayoutBankAccount {
  account.require('beneficiaryName');
  return {
    iban: account.text('iban') ?? null,
    friendlyName: account.text('friendlyName') ?? null,
    beneficiaryName: account.text('beneficiaryName', { min: 1 }) ?? '',
    branchCode: account.text('branchCode', { min: 1 }) ?? null,
    accountNumber: account.text('accountNumber', { min: 1 }) ?? null,
    countryCode: account.text('countryCode', COUNTRY) ?? null,
  };
}

function withoutAbsent(payouts: { [Name in keyof Payouts]: Payouts[Name] | undefined }): Partial<Payouts> {
  return Object.fromEntries(Object.entries(payouts).filter(([, value]) => value !== undefined));
}
