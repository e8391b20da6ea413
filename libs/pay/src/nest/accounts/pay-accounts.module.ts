import { Module } from '@nestjs/common';
import { PayAccountsCheck } from './pay-accounts.check.js';
import { PayAccounts } from './pay-accounts.js';

/** Once in an application, however many PayModules it has. */
@Module({ providers: [PayAccountsCheck, PayAccounts], exports: [PayAccounts] })
export class PayAccountsModule {}
