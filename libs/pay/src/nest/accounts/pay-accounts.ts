import { Injectable } from '@nestjs/common';
import type { PayAccount } from './pay-account.js';
import { namesThere } from './account-names.js';

/** The PayModules of the application, by their names. */
@Injectable()
export class PayAccounts {
  readonly #accounts = new Map<string | null, PayAccount>();

  /** That no name stands twice was seen to before. */
  add(account: PayAccount): void {
    this.#accounts.set(account.name, account);
  }

  get(name: string | null): PayAccount | undefined {
    return this.#accounts.get(name);
  }

  /** The one that is meant where none is named: the one without a name, or the only one. */
  get preferred(): PayAccount | undefined {
    const [only] = this.#accounts.values();
    return this.#accounts.get(null) ?? (this.#accounts.size === 1 ? only : undefined);
  }

  /** The names that there are, for the sentence that says that one is not among them. */
  get namesThere(): string {
    return namesThere([...this.#accounts.keys()]);
  }
}
