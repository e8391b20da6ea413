import type { MerchantCore } from './merchant-core.js';
import type { BankAccount, BankAccountDetails } from './bank-account.js';
import { parseIban, isIban } from './iban.js';
import { Records } from './records.js';
import { refusal } from './refusal.js';
import { Table } from './table.js';

/** Changes to a linked bank account. */
type BankAccountChanges = Partial<Readonly<Record<'friendlyName' | 'beneficiaryName', string>>> & {
  readonly archived: boolean;
};

/** Bank accounts that the merchant has linked. */
export class BankAccounts extends Records<BankAccount> {
  constructor(private readonly core: MerchantCore) {
    super(new Table<BankAccount>('bankAccounts'), () => refusal(404, 'Bank account was not found'));
  }

  /** Links an IBAN. Each call creates an account, even for the same IBAN. @throws Refusal 400 for an invalid IBAN or another currency. */
  link(details: BankAccountDetails): BankAccount {
    const { iban } = details;
    if (!isIban(iban)) throw refusal(400, 'iban: expected a valid IBAN without spaces');
    const wallet = this.core.wallets.findByIban(iban);
    const { countryCode, bankId, currencyCode: local } = parseIban(iban);
    const currencyCode = wallet?.currencyCode ?? local;
    if (currencyCode !== this.core.account.currencyCode) {
      throw refusal(400, `iban: expected an account in currency ${this.core.account.currencyCode}`);
    }
    const account: BankAccount = {
      ...details,
      ...(countryCode === 'GB' ? {} : { secondaryReferenceData: null, purposeId: null, accountTypeId: null }),
      id: this.core.ids.uuid(),
      bankId,
      countryCode,
      currencyCode,
      isArchived: false,
      isInternal: wallet !== undefined,
      createdAt: this.core.clock.now(),
    };
    return this.records.put(account.id, account);
  }

  /** Updates an account. @throws Refusal 404 if the ID is unknown. */
  update(id: string, { archived, friendlyName, beneficiaryName }: BankAccountChanges): BankAccount {
    const account = this.get(id);
    const changed = {
      ...account,
      isArchived: archived,
      friendlyName: friendlyName ?? account.friendlyName,
      beneficiaryName: beneficiaryName ?? account.beneficiaryName,
    };
    return this.records.put(account.id, changed);
  }

  /** Removes the link. Transfers in progress continue. @throws Refusal 404 if the ID is unknown. */
  unlink(id: string): void {
    this.records.delete(this.get(id).id);
  }
}
