import type { FactoryProvider, Type } from '@nestjs/common';
import { systemClock } from '../core/values/clock.js';
import { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { InlineInbox } from '../inbox/inline-inbox.js';
import type { PayInbox } from '../inbox/pay-inbox.js';
import { checkModuleOptions } from './options/options-check.js';
import type { PayModuleOptions } from './options/pay.options.js';
import { PayClients } from './pay.clients.js';
import { PAY_CLIENT_NAMES, PAY_CLIENTS } from './pay.client-table.js';
import type { PayClientName } from './pay.client-table.js';
import {
  PAY_ACCOUNT_NAME,
  PAY_ADDED_OPTIONS,
  PAY_CONFIG_OPTIONS,
  PAY_INBOX,
  PAY_MODULE_OPTIONS,
  PAY_OPTIONS,
  PAY_OPTIONS_OVERRIDE,
  PAY_SERVICES,
} from './pay.module-tokens.js';
import { getPayHttpToken, memberOf, tokenOf } from './pay.tokens.js';

/** Provides the checked options of `forRoot` and `forRootAsync`. */
export const optionsProvider: FactoryProvider<PayModuleOptions> = {
  provide: PAY_OPTIONS,
  useFactory: checkModuleOptions,
  inject: [
    PAY_MODULE_OPTIONS,
    PAY_ACCOUNT_NAME,
    { token: PAY_ADDED_OPTIONS, optional: true },
    { token: PAY_CONFIG_OPTIONS, optional: true },
    { token: PAY_OPTIONS_OVERRIDE, optional: true },
  ],
};

const DUPLICATE_WAIT_MS = 10_000;

/** Provides the option `webhooks.inbox`, or an inline inbox, for each PayModule. */
export const inboxProvider: FactoryProvider<PayInbox> = {
  provide: PAY_INBOX,
  useFactory: ({ webhooks }: PayModuleOptions) =>
    webhooks?.inbox ?? new InlineInbox(systemClock, DUPLICATE_WAIT_MS),
  inject: [PAY_OPTIONS],
};

/** Returns the injectable providers of a PayModule: clients, areas, idempotency store, and the HttpService of `@InjectPayHttp()`. */
export function accountProviders(account?: string): FactoryProvider[] {
  return [
    ...clientProviders(account),
    {
      provide: tokenOf(PayIdempotency, { account }),
      useFactory: ({ idempotency }: PayModuleOptions) => idempotency,
      inject: [PAY_OPTIONS],
    },
    {
      provide: getPayHttpToken(account),
      useFactory: (clients: PayClients) => clients.http.service,
      inject: [PayClients],
    },
  ];
}

/**
 * Returns the providers of every client, and of every area by its class and by its client's name. The value is undefined if
 * the client is not configured. Areas come from the client's provider, so a test double of a client also replaces its areas.
 */
function clientProviders(account?: string): FactoryProvider[] {
  const byClass = distinctAreas().map((area) => ({
    provide: tokenOf(area, { account }),
    useFactory: (clients: PayClients, services: Services) => {
      const name = preferredFor(clients, area);
      return name && services[name]?.[memberOf(area, name) ?? ''];
    },
    inject: [PayClients, PAY_SERVICES],
  }));
  const byClient = PAY_CLIENT_NAMES.flatMap((name) =>
    PAY_CLIENTS[name].areas.map(([area, member]) => ({
      provide: tokenOf(area, { account, client: name }),
      useFactory: (clients: PayClients, services: Services, preferred: unknown) =>
        preferredFor(clients, area) === name ? preferred : services[name]?.[member],
      inject: [PayClients, PAY_SERVICES, tokenOf(area, { account })],
    })),
  );
  // In a named PayModule, an area that only one client has gets the same token by class and by client.
  const areas = new Set(byClass.map(({ provide }) => provide));
  return [
    ...PAY_CLIENT_NAMES.map((name) => ({
      provide: tokenOf(PAY_CLIENTS[name].service, { account }),
      useFactory: ({ configured }: PayClients) => configured[name],
      inject: [PayClients],
    })),
    ...byClass,
    ...byClient.filter(({ provide }) => !areas.has(provide)),
  ];
}

/** The areas of each configured client by member name. */
type Services = { readonly [Name in PayClientName]?: Readonly<Record<string, unknown>> };

/** Provides the clients by name, so that each area has few dependencies. */
export function servicesProvider(account?: string): FactoryProvider<Services> {
  return {
    provide: PAY_SERVICES,
    useFactory: (...services: unknown[]) =>
      Object.fromEntries(PAY_CLIENT_NAMES.map((name, index) => [name, services[index]])),
    inject: PAY_CLIENT_NAMES.map((name) => tokenOf(PAY_CLIENTS[name].service, { account })),
  };
}

function distinctAreas(): Type[] {
  return [...new Set(PAY_CLIENT_NAMES.flatMap((name) => PAY_CLIENTS[name].areas.map(([area]) => area)))];
}

/** Returns the first configured client that has the area. */
function preferredFor({ names }: PayClients, area: Type): PayClientName | undefined {
  return names.find((name) => memberOf(area, name) !== undefined);
}
