import { Inject, Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { PayModuleOptions } from '../options/pay.options.js';
import type { PayClientName } from '../pay.client-table.js';
import { PayClients } from '../pay.clients.js';
import { PAY_ACCOUNT_NAME, PAY_INBOX, PAY_OPTIONS } from '../pay.module-tokens.js';
import { getPayToken } from '../pay.tokens.js';
import type { PayInbox } from '../../inbox/pay-inbox.js';
import { PayAccounts } from './pay-accounts.js';

/** One PayModule of the application, as webhooks need it. */
@Injectable()
export class PayAccount {
  // Private for printing too: the options hold credentials.
  readonly #options: PayModuleOptions;
  readonly #moduleRef: ModuleRef;

  constructor(
    /** Null where it has none. */
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

  /** The configured clients, first the one that is preferred. */
  get clientNames(): readonly PayClientName[] {
    return this.clients.names;
  }

  /** An area of a client as it is injected: a test may have put its own in its place. */
  areaOf<Area>(area: Type<Area>, client: PayClientName): Area {
    return this.#moduleRef.get(getPayToken(area, { account: this.name ?? undefined, client }));
  }

  /** The same area for reads that webhooks cause. A test double that replaces the area is used for these reads, too. */
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
