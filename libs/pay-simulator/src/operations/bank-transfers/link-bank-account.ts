import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** Links a beneficiary's IBAN. @see contract/bank-transfers.json bankTransfers.linkBankAccount */
export const linkBankAccount =
  ({ bankAccounts }: Pick<Services, 'bankAccounts'>): OperationHandler =>
  ({ body }) => {
    const terms = {
      iban: body.text('iban') ?? '',
      beneficiaryName: body.text('beneficiaryName', { min: 1 }) ?? null,
      friendlyName: body.text('friendlyName') ?? null,
      secondaryReferenceData: body.text('secondaryReferenceData') ?? null,
      purposeId: body.integer('purposeId') ?? null,
      accountTypeId: body.integer('accountTypeId') ?? null,
    };
    body.require('iban', 'beneficiaryName');
    body.check();
    const account = bankAccounts.link(terms);
    return { status: 200, json: { bankAccountId: account.id, isVivaIban: account.isInside } };
  };
