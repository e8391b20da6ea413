import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PayClients } from './pay.clients.js';
import { PayInjectionCheck } from './pay.injection-check.js';
import { ConfigurableModuleClass } from './pay.module-definition.js';
import { clientProviders, httpProvider, optionsProvider } from './pay.providers.js';
import { webhookProviders, webhookServices } from './webhooks/webhook.providers.js';

const injectable = [...clientProviders, httpProvider];

/**
 * The payment service in a Nest application: the configured clients and their areas are injectable by their classes.
 *
 * @example PayModule.forRoot({ wallet: { clientId, clientSecret, merchantId, apikey } })
 * @example PayModule.forRootAsync(payConfig.asProvider())
 */
@Module({
  imports: [DiscoveryModule],
  providers: [
    optionsProvider,
    PayClients,
    PayInjectionCheck,
    ...injectable,
    ...webhookServices,
    ...webhookProviders,
  ],
  exports: [...injectable.map(({ provide }) => provide), ...webhookServices],
})
export class PayModule extends ConfigurableModuleClass {}
