import type { FactoryProvider, Type } from '@nestjs/common';
import type { HttpService } from '@nestjs/axios';
import { checkModuleOptions } from './options/options-check.js';
import type { PayModuleOptions } from './options/pay.options.js';
import { PayClients } from './pay.clients.js';
import { PAY_CLIENT_NAMES, PAY_CLIENTS } from './pay.client-table.js';
import type { PayClientName } from './pay.client-table.js';
import { MODULE_OPTIONS_TOKEN, PAY_OPTIONS } from './pay.module-definition.js';
import { getPayToken, PAY_HTTP } from './pay.tokens.js';

/** The options, checked once for both `forRoot` forms. */
export const optionsProvider: FactoryProvider<PayModuleOptions> = {
  provide: PAY_OPTIONS,
  useFactory: checkModuleOptions,
  inject: [MODULE_OPTIONS_TOKEN],
};

/** The HttpService behind `@InjectPayHttp()`. */
export const httpProvider: FactoryProvider<HttpService> = {
  provide: PAY_HTTP,
  useFactory: (clients: PayClients) => clients.http.service,
  inject: [PayClients],
};

/**
 * Every client, and every area by its class and by its client's name. Undefined where the client is not configured.
 * Each is made of the one before, so that a double in the place of one stands in the place of all that it has.
 */
export const clientProviders: FactoryProvider[] = [
  ...PAY_CLIENT_NAMES.map((name) => ({
    provide: PAY_CLIENTS[name].service,
    useFactory: ({ configured }: PayClients) => configured[name],
    inject: [PayClients],
  })),
  ...distinctAreas().map((area) => ({
    provide: area,
    useFactory: (clients: PayClients, ...services: Members[]) => {
      const name = preferredFor(clients, area);
      return name && services[PAY_CLIENT_NAMES.indexOf(name)]?.[memberOf(name, area) ?? ''];
    },
    inject: [PayClients, ...PAY_CLIENT_NAMES.map((name) => PAY_CLIENTS[name].service)],
  })),
  ...PAY_CLIENT_NAMES.flatMap((name) =>
    PAY_CLIENTS[name].areas.map(([area, member]) => ({
      provide: getPayToken(area, name),
      useFactory: (clients: PayClients, service: Members, preferred: unknown) =>
        preferredFor(clients, area) === name ? preferred : service?.[member],
      inject: [PayClients, PAY_CLIENTS[name].service, area],
    })),
  ),
];

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
