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

/** Every client, and every area by its class and by its client's name. Undefined where the client is not configured. */
export const clientProviders: FactoryProvider[] = [
  ...PAY_CLIENT_NAMES.map((name) =>
    provide(PAY_CLIENTS[name].service, (clients) => clients.configured[name]),
  ),
  ...PAY_CLIENT_NAMES.flatMap((name) =>
    PAY_CLIENTS[name].areas.map(([area]) =>
      provide(getPayToken(area, name), (clients) => areaOf(clients, name, area)),
    ),
  ),
  ...distinctAreas().map((area) =>
    provide(area, (clients) =>
      clients.names.map((name) => areaOf(clients, name, area)).find((instance) => instance !== undefined),
    ),
  ),
];

function provide(
  token: FactoryProvider['provide'],
  useFactory: (clients: PayClients) => unknown,
): FactoryProvider {
  return { provide: token, useFactory, inject: [PayClients] };
}

function distinctAreas(): Type[] {
  return [...new Set(PAY_CLIENT_NAMES.flatMap((name) => PAY_CLIENTS[name].areas.map(([area]) => area)))];
}

function areaOf(clients: PayClients, name: PayClientName, area: Type): unknown {
  const member = PAY_CLIENTS[name].areas.find(([one]) => one === area)?.[1];
  const client = clients.configured[name] as unknown as Record<string, unknown> | undefined;
  return member === undefined ? undefined : client?.[member];
}
