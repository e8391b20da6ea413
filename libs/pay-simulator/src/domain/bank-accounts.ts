import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import type { BankAccount, BankAccountTerms } from './bank-account.js';
import { ibanParts, isIban } from './iban.js';
import type { MerchantAccount } from './merchant.js';
import { Refusal } from './refusal.js';
import type { Wallets } from './wallets.js';

/** What may change of a linked account. */
export interface BankAccountChanges {
  readonly archived: boolean;
  readonly friendlyName?: string;
  readonly beneficiaryName?: string;
}

/** The bank accounts that the merchant has linked. */
export class BankAccounts {
  private readonly accounts = new Map<string, BankAccount>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly account: MerchantAccount,
    private readonly wallets: Wallets,
  ) {}

  /** Links an IBAN; the same one twice makes two. @throws Refusal 400 for a wrong IBAN or currency. */
  link(terms: BankAccountTerms): BankAccount {
    const { iban } = terms;
    if (!isIban(iban)) throw new Refusal(400, 'iban: expected a valid IBAN without spaces', 0, 400);
    const inside = this.wallets.findByIban(iban);
    const { countryCode, bankId, currencyCode: local } = ibanParts(iban);
    const currencyCode = inside?.currencyCode ?? local;
    if (currencyCode !== this.account.currencyCode) {
      throw new Refusal(400, `iban: expected an account in currency ${this.account.currencyCode}`, 0, 400);
    }
    const account: BankAccount = {
      ...terms,
      ...(countryCode === 'GB' ? {} : { secondaryReferenceData: null, purposeId: null, accountTypeId: null }),
      id: this.ids.uuid(),
      bankId,
      countryCode,
      currencyCode,
      isArchived: false,
      isInside: inside !== undefined,
      createdAt: this.clock.now(),
    };
    this.accounts.set(account.id, account);
    return account;
  }

  list(): readonly BankAccount[] {
    return [...this.accounts.values()];
  }

  find(id: string): BankAccount | undefined {
    return this.accounts.get(id.toLowerCase());
  }

  /** The account. @throws Refusal 404 when none is linked with that id. */
  get(id: string): BankAccount {
    const account = this.find(id);
    if (!account) throw new Refusal(404, 'Bank account was not found', 0, 404);
    return account;
  }

  /** @throws Refusal 404 when none is linked with that id. */
  update(id: string, { archived, friendlyName, beneficiaryName }: BankAccountChanges): BankAccount {
    const account = this.get(id);
    const changed = {
      ...account,
      isArchived: archived,
      friendlyName: friendlyName ?? account.friendlyName,
      beneficiaryName: beneficiaryName ?? account.beneficiaryName,
    };
    this.accounts.set(account.id, changed);
    return changed;
  }

  /** Removes the link; transfers under way go on. @throws Refusal 404 when none is linked with that id. */
  unlink(id: string): void {
    this.accounts.delete(this.get(id).id);
  }

  reset(): void {
    this.accounts.clear();
  }
}
