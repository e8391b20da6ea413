import { Inject, Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { PayInbox } from '../../inbox/pay-inbox.js';
import type { PayModuleOptions } from '../options/pay.options.js';
import type { PayClientName } from '../pay.client-table.js';
import { PayClients } from '../pay.clients.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PAY_ACCOUNT_NAME, PAY_INBOX, PAY_OPTIONS } from '../pay.module-tokens.js';
import { tokenOf } from '../pay.tokens.js';
import { listAccountNames } from './account-names.js';

/** The PayModules of the application, by name. */
@Injectable()
export class PayAccounts {
  readonly #accounts = new Map<string | null, PayAccount>();

  /** Adds a PayModule. `PayAccountsCheck` has already rejected duplicate names. */
  add(account: PayAccount): void {
    this.#accounts.set(account.name, account);
  }

  /** All PayModules. */
  get all(): PayAccount[] {
    return [...this.#accounts.values()];
  }

  /** Returns the PayModule with this name. Without a name: the default account, or the only one. */
  get(name: string | null | undefined): PayAccount | undefined {
    if (name !== undefined) return this.#accounts.get(name);
    const [only] = this.#accounts.values();
    return this.#accounts.get(null) ?? (this.#accounts.size === 1 ? only : undefined);
  }

  /**
   * Returns the PayModule with this name, like `get`.
   *
   * @param caller - Name of the service that needs the account, for the error message.
   * @throws PayWiringError if there is no such PayModule.
   */
  getOrThrow(name: string | null | undefined, caller: string): PayAccount {
    return this.require(name, `${caller} cannot tell which account to use`);
  }

  /** As `getOrThrow`. @param unnamed - Problem of a caller without a name, and `unknown` of one whose name no PayModule has. */
  require(name: string | null | undefined, unnamed: string, unknown = unnamed): PayAccount {
    const account = this.get(name);
    if (account !== undefined) return account;
    throw new PayWiringError(`${name === undefined ? unnamed : unknown}: ${this.namesText}.`);
  }

  /** Lists the account names for an error message. */
  get namesText(): string {
    return listAccountNames([...this.#accounts.keys()]);
  }
}

/** One PayModule of the application. */
@Injectable()
export class PayAccount {
  /** Tables of jobs that only this account may use. */
  readonly jobTables = new Set<string>();
  // A private field is not printed: the options contain credentials.
  readonly #options: PayModuleOptions;
  readonly #moduleRef: ModuleRef;

  constructor(
    /** Name of the PayModule; null if it has none. */
    @Inject(PAY_ACCOUNT_NAME) readonly name: string | null,
    @Inject(PAY_OPTIONS) options: PayModuleOptions,
    @Inject(PAY_INBOX) readonly inbox: PayInbox,
    private readonly clients: PayClients,
    moduleRef: ModuleRef,
    accounts: PayAccounts,
  ) {
    this.#options = options;
    this.#moduleRef = moduleRef;
    accounts.add(this);
  }

  get options(): PayModuleOptions {
    return this.#options;
  }

  /** Names of the configured clients, in order of preference. */
  get clientNames(): readonly PayClientName[] {
    return this.clients.names;
  }

  /** Returns an area of a client as Nest injects it, including a test double that replaces it. */
  areaOf<Area>(area: Type<Area>, client: PayClientName): Area {
    return this.#moduleRef.get(tokenOf(area, { account: this.name ?? undefined, client }));
  }

  /** Returns the same area for reads that confirm webhooks. A test double that replaces the area is used for these reads, too. */
  confirmingAreaOf<Area>(area: Type<Area>, client: PayClientName): Area {
    const injected = this.areaOf(area, client);
    const { configured, confirming } = this.clients;
    return injected === areaIn(configured[client], area)
      ? (areaIn(confirming[client], area) ?? injected)
      : injected;
  }
}

function areaIn<Area>(client: object = {}, area: Type<Area>): Area | undefined {
  return Object.values(client).find((member): member is Area => member instanceof area);
}
