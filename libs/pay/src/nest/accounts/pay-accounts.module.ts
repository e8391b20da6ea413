import { Module } from '@nestjs/common';
import { PayAccountsCheck } from './pay-accounts.check.js';
import { PayAccounts } from './pay-accounts.js';

/** Shared by all PayModules of an application. */
@Module({ providers: [PayAccountsCheck, PayAccounts], exports: [PayAccounts] })
export class PayAccountsModule {}
