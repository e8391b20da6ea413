import type { PayoutBankAccount, Payouts } from '../../domain/payouts.js';
import type { Fields } from '../../http/fields.js';

/** Reads payout settings. Omitted members stay absent, and null members are null. */
export function readPayouts(body: Fields): Partial<Payouts> | undefined {
  const payouts = body.object('payouts');
  if (!payouts) return undefined;
  const bankAccount = payouts.object('bankAccount');
  return omitUndefined({
    statementDescriptor: payouts.text('statementDescriptor'),
    dayOfWeek: payouts.integer('dayOfWeek'),
    dayOfMonth: payouts.integer('dayOfMonth'),
    interval: payouts.integer('interval'),
    amountThreshold: payouts.integer('amountThreshold'),
    disable: payouts.boolean('disable'),
    bankAccount: bankAccount && readBankAccount(bankAccount),
  });
}

function readBankAccount(account: Fields): PayoutBankAccount {
  return {
    iban: account.text('iban') ?? null,
    friendlyName: account.text('friendlyName') ?? null,
    beneficiaryName: account.text('beneficiaryName', { required: true }),
    branchCode: account.text('branchCode') ?? null,
    accountNumber: account.text('accountNumber') ?? null,
    countryCode: account.text('countryCode') ?? null,
  };
}

function omitUndefined(payouts: { [Name in keyof Payouts]: Payouts[Name] | undefined }): Partial<Payouts> {
  return Object.fromEntries(Object.entries(payouts).filter(([, value]) => value !== undefined));
}
