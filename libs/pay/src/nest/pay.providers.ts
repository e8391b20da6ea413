import type { FactoryProvider, Type } from '@nestjs/common';
import { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { checkModuleOptions } from './options/options-check.js';
import type { PayModuleOptions } from './options/pay.options.js';
import { PayClients } from './pay.clients.js';
import { PAY_CLIENT_NAMES, PAY_CLIENTS } from './pay.client-table.js';
import type { PayClientName } from './pay.client-table.js';
import { PAY_ACCOUNT_NAME, PAY_ADDED_OPTIONS, PAY_MODULE_OPTIONS, PAY_OPTIONS } from './pay.module-tokens.js';
import { getPayHttpToken, getPayToken } from './pay.tokens.js';

/** The options, checked once for both `forRoot` forms. */
export const optionsProvider: FactoryProvider<PayModuleOptions> = {
  provide: PAY_OPTIONS,
  useFactory: checkModuleOptions,
  inject: [PAY_MODULE_OPTIONS, PAY_ACCOUNT_NAME, { token: PAY_ADDED_OPTIONS, optional: true }],
};

/** What one PayModule has to inject: its clients, their areas, its idempotency keys, and the HttpService behind `@InjectPayHttp()`. */
export function accountProviders(account?: string): FactoryProvider[] {
  return [
    ...clientProviders(account),
    {
      provide: getPayToken(PayIdempotency, { account }),
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
 * Every client, and every area by its class and by its client's name. Undefined where the client is not configured.
 * Each is made of the one before, so that a double in the place of one stands in the place of all that it has.
 */
function clientProviders(account?: string): FactoryProvider[] {
  const services = PAY_CLIENT_NAMES.map((name) => getPayToken(PAY_CLIENTS[name].service, { account }));
  const byClass = distinctAreas().map((area) => ({
    provide: getPayToken(area, { account }),
    useFactory: (clients: PayClients, ...made: Members[]) => {
      const name = preferredFor(clients, area);
      return name && made[PAY_CLIENT_NAMES.indexOf(name)]?.[memberOf(name, area) ?? ''];
    },
    inject: [PayClients, ...services],
  }));
  const byClient = PAY_CLIENT_NAMES.flatMap((name) =>
    PAY_CLIENTS[name].areas.map(([area, member]) => ({
      provide: getPayToken(area, { account, client: name }),
      useFactory: (clients: PayClients, service: Members, preferred: unknown) =>
        preferredFor(clients, area) === name ? preferred : service?.[member],
      inject: [
        PayClients,
        getPayToken(PAY_CLIENTS[name].service, { account }),
        getPayToken(area, { account }),
      ],
    })),
  );
  // In a PayModule with a name, an area that one client alone has stands under the same token both times.
  const areas = new Set(byClass.map(({ provide }) => provide));
  return [
    ...PAY_CLIENT_NAMES.map((name, index) => ({
      provide: services[index] ?? PAY_CLIENTS[name].service,
      useFactory: ({ configured }: PayClients) => configured[name],
      inject: [PayClients],
    })),
    ...byClass,
    ...byClient.filter(({ provide }) => !areas.has(provide)),
  ];
}

/** A client as its areas are found in it. */
type Members = Record<string, unknown> | undefined;

function distinctAreas(): Type[] {
  return [...new Set(PAY_CLIENT_NAMES.flatMap((name) => PAY_CLIENTS[name].areas.map(([area]) => area)))];
}

/** The configured client whose area is meant where no client is named. */
function preferredFor({ names }: PayClients, area: Type): PayClientName | undefined {
  return names.find((name) => memberOf(name, area) !== undefined);
}

function memberOf(name: PayClientName, area: Type): string | undefined {
  return PAY_CLIENTS[name].areas.find(([one]) => one === area)?.[1];
}
