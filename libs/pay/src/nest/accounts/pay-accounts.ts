import { Injectable } from '@nestjs/common';
import type { PayAccount } from './pay-account.js';
import { PayWiringError } from '../pay.exceptions.js';
import { namesThere } from './account-names.js';

/** The PayModules of the application, by their names. */
@Injectable()
export class PayAccounts {
  readonly #accounts = new Map<string | null, PayAccount>();

  /** That no name stands twice was seen to before. */
  add(account: PayAccount): void {
    this.#accounts.set(account.name, account);
  }

  /** The one with a name. Where none is named: the one without a name (null), or the only one. */
  get(name: string | null | undefined): PayAccount | undefined {
    if (name !== undefined) return this.#accounts.get(name);
    const [only] = this.#accounts.values();
    return this.#accounts.get(null) ?? (this.#accounts.size === 1 ? only : undefined);
  }

  /** The same for who needs one. @throws PayWiringError */
  chosen(name: string | null | undefined, whoNeedsIt: string): PayAccount {
    const account = this.get(name);
    if (account !== undefined) return account;
    throw new PayWiringError(`${whoNeedsIt} does not know which account is meant: ${this.namesThere}.`);
  }

  /** The names that there are, for the sentence that says that one is not among them. */
  get namesThere(): string {
    return namesThere([...this.#accounts.keys()]);
  }
}
