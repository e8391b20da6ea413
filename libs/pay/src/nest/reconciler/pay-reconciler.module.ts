import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PayAccountsModule } from '../accounts/pay-accounts.module.js';
import { PayWebhookExplorer } from '../webhooks/pay-webhook.explorer.js';
import { PayWebhookModule } from '../webhooks/pay-webhook.module.js';
import { PayReconciler } from './pay-reconciler.js';

/** Makes up for the webhooks of all PayModules of an application. */
@Module({
  imports: [DiscoveryModule, PayAccountsModule, PayWebhookModule],
  providers: [PayWebhookExplorer, PayReconciler],
  exports: [PayReconciler],
})
export class PayReconcilerModule {}
